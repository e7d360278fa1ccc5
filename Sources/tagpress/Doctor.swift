// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Glibc
internal import LibNFCReader
internal import StrictJSON
internal import TagKeys
internal import TagReading
internal import WebLink

/// `tagpress doctor`: which readers there are, what they can do, and why one does not work.
struct Doctor: Command {
  var readers: [String] = []
  var json = false

  static let table = CommandTable<Doctor>(
    name: ["doctor"],
    summary: "Find the readers of this machine and say what is wrong with them",
    discussion: """
      USB readers are found by themselves. A PN532 on a serial port is tried when it is named \
      with --reader or in LIBNFC_DEVICE, because a port may have something else behind it.
      """,
    examples: [
      "tagpress doctor": "Looks at USB readers, lists serial ports, says why a reader is missing.",
      "tagpress doctor --reader pn532_uart:/dev/ttyUSB0": "Opens that reader and lets it answer.",
    ],
    exitCodes: [.differs: "no reader works, or one that was named does not"],
    parameters: [
      .option("reader", .text("NAME"), to: \.readers, help: "A reader to try; may be repeated"),
      .flag("json", to: \.json, help: "Print one object"),
    ])

  func run(in console: Console) -> ExitCode {
    let survey = ReaderSurvey.take()
    var names = readers
    if names.isEmpty {
      names = survey.usb.filter { $0.device.driver != nil }.map(\.socket)
      if let named = getenv("LIBNFC_DEVICE") { names.append(String(cString: named)) }
    }
    let checks = names.map { check($0, survey) }
    let advice = advice(survey, checks)
    if json {
      console.write(report(checks, survey, advice))
    } else {
      console.write(page(checks, survey, advice))
    }
    let isWell = checks.contains(where: \.works) && (readers.isEmpty || checks.allSatisfy(\.works))
    return isWell ? .done : .differs
  }

  /// A reader that was tried.
  private struct Check {
    let name: String
    /// What of libnfc drives it; nil for a name that means nothing.
    let driver: String?
    let outcome: Result<(model: String, families: [String]), ReaderOpeningError>

    var works: Bool {
      if case .success = outcome { true } else { false }
    }
  }

  private func check(_ name: String, _ survey: ReaderSurvey) -> Check {
    var driver: String?
    do throws(ReaderOpeningError) {
      let readerName = try ReaderName(name)
      driver = driverName(of: readerName, survey)
      let reader = try LibNFCReader(readerName)
      return Check(
        name: name, driver: driver, outcome: .success((reader.identity.model, reader.modulations)))
    } catch {
      return Check(name: name, driver: driver, outcome: .failure(error))
    }
  }

  private func driverName(of name: ReaderName, _ survey: ReaderSurvey) -> String? {
    switch name {
    case .serial: "pn532_uart"
    case .usbSocket(let socket):
      survey.usb.first { $0.socket == "usb:\(socket)" }?.device.driver
    case .libnfc(let text): text.split(separator: ":").first.map(String.init)
    }
  }

  /// What TagPress does with the tags that a reader finds, given libnfc's names for what it can.
  private func abilities(_ families: [String]) -> [String] {
    func finds(_ name: String) -> Bool { families.contains { $0.contains(name) } }
    let recognised = [
      ("FeliCa", "FeliCa"), ("14443-4B", "Type B"), ("Jewel", "Topaz"),
    ].filter { finds($0.0) }.map(\.1)
    let written = finds("14443A") ? ["reads and writes NTAG and Ultralight (Type A)"] : []
    let named = recognised.isEmpty ? [] : ["recognises \(recognised.joined(separator: ", "))"]
    return written + named
  }

  /// The libraries that the answers depend on.
  private var libraries: [(name: String, version: String)] {
    [
      ("libnfc", libnfcVersion()), ("libcrypto", libcryptoVersion()), ("libidn2", libidn2Version()),
    ]
  }

