// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// The process, other than this one, that has the port open, as far as `/proc` shows it to us.
///
/// The program behind a pseudo-terminal holds both of its ends; it is the device there, not a rival.
func processHolding(_ port: String) -> PortHolder? {
  let ourselves = ownProcess()
  for process in entries(of: "/proc").compactMap({ Int32($0) }) where process != ourselves {
    let descriptors = entries(of: "/proc/\(process)/fd")
    let targets = descriptors.map { linkTarget("/proc/\(process)/fd/\($0)") }
    guard targets.contains(port) else { continue }
    let isTheDevice = zip(descriptors, targets).contains { descriptor, target in
      target.hasSuffix("/ptmx")
        && slave(ofMaster: descriptor, in: process).map { "/dev/pts/\($0)" == port } ?? false
    }
    guard !isTheDevice else { continue }
    let program = contents("/proc/\(process)/comm").split(separator: "\n").first
    return PortHolder(process: process, program: program.map(String.init) ?? "?")
  }
  return nil
}

/// The number of the pseudo-terminal that a master belongs to: `tty-index: 7` is /dev/pts/7.
private func slave(ofMaster descriptor: String, in process: Int32) -> Substring? {
  let lines = contents("/proc/\(process)/fdinfo/\(descriptor)").split(separator: "\n")
  guard let line = lines.first(where: { $0.hasPrefix("tty-index:") }) else { return nil }
  return line.split { $0 == " " || $0 == "\t" }.last
}
