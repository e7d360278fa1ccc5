// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Files
internal import Glibc
internal import JobWork
internal import Plain
internal import Rehearsal
internal import StrictJSON
internal import Terminal
internal import VirtualReader

/// `tagpress simulate`: a virtual reader that any program can open.
struct Simulate: Command {
  var stack: [String] = []
  var more: [String] = []
  var chip = SimulatedChip.ntag213
  var link: String?
  var usb: String?
  var usbReader = USBReaderModel.acr122u
  var control: String?
  var tell: String?
  var transcript: String?
  var seed = 1
  var faults = FaultLevel.none
  var delay = 2
  var realtime = false
  var json = false

  static let name = ["simulate"]
  static let table = CommandTable<Simulate>(
    summary: "Run a virtual reader with virtual tags for any program",
    discussion: """
      Prints the connection string with which libnfc programs open the reader, and runs until \
      Ctrl-C. With --usb the reader is a USB device that QEMU gives to a virtual machine, and QEMU's \
      options for that are printed. Each tag of the stack keeps its memory in its file; a file that does not exist yet \
      becomes a new tag, and a dump from another tool is used without changing it. At the start \
      the first tag is on the reader; commands to the control socket change that: list, next, \
      present N, swap N, add N, tear N, remove, unplug, replug, counters, transcript, stop.
      """,
    examples: [
      "tagpress simulate --stack one.tag two.tag --control desk":
        "A reader with two tags; the first one is on it.",
      "tagpress simulate --control desk --tell next":
        "Takes that tag away and puts the next one on the reader.",
    ],
    meaningless: [
      "stack": "tell", "chip": "tell", "link": "tell", "usb": "tell", "link": "usb",
      "transcript": "tell", "seed": "tell",
      "faults": "tell", "command-time": "tell", "realtime": "tell", "json": "tell",
    ],
    onlyBeside: ["seed": "faults", "usb-reader": "usb"],
    parameters: [
      .option("stack", .file("FILE"), to: \.stack, help: "A tag of the stack"),
      .positional(.file("FILE"), to: \.more, help: "More tags of the stack"),
      .option(
        "chip", .choice("CHIP"), to: \.chip, help: "The chip of new tags; NTAG213 by default"),
      .option("link", .file("PATH"), to: \.link, help: "Create this link to the reader's port"),
      .option("usb", .file("SOCKET"), to: \.usb, help: "Offer the reader to QEMU at this socket"),
      .option(
        "usb-reader", .choice("READER"), to: \.usbReader,
        help: "Which USB reader it is; an ACR122U by default"),
      .option("control", .file("PATH"), to: \.control, help: "Where to create the control socket"),
      .option("tell", .text("WORDS"), to: \.tell, help: "Send this to the control socket and exit"),
      .option(
        "transcript", .file("FILE"), to: \.transcript,
        help: "At the end, write what happened to this new file"),
      .option(
        "seed", .integer("N", in: 0...Int.max), to: \.seed,
        help: "Seed of the random faults; the same seed repeats them"),
      .option(
        "faults", .choice("LEVEL"), to: \.faults, help: "How much goes wrong; none by default"),
      .option(
        "command-time", .integer("MS", in: 0...1000), to: \.delay,
        help: "How long the simulated chip takes for a command; 2 by default"),
      .flag("realtime", to: \.realtime, help: "Take as long as real hardware would"),
      .flag("json", to: \.json, help: "Print the connection string as JSON"),
    ])

  func run(in console: Console) -> ExitCode {
    do {
      if let tell { return try ask(tell, on: console) }
      return try serve(on: console)
    } catch {
      console.say("tagpress simulate: \(visible("\(error)"))")
      return .couldNotRun
    }
  }

  /// Sends words to a simulation that runs in another terminal.
  private func ask(_ words: String, on console: Console) throws -> ExitCode {
    guard let control else {
      console.say("tagpress simulate: Use --control PATH to name the simulation.")
      return .usage
    }
    if let first = more.first {
      console.say(
        "tagpress simulate: '\(visible(first))' belongs to no option. Put all the words after"
          + " --tell in one pair of quotes.")
      return .usage
    }
    let answer = try ControlSocket.ask(control, words)
    console.writeLine(answer.value)
    return answer["error"] == nil ? .done : .differs
  }

  private func serve(on console: Console) throws -> ExitCode {
    let interruption = Interruption()
    // If something has that name already, say so now, not after hours.
    if let transcript { try NewFile.requireNew(transcript) }
    var options = VirtualReaderOptions()
    options.link = link
    options.usb = usb.map { USBOffer(usbReader, at: $0) }
    options.isRealTime = realtime
    options.time = TimeModel(perCommand: .milliseconds(delay))
    options.faults = FaultPlan(seed: UInt64(seed), odds: faults.odds)
    let reader = try VirtualReader(options)
    let stack = try TagStack(files: stack + more, newTag: chip, on: reader)
    let socket = try control.map { try ControlSocket($0) }

    let name = usb == nil ? "pn532_uart:\(reader.path)" : optionsOfQEMU(for: reader.path)
    if json {
      console.writeLine(["reader": .string(name), "seed": .integer(seed)])
    } else {
      console.writeLine(name)
    }
    console.flush()
    defer { reader.stop() }

    let desk = SimulatorDesk(reader: reader, stack: stack)
    if let socket {
      socket.serve(until: interruption.descriptor, or: { desk.isClosed }, desk.answer)
    } else {
      waitUntilReadable(interruption.descriptor)
    }
    // A tag's file is updated when it leaves: counters, for example, change without a write.
    stack.remove()
    if let transcript { try writeNewFile(transcript, desk.transcriptLines()) }
    if let failure = stack.failure { throw failure }
    console.say(desk.summary)
    return .done
  }

  /// A comma ends a value there, and two of them stand for one.
  private func optionsOfQEMU(for socket: String) -> String {
    let path = socket.split(separator: ",", omittingEmptySubsequences: false).joined(
      separator: ",,")
    return "-chardev socket,id=reader,path=\(path) -device usb-redir,chardev=reader"
  }

  private func waitUntilReadable(_ descriptor: Int32) {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&state, 1, -1) < 1 {}
  }
}
