// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibNFC
internal import Glibc
internal import PN532Protocol
package import TagReading

/// How long a command may take on USB, in milliseconds, as libnfc is told it: it takes 200 off before it
/// waits at all.
let limitOnUSB: Int32 = 1_250

/// How long commands of libnfc's own may take; nil where its own time is right, as it cuts that on USB alone.
func commandLimit(ofConnection connection: String) -> Int32? {
  isOfUSB(connection: connection) ? limitOnUSB : nil
}

/// Keeps commands and answers together on USB.
///
/// libnfc takes what comes next for the answer, and compares the code alone: an answer that comes too late
/// is that to the next command of its kind, and so on for ever. So after any trouble the reader has to
/// give back a few bytes that no answer before can have. libnfc has no call that takes an answer without
/// sending a command, so a reader that is behind is opened again.
extension LibNFCReader {
  func comeIntoStep() throws(ReaderError) {
    guard isOpen else { throw whyNoAnswer }
    let isUnclaimed = node?.isClaimed == false
    if isUnclaimed {
      guard !isUnplugged else { throw .readerGone }
      noteTrouble()
    }
    guard !isInStep else { return }
    var wasTaken = false
    if isUnclaimed || !givesBytesBack { wasTaken = try openAgain() }
    if givesBytesBack, try !echoes() {
      wasTaken = try openAgain() || wasTaken
      guard try echoes() else { throw .readerSilent }
    }
    isInStep = true
    guard wasTaken, isWithTag else { return }
    // While another program had the reader, the tag lost its power: what was read of it before may be
    // that of one with the same UID.
    isWithTag = false
    throw .heldElsewhere
  }

  /// From some trouble on, answers may be those to other commands, and some before it may have been.
  func noteTrouble() {
    guard isOnUSB else { return }
    isInStep = false
    mayHaveCrossed = true
  }

  package func confirmAnswers() throws(ReaderError) {
    // What was put right since then says nothing about the answers before.
    defer { mayHaveCrossed = false }
    guard !mayHaveCrossed else { throw .readerSilent }
    guard isOnUSB, isOpen, isInStep, givesBytesBack else { return }
    isInStep = false
    guard try echoes() else { throw .readerSilent }
    isInStep = true
  }

  /// Finds out whether the reader gives bytes back at all.
  ///
  /// Every PN53x does, and a copy of a reader may not; of that no more is known than what libnfc compares.
  func tryEcho() {
    guard isOnUSB else { return }
    for _ in 1...2 {
      if (try? echoes()) == true { return }
      guard (try? openAgain()) != nil else { return }
    }
    givesBytesBack = false
  }

  private func echoes() throws(ReaderError) -> Bool {
    let sent = (0..<8).map { _ in UInt8.random(in: .min ... .max) }
    return try echo(of: sent) == [0x00] + sent
  }

  /// The communication test (UM0701-02, 7.2.1), which leaves the field and the tags alone.
  ///
  /// - Returns: nil for an answer that libnfc does not take for one to this command.
  private func echo(of bytes: [UInt8]) throws(ReaderError) -> [UInt8]? {
    let (status, answer) = tell(.diagnose(test: 0x00, parameters: bytes), within: limitOnUSB)
    guard status < 0 else { return answer }
    if isUnplugged { throw .readerGone }
    if status == NFC_ETIMEOUT { throw .readerSilent }
    return nil
  }

  /// Whether the device is no longer where it was opened.
  var isUnplugged: Bool {
    if let port { return port.hasHungUp }
    return node?.isGone ?? false
  }

  var whyNoAnswer: ReaderError { isUnplugged ? .readerGone : .readerSilent }

  var isOnUSB: Bool { node != nil }
}
