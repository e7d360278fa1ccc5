// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CommandArguments
import Testing

@Suite("Help texts")
struct HelpTextTests {
  @Test("no line is wider than 80 columns", arguments: [sampleHelp, printHelp, rollHelp])
  func width(_ help: String) {
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}

/// The help of the whole sample tool.
let sampleHelp = """
  Usage: press COMMAND [options] [arguments]

  press - print labels

  press prints labels. It's a sample; a path like C:\\temp is only text.

  It's small.

  A label:
    print       Print one label
    copy        Copy labels

  A roll:
    roll load   Load a new roll
    roll check  Check the roll

  'press help COMMAND' explains a command and shows examples; 'press --version'
  says which version this is.

  """

/// The help of `press print`.
let printHelp = """
  Usage: press print [options] TEXT [MORE ...]

  Print one label.

  The text goes on the label as it is, and whatever is too long for one label goes
  on to the next one.

  A label that is torn is printed again, and the roll goes on from there as if
  nothing at all had happened.

  Arguments:
    TEXT  What the label says
    MORE  Files with more text, - for standard input

  Options:
    -j, --json         Say what was done in JSON
    -q, --quiet        Say nothing [unless: it fails]
    -p, --paper PAPER  The paper to use (one of: plain, glossy)
    -n, --count N      How many (from 1 to 500)
        --offset MM    Shift to the right (from -9 to 9)
    -o, --output FILE  Print into a file
        --only ROW     Print this row alone (may be repeated)
    -h, --help         Show this help

  Examples:
    press print 'Hello, world'
        Prints one label.
    press print --count=3 --paper glossy Hello
        Prints it three times on glossy paper.

  Exit codes:
    0   done
    1   the label was refused
    2   could not run
    64  the command line is wrong

  """

/// The help of the two commands that begin with `roll`.
let rollHelp = """
  Usage: press roll COMMAND [options] [arguments]

  Commands:
    roll load   Load a new roll
    roll check  Check the roll

  'press help roll COMMAND' explains a command.

  """
