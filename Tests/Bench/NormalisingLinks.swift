// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import WebLink

/// Links as people type them, brought into the form that a tag gets.
func normalisingLinks() throws -> [Row] {
  let typed = [
    "https://go.example.com/s/abcdefghijklmno",
    "HTTPS://Go.Example.COM:443/s/../t?q=1#top",
    "https://münchen.example/straße/käse?größe=5",
    "http://[2001:db8::1]:8080/path%2fwith%20escapes",
  ]
  return try typed.map { link in
    let speed = try medianOfRuns {
      try perSecond(repeating: 5_000) { keep(try WebLink(link)) }
    }
    return Row("links normalised: `\(link)`", shown(speed, "/s"))
  }
}
