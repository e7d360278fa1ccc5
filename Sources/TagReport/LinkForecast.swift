// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF

/// What phones do when they touch a tag with this message, apart from what apps claim; nil if it is no
/// message.
package func phonesForecast(of message: [UInt8]) -> (iPhone: String, android: String)? {
  guard let reading = try? MessageReading(message) else { return nil }
  let forecast = PhoneForecast(reading.views())
  return (forecast.iPhone, forecast.android)
}
