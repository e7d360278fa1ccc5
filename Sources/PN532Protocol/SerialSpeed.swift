// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The line speeds that SetSerialBaudRate knows (UM0701-02, 7.2.7).
package enum SerialSpeed: UInt8, CaseIterable, Sendable {
  case baud9600 = 0
  case baud19200 = 1
  case baud38400 = 2
  case baud57600 = 3
  case baud115200 = 4
  case baud230400 = 5
  case baud460800 = 6
  case baud921600 = 7
  case baud1288000 = 8

  package var bitsPerSecond: Int {
    switch self {
    case .baud9600: 9_600
    case .baud19200: 19_200
    case .baud38400: 38_400
    case .baud57600: 57_600
    case .baud115200: 115_200
    case .baud230400: 230_400
    case .baud460800: 460_800
    case .baud921600: 921_600
    case .baud1288000: 1_288_000
    }
  }
}
