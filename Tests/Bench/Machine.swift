// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import TestSupport

/// Where and when the figures were measured.
struct Machine {
  let description: String

  init() {
    let processor = Machine.value(of: "model name", in: "/proc/cpuinfo")
    let memory = Int(Machine.value(of: "MemTotal", in: "/proc/meminfo").prefix { $0 != " " }) ?? 0
    let system = Machine.value(of: "PRETTY_NAME", in: "/etc/os-release", behind: "=")
      .filter { $0 != "\"" }
    let swift = Machine.line(of: "swift", ["--version"], with: "Swift version")
    let load = (try? contents(of: "/proc/loadavg")).map { String(decoding: $0, as: UTF8.self) }
    description = """
      Measured on \(Machine.line(of: "date", ["-u", "+%Y-%m-%d"])): \(processor), \
      \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, \
      \(memory / 1024 / 1024) GiB of memory, \(system), \
      Linux \(Machine.line(of: "uname", ["-r"])), \(swift), libnfc \(libnfcVersion()). \
      Load of the machine before it began: \(load?.prefix { $0 != " " } ?? "unknown").
      """
  }

  /// What follows a name in one of the system's small tables.
  private static func value(of name: String, in path: String, behind separator: Character = ":")
    -> String
  {
    guard let bytes = try? contents(of: path) else { return "unknown" }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(name) }),
      let start = line.firstIndex(of: separator)
    else { return "unknown" }
    return String(line[line.index(after: start)...].drop { $0 == " " })
  }

  /// The first line that a program prints which holds these words.
  private static func line(of program: String, _ arguments: [String], with words: String = "")
    -> String
  {
    guard let result = try? run(program, arguments) else { return "unknown" }
    let lines = result.output.split(separator: "\n")
    return lines.first { words.isEmpty || $0.contains(words) }.map(String.init) ?? "unknown"
  }
}
