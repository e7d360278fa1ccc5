// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// Where the built program has a key while it waits for a tag, and which programs see it there.
struct KeyMemoryTests {
  private let desk: Desk
  private let program: BackgroundProgram

  init() throws {
    desk = try Desk()
    try desk.tell("remove")
    try desk.folder.writeSpringJob(
      rows: 2, protect: #"<protect with="password" keys="spring.keys"/>"#)
    #expect(try desk.tagpress("key", "new", "spring.keys").exit == .code(0))
    program = try BackgroundProgram(
      builtTool, ["write", "--json", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    while let line = program.nextLine(), !line.contains(#""event":"ready""#) {}
  }

  /// 64 hexadecimal digits, and the bytes that they stand for.
  private func key() throws -> (digits: [UInt8], bytes: [UInt8]) {
    let lines = String(decoding: try desk.folder.read("spring.keys"), as: UTF8.self)
      .split(separator: "\n")
    let digits = try #require(lines.first { $0.hasPrefix("key: ") }).dropFirst(5)
    let key = bytes(ofHex: digits)
    try #require(key.count == 32)
    return (Array(digits.utf8), key)
  }

  @Test func theKeyIsInItsOwnPagesAndNowhereElse() throws {
    let (digits, bytes) = try key()
    // Root alone may look; for anyone else that is the whole answer.
    let memory = open("/proc/\(program.group)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else {
      #expect(geteuid() != 0 && errno == EACCES)
      return
    }
    defer { close(memory) }
    var places: [String] = []
    for region in try regions() {
      var content = [UInt8](repeating: 0, count: region.size)
      let count = pread(memory, &content, content.count, off_t(region.start))
      guard count > 0 else { continue }
      #expect(!holds(content, digits), "the file's text in \(region.flags)")
      if holds(content, bytes) { places.append(region.flags) }
    }
    // "dd" is not dumped, "wf" is wiped in a fork, "lo" is locked, where the limit allows any.
    #expect(places.count == 1, "\(places)")
    let flags = Set((places.first ?? "").split(separator: " "))
    #expect(flags.isSuperset(of: ["dd", "wf"]), "\(places)")
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    #expect(flags.contains("lo") || limit.rlim_cur < 4096, "\(places)")
  }

  /// The limit of core dumps is 0; and with the limit lifted from outside there is none either.
  @Test func aSignalLeavesNoCoreDump() throws {
    let limits = String(
      decoding: try contents(of: "/proc/\(program.group)/limits"), as: UTF8.self)
    let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(core?.split(separator: " ").dropFirst(4).first == "0", "\(core ?? "")")
    // Perl says whether its child left one, as the shell does not.
    try desk.folder.write(
      """
      # Swift's own look at a crash would end the program by itself.
      $ENV{SWIFT_BACKTRACE} = 'enable=no';
      my ($ready, @command) = @ARGV;
      pipe(my $out, my $in);
      my $child = fork;
      if (!$child) { open STDOUT, '>&', $in; exec @command; }
      close $in;
      while (<$out>) { last if index($_, $ready) >= 0 }
      system "prlimit", "--pid", $child, "--core=unlimited:unlimited";
      kill 'SEGV', $child;
      waitpid $child, 0;
      print $? & 127, " ", $? & 128 ? "core" : "none", "\\n";
      """, to: "core.pl")
    try desk.tell("stop")
    let other = try Desk()
    try other.tell("remove")
    for (ready, command, answer) in [
      ("up", ["sh", "-c", "echo up; exec sleep 60"], "11 core\n"),
      (
        #""event":"ready""#,
        [builtTool, "write", "--json", "--reader", other.reader, "spring.xml"], "11 none\n"
      ),
    ] {
      program.send(SIGKILL)
      let result = try run(
        "perl", ["core.pl", ready] + command, directory: desk.folder.path)
      #expect(result.output == answer, "\(result.errorOutput)")
    }
  }

  private func holds(_ content: [UInt8], _ wanted: [UInt8]) -> Bool {
    content.withUnsafeBytes { (content: UnsafeRawBufferPointer) -> Bool in
      var place = 0
      while place + wanted.count <= content.count {
        let rest = UnsafeRawBufferPointer(rebasing: content[place...])
        guard let start = rest.baseAddress,
          let found = memchr(start, Int32(wanted[0]), rest.count)
        else { return false }
        place += UnsafeRawPointer(found) - start
        if place + wanted.count <= content.count, memcmp(found, wanted, wanted.count) == 0 {
          return true
        }
        place += 1
      }
      return false
    }
  }

  /// The memory that can be written, with the flags of each region.
  private func regions() throws -> [(start: UInt64, size: Int, flags: String)] {
    let text = String(decoding: try contents(of: "/proc/\(program.group)/smaps"), as: UTF8.self)
    var regions: [(start: UInt64, size: Int, flags: String)] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let ends = words.first?.split(separator: "-").compactMap { UInt64($0, radix: 16) } ?? []
      if ends.count == 2, words.count >= 5 {
        if words[1].hasPrefix("rw") { regions.append((ends[0], Int(ends[1] - ends[0]), "")) }
      } else if line.hasPrefix("VmFlags: "), words.contains("wr"), !regions.isEmpty {
        regions[regions.count - 1].flags = String(line)
      }
    }
    return regions
  }
}
