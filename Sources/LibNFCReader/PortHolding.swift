// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import TagReading

/// The process, other than this one, that has the port open, as far as `/proc` shows it to us.
///
/// The program behind a pseudo-terminal holds both of its ends; it is the device there, not a rival.
func processHolding(_ port: String) -> PortHolder? {
  let ourselves = getpid()
  for process in kernelNames("/proc").compactMap({ Int32($0) }) where process != ourselves {
    let descriptors = kernelNames("/proc/\(process)/fd")
    let targets = descriptors.map { linkTarget("/proc/\(process)/fd/\($0)") }
    guard targets.contains(port) else { continue }
    let isTheDevice = zip(descriptors, targets).contains { descriptor, target in
      target.hasSuffix("/ptmx")
        && slave(ofMaster: descriptor, in: process).map { "/dev/pts/\($0)" == port } ?? false
    }
    guard !isTheDevice else { continue }
    return holder(process)
  }
  return nil
}

/// The process as a person knows it: a driver's process is part of the program that has started it.
private func holder(_ process: Int32) -> PortHolder? {
  let name = program(process)
  guard name == PortHolder.driver, let parent = parent(of: process) else {
    return PortHolder(process: process, program: name)
  }
  // Our own program has it under another name.
  if parent == getppid() { return nil }
  // One whose program was killed belongs to no one, and ends on its own.
  guard program(parent) == program(getppid()) else {
    return PortHolder(process: process, program: name)
  }
  return PortHolder(process: parent, program: program(parent))
}

private func program(_ process: Int32) -> String {
  kernelText("/proc/\(process)/comm").split(separator: "\n").first.map(String.init) ?? "?"
}

/// The second number after the name in `stat`; the name may have blanks and brackets itself.
private func parent(of process: Int32) -> Int32? {
  let fields = kernelText("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ")
  return fields?.dropFirst().first.flatMap { Int32($0) }
}

/// The number of the pseudo-terminal that a master belongs to: `tty-index: 7` is /dev/pts/7.
private func slave(ofMaster descriptor: String, in process: Int32) -> Substring? {
  let lines = kernelText("/proc/\(process)/fdinfo/\(descriptor)").split(separator: "\n")
  guard let line = lines.first(where: { $0.hasPrefix("tty-index:") }) else { return nil }
  return line.split { $0 == " " || $0 == "\t" }.last
}
