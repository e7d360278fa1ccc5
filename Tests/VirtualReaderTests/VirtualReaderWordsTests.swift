// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Testing
import VirtualReader

struct VirtualReaderWordsTests {
  static let table: [(error: VirtualReaderError, words: String)] = [
    (
      .noTerminal(ENOSPC),
      "The system gave no pseudo-terminal (No space left on device). "
        + "Close programs that use terminals, or check that /dev/pts is mounted."
    ),
    (
      .noChannel(EMFILE),
      "The virtual reader could not open a channel to its thread (Too many open files). "
        + "Raise the limit of open files and try again."
    ),
    (
      .noThread(EAGAIN),
      "The virtual reader could not start its thread (Resource temporarily unavailable). "
        + "Raise the limit of threads and try again."
    ),
    (
      .link(path: "x/y", ENOENT),
      "The link x/y to the virtual reader could not be created (No such file or directory). "
        + "Choose a name in a folder that you can write to."
    ),
    (
      .linkInTheWay(path: "x"),
      "x exists and is not a symbolic link. Choose another name for the virtual reader."
    ),
    (
      .linkLeadsElsewhere(path: "x", to: "y"),
      "x leads to y and was not changed. Choose another name for the virtual reader, or remove "
        + "the link if no one needs it."
    ),
    (.stopped, "The virtual reader was stopped. Start a new one."),
  ]

  @Test(arguments: table)
  func words(error: VirtualReaderError, words: String) {
    #expect("\(error)" == words)
  }
}
