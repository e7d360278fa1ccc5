// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CommandArguments
import TestSupport
import Testing

@Suite("The manual page")
struct ManualPageTests {
  private let page = sampleTool.description.manualPage(date: "2026-01-02")

  @Test("it says everything the tables say")
  func whole() {
    #expect(page == sampleManual)
  }

  @Test(
    "groff has nothing to complain about",
    .enabled(if: isInstalled("groff"), "groff is not installed"))
  func groff() throws {
    let result = try run("groff", ["-man", "-Tutf8", "-ww", "-z"], input: Array(page.utf8))
    #expect(result == ProcessResult(exit: .code(0), stdout: [], stderr: []))
  }
}

private let sampleManual = #"""
  .\" Generated from the tool's table of commands; do not edit.
  .TH "PRESS" 1 "2026\-01\-02" "press 1.2" "User Commands"
  .SH NAME
  press \- print labels
  .SH SYNOPSIS
  .B press
  .I COMMAND
  [options] [arguments]
  .SH DESCRIPTION
  press prints labels. It\(aqs a sample; a path like C:\etemp is only text.
  .PP
  It\(aqs small.
  .SH COMMANDS
  Every command has \fB\-\-help\fR, which shows examples too.
  .SS "A label"
  .TP
  .B "press print [options] TEXT [MORE ...]"
  Print one label. The text goes on the label as it is, and whatever is too long for one label goes on to the next one.
  .RS
  .PP
  A label that is torn is printed again, and the roll goes on from there as if nothing at all had happened.
  .TP
  .B "\-j, \-\-json"
  Say what was done in JSON.
  .TP
  .B "\-q, \-\-quiet"
  Say nothing [unless: it fails].
  .TP
  .B "\-p, \-\-paper=PAPER"
  The paper to use (one of: plain, glossy).
  .TP
  .B "\-n, \-\-count=N"
  How many (from 1 to 500).
  .TP
  .B "\-\-offset=MM"
  Shift to the right (from \-9 to 9).
  .TP
  .B "\-o, \-\-output=FILE"
  Print into a file.
  .TP
  .B "\-\-only=ROW"
  Print this row alone (may be repeated).
  .TP
  .B "TEXT"
  What the label says.
  .TP
  .B "MORE"
  Files with more text, \- for standard input.
  .TP
  .B "exit status 1"
  the label was refused.
  .RE
  .TP
  .B "press copy [options] FILE ..."
  Copy labels.
  .RS
  .TP
  .B "FILE"
  Labels.
  .RE
  .SS "A roll"
  .TP
  .B "press roll load [options] [PAPER]"
  Load a new roll.
  .RS
  .TP
  .B "\-\-directory=DIR"
  Where rolls are kept.
  .TP
  .B "PAPER"
  The paper of the roll (one of: plain, glossy).
  .RE
  .TP
  .B "press roll check [options]"
  Check the roll.
  .RS
  .RE
  .SH EXIT STATUS
  .TP
  .B "0"
  done.
  .TP
  .B "1"
  something differs or was refused.
  .TP
  .B "2"
  could not run.
  .TP
  .B "64"
  the command line is wrong.
  .SH ENVIRONMENT
  .TP
  .B "NO_COLOR"
  If set, output has no colour\[u2026]
  .SH FILES
  .TP
  .B "\&.press"
  Where the labels are.
  .SH EXAMPLES
  .TP
  .B "press print \(aqHello, world\(aq"
  Prints one label.
  .TP
  .B "press print \-\-count=3 \-\-paper glossy Hello"
  Prints it three times on glossy paper.
  .TP
  .B "press copy a b"
  Copies both.
  .TP
  .B "press roll load \-\-directory rolls"
  Loads the next roll.
  .TP
  .B "press roll check"
  Checks.
  .SH SEE ALSO
  lp(1)

  """#