  /// What stands in a reader's way that opening it cannot tell, each with its cure.
  private func advice(_ survey: ReaderSurvey, _ checks: [Check]) -> [String] {
    var advice: [String] = []
    for reader in survey.usb {
      if let module = reader.kernelDriver {
        advice.append(
          """
          The kernel module '\(visible(module))' holds the reader \(visible(reader.socket)). Run \
          'sudo modprobe -r \(visible(module))', and put 'blacklist \(visible(module))' into \
          /etc/modprobe.d/tagpress.conf to keep it away.
          """)
      }
      if reader.device.driver == nil {
        advice.append(
          """
          The device \(visible(reader.socket)) may be a reader, but libnfc has no driver for it. \
          A PN532 on a serial port, an SCL3711 or an ACR122U works.
          """)
      } else if !reader.mayOpen {
        advice.append(
          """
          You may not use the reader \(visible(reader.socket)). Run 'sudo adduser $USER plugdev', \
          log in again, and plug the reader in again.
          """)
      }
    }
    if survey.pcscServiceRuns, survey.usb.contains(where: { $0.device.driver == "acr122_usb" }) {
      advice.append(
        """
        The PC/SC service takes ACR122 readers for itself. Stop it with \
        'sudo systemctl stop pcscd.socket pcscd.service'.
        """)
    }
    if checks.isEmpty {
      let port = survey.ports.first?.path ?? "/dev/ttyUSB0"
      advice.append(
        """
        No reader was found on USB. If you have a PN532 on a serial port, name it: \
        'tagpress doctor --reader pn532_uart:\(visible(port))'. Without any reader, \
        'tagpress simulate' offers a virtual one.
        """)
    }
    return advice
  }

  private func page(_ checks: [Check], _ survey: ReaderSurvey, _ advice: [String]) -> String {
    let libraries = libraries.map { "\($0.name) \(visible($0.version))" }.joined(separator: ", ")
    var lines = ["tagpress \(version), with \(libraries)", "", "Readers"]
    if checks.isEmpty { lines.append("  none") }
    for check in checks {
      let driver = check.driver.map { " (driver \(visible($0)))" } ?? ""
      switch check.outcome {
      case .success(let reader):
        lines.append("  OK    \(visible(check.name)): \(visible(reader.model))\(driver)")
        lines.append("        \(abilities(reader.families).joined(separator: "; "))")
      case .failure(let error):
        lines.append("  FAIL  \(visible(check.name)): \(visible(error.description))\(driver)")
      }
    }
    if !survey.ports.isEmpty {
      lines += ["", "Serial ports (something else than a reader may be behind them)"]
      lines += survey.ports.map { port in
        "  \(visible(port.path))" + (port.mayOpen ? "" : " (you may not use it)")
      }
    }
    if !advice.isEmpty { lines += [""] + advice }
    return lines.joined(separator: "\n") + "\n"
  }

  private func report(
    _ checks: [Check], _ survey: ReaderSurvey, _ advice: [String]
  ) -> JSONValue {
    let readers = checks.map { check -> JSONValue in
      let driver = check.driver.map { JSONValue.string($0) } ?? .null
      return switch check.outcome {
      case .success(let reader):
        [
          "name": .string(check.name), "driver": driver, "works": true,
          "model": .string(reader.model),
          "can": .array(abilities(reader.families).map { .string($0) }),
          "families": .array(reader.families.map { .string($0) }),
        ]
      case .failure(let error):
        [
          "name": .string(check.name), "driver": driver, "works": false,
          "error": .string(error.description), "problem": .string(error.machineName),
        ]
      }
    }
    let ports = survey.ports.map { port -> JSONValue in
      ["path": .string(port.path), "mayOpen": .bool(port.mayOpen)]
    }
    return [
      "tagpress": .string(version),
      "libraries": .object(libraries.map { ($0.name, .string($0.version)) }),
      "readers": .array(readers), "ports": .array(ports),
      "advice": .array(advice.map { .string($0) }),
    ]
  }
}
