// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import LibNFCReader
internal import PCSCReader
internal import Plain
internal import ReaderProcess
internal import StrictJSON
internal import TagReading
internal import Voices

/// A tested reader.
struct ReaderCheck {
  let name: String
  /// Its driver, libnfc or PC/SC; nil for a name that means nothing.
  let driver: String?
  private let outcome: Result<Working, ReaderOpeningError>

  /// What a working reader says about itself.
  private struct Working {
    let model: String
    let abilities: [String]
    /// libnfc's own names for what the reader finds.
    let families: [String]
  }

  init(_ name: String, _ survey: ReaderSurvey) {
    self.name = name
    var driver: String?
    do throws(ReaderOpeningError) {
      if let cardReader = PCSCReaderName(name) {
        driver = "pcsc"
        outcome = .success(try Self.look(at: PCSCReader(cardReader)))
      } else {
        let readerName = try ReaderName(name)
        driver = Self.driver(of: readerName, survey)
        let reader = try openLibNFCReader(called: name, readerName)
        outcome = .success(
          Working(
            model: reader.identity.model, abilities: Self.abilities(reader.families),
            families: reader.families))
      }
    } catch {
      outcome = .failure(error)
    }
    self.driver = driver
  }

  /// Only a tag on the reader shows how it gives access to that kind; the service lists slots for
  /// contact cards, too.
  private static func look(at reader: PCSCReader) -> Working {
    let tag = try? reader.select(.vicinity)
    let vicinity =
      switch (reader.vicinityAccess, tag) {
      case (let access?, _): "reads and writes ISO 15693 tags \(access)"
      case (nil, _?): "finds ISO 15693 tags, but does not let programs read them"
      case (nil, nil): "put an ISO 15693 tag on it to see how it reads such tags"
      }
    return Working(
      model: reader.identity.model,
      abilities: [
        "if it is contactless, reads and writes NTAG, Ultralight and smart cards with NDEF",
        vicinity,
      ],
      families: [])
  }

  var works: Bool {
    if case .success = outcome { true } else { false }
  }

  var lines: [String] {
    let driver = driver.map { " (driver \(visible($0)))" } ?? ""
    return switch outcome {
    case .success(let reader):
      [
        "  OK    \(visible(name)): \(visible(reader.model))\(driver)",
        "        \(reader.abilities.joined(separator: "; "))",
      ] + fasterLine
    case .failure(let error):
      ["  FAIL  \(visible(name)): \(visible(error.words(Doctor.voice.cures)))\(driver)"]
    }
  }

  /// A serial line is as fast as its name says, and the usual speed is not the best.
  private var fasterLine: [String] {
    guard case .serial(let port, ReaderName.usualSpeed)? = try? ReaderName(name) else { return [] }
    return ["        a quarter less time from tag to tag: pn532_uart:\(visible(port)):460800"]
  }

  var json: JSONValue {
    let driver = JSONValue.optional(driver)
    return switch outcome {
    case .success(let reader):
      [
        "name": .string(name), "driver": driver, "works": true,
        "model": .string(reader.model),
        "can": .array(reader.abilities.map { .string($0) }),
        "families": .array(reader.families.map { .string($0) }),
      ]
    case .failure(let error):
      [
        "name": .string(name), "driver": driver, "works": false,
        "error": .string(error.words(Doctor.voice.cures)), "problem": .string(error.machineName),
      ]
    }
  }

  private static func driver(of name: ReaderName, _ survey: ReaderSurvey) -> String? {
    switch name {
    case .serial: "pn532_uart"
    case .usbSocket(let socket):
      survey.usb.first { $0.socket == "usb:\(socket)" }?.device.driver
    case .libnfc(let text): text.split(separator: ":").first.map(String.init)
    }
  }

  /// What TagPress does with the tags that a reader finds, given libnfc's names for them.
  private static func abilities(_ families: [String]) -> [String] {
    func finds(_ name: String) -> Bool { families.contains { $0.contains(name) } }
    let recognised = [
      ("FeliCa", "FeliCa"), ("14443-4B", "Type B"), ("Jewel", "Topaz"),
    ].filter { finds($0.0) }.map(\.1)
    let written = finds("14443A") ? ["reads and writes NTAG and Ultralight (Type A)"] : []
    let named = recognised.isEmpty ? [] : ["recognises \(recognised.joined(separator: ", "))"]
    return written + named
  }
}

/// What opening a reader cannot reveal, each with its cure.
func readerAdvice(
  _ survey: ReaderSurvey, _ cardReaders: CardReaders, isNoneNamed: Bool
) -> [String] {
  var advice: [String] = []
  if let problem = cardReaders.problem { advice.append(visible(problem.words(Doctor.voice.cures))) }
  for reader in survey.usb where reader.device.driver == nil && cardReaders.names.isEmpty {
    // A reader without a libnfc driver may be one that the PC/SC service lists.
    advice.append(
      """
      The device \(visible(reader.socket)) may be a reader, but libnfc has no driver for it. \
      The PC/SC service may have one: run 'sudo apt install pcscd', and plug the reader in again.
      """)
  }
  if isNoneNamed {
    let port = survey.ports.first?.path ?? "/dev/ttyUSB0"
    advice.append(
      """
      No reader was found on USB. If you have a PN532 on a serial port, name it: \
      'tagpress doctor --reader pn532_uart:\(visible(port))'. Without any reader, \
      'tagpress simulate' provides a virtual one.
      """)
  }
  return advice
}
