// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF

/// A link and an Android application record: to bytes and back, compared with ndeflib.
func codingMessages() throws -> [Row] {
  let message: () throws(NDEFError) -> NDEFMessage = { () throws(NDEFError) in
    NDEFMessage([
      try .uri("https://go.example.com/s/abcdefghijklmno"),
      try .androidApplication("com.example.shop"),
    ])
  }
  let bytes = try message().encoded()
  let (encode, encodeTheirs) = try mediansOfRuns {
    try perSecond(repeating: 20_000) { keep(try message().encoded()) }
  } beside: {
    try Python.figure("encode")
  }
  let (decode, decodeTheirs) = try mediansOfRuns {
    try perSecond(repeating: 20_000) { keep(try MessageReading(bytes).contents()) }
  } beside: {
    try Python.figure("decode")
  }
  return [
    Python.row("NDEF messages encoded", encode, "/s", beside: "ndeflib", encodeTheirs),
    Python.row("NDEF messages decoded", decode, "/s", beside: "ndeflib", decodeTheirs),
  ]
}
