// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagReading
import Testing
import Voices

@testable import tagpress

/// What a person is told whose PC/SC reader, or the tag on it, cannot be had.
struct ReaderWordsTests {
  @Test(
    arguments: [
      (
        .noCardLibrary, "pcsc-not-installed",
        """
        PC/SC is not installed on this machine. Run 'sudo apt install pcscd libpcsclite1', then \
        plug the reader in again.
        """
      ),
      (
        .noCardService, "pcsc-not-running",
        """
        The PC/SC service is not running. Start it with 'sudo systemctl start pcscd.socket', or if \
        there is none, run 'sudo apt install pcscd'.
        """
      ),
      (
        .cardServiceRefuses, "pcsc-not-permitted",
        """
        The PC/SC service does not let you use its readers from here. Work at the machine \
        itself, or ask its administrator for a polkit rule for org.debian.pcsc-lite.access_pcsc.
        """
      ),
      (
        .severalReaders(["usb:1-2", "pcsc:ACS (1) 00 00"]), "several-readers",
        "There are several readers: usb:1-2, 'pcsc:ACS (1) 00 00'. Choose one with --reader "
          + "NAME."
      ),
      (
        .noSuchCardReader("ACS", known: []), "no-such-pcsc-reader",
        """
        The PC/SC service has no reader, and so none called 'ACS'. Plug it in. 'tagpress doctor' \
        lists what is there.
        """
      ),
      (
        .noSuchCardReader("ACS", known: ["OMNIKEY 00 00", "Identiv 01 00"]),
        "no-such-pcsc-reader",
        """
        The PC/SC service has no reader whose name begins with 'ACS'. It has: OMNIKEY 00 00, \
        Identiv 01 00. Choose one with --reader NAME.
        """
      ),
    ] as [(ReaderOpeningError, String, String)])
  func saysHowToCorrectIt(_ error: ReaderOpeningError, _ name: String, _ words: String) {
    #expect(error.machineName == name)
    #expect(error.words(Voice("write").cures) == words)
  }

  @Test(
    arguments: [
      // Someone who reads these is asked to take the tag away, and it is not asked again where it
      // is.
      (
        .silent, "tag-silent",
        "The tag did not answer. Put the tag on the middle of the reader again."
      ),
      (
        .corrupted, "answer-corrupted",
        "The tag's answer arrived damaged. Put the tag on the middle of the reader again."
      ),
      (
        .unclear, "answer-unclear",
        """
        The tag's answer could not be understood. Put the tag on the middle of the reader again.
        """
      ),
      (
        .unknownCard, "unknown-card",
        """
        What is on the reader does not identify itself. Move it to the middle of the reader. \
        If that changes nothing, TagPress cannot read it here.
        """
      ),
      (
        .heldElsewhere, "tag-in-use",
        """
        Another program is using the tag on this reader. Stop that program, or choose another \
        reader with --reader NAME.
        """
      ),
      (
        .cardServiceGone, "pcsc-stopped",
        """
        The PC/SC service stopped. If it does not come back by itself, start it with 'sudo \
        systemctl start pcscd.socket'.
        """
      ),
      (
        .notPermitted, "tag-not-permitted",
        """
        The PC/SC service does not let you use the tags on its readers from here. Work at the \
        machine itself, or ask its administrator for a polkit rule for \
        org.debian.pcsc-lite.access_card.
        """
      ),
    ] as [(ReaderError, String, String)])
  func saysWhyATagCannotBeUsed(_ error: ReaderError, _ name: String, _ words: String) {
    #expect(error.machineName == name)
    #expect(error.words(Voice("write").cures) == words)
  }
}
