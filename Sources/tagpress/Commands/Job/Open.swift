// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import Glibc
internal import JobPage
internal import JobWork
internal import PageServer
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Terminal
internal import Threads

/// `tagpress open`: the page in the browser, for people who do not live in a terminal.
struct Open: Command {
  var folder: String?
  var noOpen = false
  var new = false
  var demo = false
  var port: Int?
  var readers: [String] = []
  var station: String?
  var onDone: String?
  var outside = false
  var json = false

  static let name = ["open"]
  static let table = CommandTable<Open>(
    summary: "Do everything about jobs on a page in your browser",
    discussion: """
      Opens a page in your browser for the jobs in FOLDER, or in the folder you are in. There you \
      make a job from a spreadsheet, see what is wrong in its cells and what phones will do, \
      rehearse, write with several readers, print labels and make the report. The page comes from \
      this program and needs no internet; no other machine can reach it.

      The link opens one page, within a minute; press Enter here for a new one. Closing the page \
      stops nothing. Ctrl-C finishes the tags that are being written, and ends the program. When \
      you start it again for the same folder within a day, open pages continue by themselves. The \
      new link has another port, unless you name one with --port.
      """,
    examples: [
      "tagpress open": "Opens the page for the jobs in this folder.",
      "tagpress open --no-open spring/": "Prints the link, to be opened by hand.",
      "tagpress open --demo": "Needs no reader, no tag and no list.",
    ],
    meaningless: [
      "reader": "demo", "on-done": "demo", "outside": "demo", "new": "demo",
    ],
    parameters: [
      .positional(.directory("FOLDER"), to: \.folder, help: "The folder with the jobs"),
      .flag("no-open", to: \.noOpen, help: "Only print the link; start no browser"),
      .flag("new", to: \.new, help: "Forget the pages of an earlier start"),
      .flag(
        "demo", to: \.demo, help: "Show a sample job on virtual readers, in a folder of its own"),
      .option(
        "port", .integer("N", in: 1024...65535), to: \.port, help: "Serve the page at this port"),
      .option(
        "reader", .text("NAME"), to: \.readers,
        help: "A reader to offer on the page, beside those that are found"),
      .option(
        "station", .text("NAME"), to: \.station,
        help: "The name of this workstation, for the report"),
      .option(
        "on-done", .text("COMMAND"), to: \.onDone,
        help: "A program to run for each tag that is OK, such as a label printer's"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside a job's folder"),
      .flag("json", to: \.json, help: "Print the link as a JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      if demo, folder != nil {
        throw Failure(
          name: "usage", words: "--demo has a folder of its own. Leave out FOLDER.", kind: .usage)
      }
      try requirePrograms(["--on-done": onDone])
      try serve(on: console)
      return .done
    } catch {
      return console.report(error, "open", json: json, lines: true)
    }
  }

  private func serve(on console: Console) throws(Failure) {
    try requireNames(readers)
    // Before there is a folder that someone would have to remove.
    let interruption = Interruption()
    let sample = try demo ? SampleJob() : nil
    defer { sample?.remove() }
    // A demonstration starts anew each time, and leaves nothing behind.
    if let sample { setenv("XDG_STATE_HOME", "\(sample.folder)/.state", 1) }
    let fromHere = workingFolder()
    let place = try enterFolder(sample?.folder ?? folder ?? ".")
    let memory = PageMemory(ofFolder: place, forgetting: new)
    let feed = EventFeed()
    let codes = StartCodes()
    let desk = try PageTerminal()
    var options = PageOptions(
      program: pageProgram, folder: demo ? "Demo" : lastName(of: place),
      command: "tagpress open \(demo ? "--demo" : shellWord(place))")
    options.outside = outside
    options.station = station
    options.onDone = onDone.map { program(fromHere, $0) }
    options.readers = readers
    options.isDemo = demo
    let host = PageHost(
      options, demo: try demo ? DemoDesk() : nil, feed: feed, memory: memory, codes: codes
    ) { desk.say($0) }
    let server = try start(host, memory: memory, feed: feed)
    if let error = memory.note(port: server.port) {
      console.say("Pages will not come back by themselves after a restart: \(visible("\(error)"))")
    }
    defer {
      server.stop()
      server.waitForEnd()
      host.uploads.removeAll()
    }
    let link = { "http://127.0.0.1:\(server.port)/#code=\(codes.make())" }
    tell(link(), isFirst: true, on: console)
    desk.forEachWord(until: interruption.descriptor, on: console) {
      tell(link(), isFirst: false, on: console)
    }
    finish(host.runs, on: console)
  }

  /// The folder without symbolic links, which becomes the working directory.
  private func enterFolder(_ path: String) throws(Failure) -> String {
    guard isFolder(path) else {
      throw Failure(
        name: "no-folder",
        words:
          "There is no folder called \(visible(path)). Check the name, or leave it out for this"
          + " folder.", kind: .couldNotRun)
    }
    guard chdir(path) == 0, let real = realpath(".", nil) else {
      throw Failure(FileError(path: path, action: .read, code: errno))
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// Serves at a new port.
  ///
  /// At the port of an earlier start, someone else may have listened meanwhile and left something in
  /// the browser. Pages that were open before are still served there.
  private func start(
    _ host: PageHost, memory: PageMemory, feed: EventFeed
  ) throws(Failure) -> PageServer {
    do throws(PageServerError) {
      return try PageServer(
        port: port.map { UInt16($0) }, others: memory.waitingPorts, keys: memory, feed: feed,
        handler: host)
    } catch {
      throw Failure(name: "no-page", words: error.description, kind: .couldNotRun)
    }
  }

  private func tell(_ link: String, isFirst: Bool, on console: Console) {
    let isOpened = !noOpen && Desktop.open(link)
    if json {
      console.writeLine(["link": .string(link)])
    } else if isOpened {
      console.writeLine("The page opens in your browser. If it does not, open this link:")
      console.writeLine(link)
    } else {
      console.writeLine(
        noOpen
          ? "Open this link in your browser:"
          : "No browser could be started. Open this link in one:")
      console.writeLine(link)
    }
    if isFirst, !json {
      console.say(
        "The link opens one page, within a minute."
          + (console.canAsk ? " Press Enter for a new one, and Ctrl-C to end." : ""))
    }
    console.flush()
  }

  /// Tags that are being written are finished first; a second Ctrl-C does not wait.
  private func finish(_ runs: PageRuns, on console: Console) {
    runs.close()
    runs.stopSingle()
    while runs.hasSingle { usleep(20_000) }
    guard let run = runs.active else { return }
    console.say("Finishing the tags that are being written …")
    run.commands.stop()
    while !run.isOver { usleep(20_000) }
    // The pages are told how it ended.
    usleep(100_000)
  }
}

private func workingFolder() -> String {
  guard let path = getcwd(nil, 0) else { return "." }
  defer { free(path) }
  return String(cString: path)
}

/// The path of a program from another folder.
private func program(_ folder: String, _ command: String) -> String {
  command.hasPrefix("./") || command.hasPrefix("../") ? "\(folder)/\(command)" : command
}
