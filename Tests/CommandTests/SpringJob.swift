// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

extension TemporaryDirectory {
  /// Writes `spring.xml`, the plainest of all jobs, with its rows n1, n2, and so on.
  func writeSpringJob(rows: Int, protect: String = "", host: String = "go.tagtag.shop") throws {
    try write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://\(host)/s/{number}</link>
        <tags chips="NTAG213"/>\(protect)
        <rows count="\(rows)" id="n{number}"/>
      </job>
      """, to: "spring.xml")
  }
}
