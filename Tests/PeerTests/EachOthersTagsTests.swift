// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// What we wrote, read by others; what others wrote, read by us.
extension SimulatorPeers {
  @Suite struct EachOthersTagsTests {
    static let smartCards = [
      "ntag424-dna", "desfire-ev2-ndef", "type4-2.0", "type4-2.0-small", "type4-3.0",
    ]
    static let chips =
      [
        "ntag213", "ntag215", "ntag216", "ultralight", "ultralight-c", "ultralight-ev1-21",
        "felica-lite-s", "felica-lite-s-blank", "type3-large",
      ] + smartCards
    private static let link = "https://go.example.com/s/each-other"
    private static let message = "d1011c5504" + hex(Array("go.example.com/s/each-other".utf8))

    @Test(arguments: chips) func nfcpyReadsWhatWePut(_ chip: String) throws {
      let simulation = try Simulation(try StateFile(newTag: chip))
      let put = try simulation.peer(builtTool, "put", "--format", "--overwrite", Self.link)
      #expect(put.exit == .code(0), "\(put.errorOutput)")
      let read = try simulation.readByNFCPy()
      #expect(read["message"]?.string == Self.message)
      _ = try simulation.stop()
    }

    @Test(arguments: chips) func weReadWhatNFCPyWrites(_ chip: String) throws {
      let simulation = try Simulation(try StateFile(newTag: chip))
      // nfcpy writes only what is formatted; so we make an empty NDEF tag of it first.
      _ = try simulation.peer(builtTool, "put", "--format", "--overwrite", "https://a.example")
      _ = try simulation.nfcpy("write", Self.message)
      let read = try simulation.readByUs()
      #expect(read["message"]?.string == Self.message)
      #expect(read["records"]?.elements?.first?["uri"]?.string == Self.link)
      // And it is not written again, because it is right.
      let put = try simulation.peer(builtTool, "put", Self.link)
      #expect(put.output.hasSuffix("was there already; nothing was written\n"))
      _ = try simulation.stop()
    }

    /// Formatting by nfcpy makes a tag of ours empty, both say so, and we write it again.
    ///
    /// It is told what to wipe a smart card with, because without that it does nothing to it.
    @Test(arguments: chips) func nfcpyEmptiesWhatWePut(_ chip: String) throws {
      let simulation = try Simulation(try StateFile(newTag: chip))
      let put = try simulation.peer(builtTool, "put", "--format", "--overwrite", Self.link)
      #expect(put.exit == .code(0), "\(put.errorOutput)")
      // After the length, nfcpy fails to wipe a tag that takes more in a command than it can send.
      let answer =
        chip == "type4-3.0"
        ? "ValueError: unsupported command data length" : #"{"done":true}"#
      let isSmartCard = Self.smartCards.contains(chip)
      let format = isSmartCard ? ["format", "5a"] : ["format"]
      #expect(try simulation.nfcpy(format).hasSuffix(answer))

      let nfcpy = try simulation.readByNFCPy()
      #expect(nfcpy["message"]?.string == "")
      let ours = try simulation.readByUs()
      #expect(ours["content"]?.string == "empty", "\(ours)")

      let again = try simulation.peer(builtTool, "put", Self.link)
      #expect(again.exit == .code(0), "\(again.errorOutput)")
      let read = try simulation.readByNFCPy()
      #expect(read["message"]?.string == Self.message)
      _ = try simulation.stop()
    }

    /// No one knows how large a tag is that is not a FeliCa Lite and spoilt its attributes; nfcpy
    /// measures it.
    @Test func weWriteWhatNFCPyMeasured() throws {
      var spoilt = try StateFile(newTag: "type3-large")
      spoilt.lines = spoilt.lines.map { line in
        line.hasPrefix("block 0000 ") ? "block 0000 100C08025800000000000100000000FF" : line
      }
      let simulation = try Simulation(spoilt)
      let refused = try simulation.peer(builtTool, "put", "--format", "--overwrite", Self.link)
      #expect(refused.exit == .code(1), "\(refused.output)")
      #expect(refused.errorOutput.contains("Put the tag aside"), "\(refused.errorOutput)")
      #expect(try simulation.nfcpy("format").hasSuffix(#"{"done":true}"#))
      let put = try simulation.peer(builtTool, "put", Self.link)
      #expect(put.exit == .code(0), "\(put.errorOutput)")
      let read = try simulation.readByNFCPy()
      #expect(read["message"]?.string == Self.message)
      _ = try simulation.stop()
    }

    /// The other way round: we make empty what nfcpy wrote, and nfcpy writes it again.
    @Test(arguments: chips) func weEmptyWhatNFCPyWrites(_ chip: String) throws {
      let simulation = try Simulation(try StateFile(newTag: chip))
      _ = try simulation.peer(builtTool, "put", "--format", "--overwrite", "https://a.example")
      #expect(try simulation.nfcpy("write", Self.message) == #"{"done":true}"#)
      let erased = try simulation.peer(builtTool, "erase")
      #expect(erased.exit == .code(0), "\(erased.errorOutput)")
      let empty = try simulation.readByNFCPy()
      #expect(empty["message"]?.string == "")
      #expect(empty["writeable"]?.bool == true)
      #expect(try simulation.nfcpy("write", Self.message) == #"{"done":true}"#)
      let read = try simulation.peer(builtTool, "read", "--json").output
      #expect(read.contains(Self.link))
      _ = try simulation.stop()
    }

    @Test func weReadWhatNFCMFUltralightWrites() throws {
      let source = try Simulation(try StateFile(newTag: "ntag213"))
      _ = try source.peer(builtTool, "put", Self.link)
      _ = try source.peer("nfc-mfultralight", "r", "dump")
      let dump = try source.directory.read("dump")
      _ = try source.stop()

      let target = try Simulation(try StateFile(newTag: "ntag213"))
      try target.directory.write(dump, to: "dump")
      // It asks before it writes lock bytes, container and registers: no to all of them.
      _ = try target.peer("nfc-mfultralight", "w", "dump", input: "n\nn\nn\nn\n")
      let read = try target.readByUs()
      #expect(read["records"]?.elements?.first?["uri"]?.string == Self.link)
      _ = try target.stop()
    }

    @Test func nfcpyFindsATagThatWeProtected() throws {
      let simulation = try Simulation(try StateFile(newTag: "ntag213"))
      _ = try simulation.peer(builtTool, "key", "new", "spring.keys")
      let put = try simulation.peer(builtTool, "put", "--protect", "spring.keys", Self.link)
      #expect(put.exit == .code(0), "\(put.errorOutput)")
      let read = try simulation.readByNFCPy()
      #expect(read["message"]?.string == Self.message)
      // A write without the right to it must change nothing.
      _ = try simulation.nfcpy("write", "d1010c55046578616d706c652e636f6d")
      let after = try simulation.peer(builtTool, "read", "--json").output
      #expect(after.contains(Self.link))
      _ = try simulation.stop()
    }
  }
}

extension Simulation {
  /// What nfcpy says about the tag.
  fileprivate func readByNFCPy() throws -> JSONNode {
    try JSONDocument(reading: Array(try nfcpy("read").utf8)).root
  }

  /// What we say about it.
  fileprivate func readByUs() throws -> JSONNode {
    try JSONDocument(reading: try peer(builtTool, "read", "--json").stdout).root
  }
}
