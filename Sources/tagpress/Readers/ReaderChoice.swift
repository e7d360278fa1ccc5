// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Glibc
internal import LibNFCReader
internal import PCSCReader
internal import Plain
internal import Provisioning
internal import ReaderProcess
internal import TagReading

/// Opens the reader that the user named, or the only one.
func openReader(_ name: String?) throws(Failure) -> any TagReader {
  try orFail { () throws(ReaderOpeningError) in
    try openReader(called: try chosenReader(name))
  }
}

/// Opens a reader of the PC/SC service by its name there, or one of libnfc's by any other name.
private func openReader(called name: String) throws(ReaderOpeningError) -> any TagReader {
  if let name = PCSCReaderName(name) { return try PCSCReader(name) }
  return try openLibNFCReader(called: name, ReaderName(name))
}

/// Opens a reader of libnfc, or says how the PC/SC service calls it, if that may have it.
///
/// Only root sees what the service has open. A service that was not started has nothing.
func openLibNFCReader(
  called text: String, _ name: ReaderName
) throws(ReaderOpeningError) -> ReaderProcess {
  do throws(ReaderOpeningError) {
    return try openLibNFCReader(name)
  } catch {
    guard case .inUse(let port, let holder) = error, holder.map({ $0.program == "pcscd" }) ?? true,
      ReaderSurvey.pcscServiceIsStarted()
    else { throw error }
    let socket = lastingName(of: text)
    let survey = ReaderSurvey.look()
    let listed = ((try? cardReaderNames()) ?? []).filter(isACR122U)
    guard !listed.isEmpty, ofService(survey).contains(where: { $0.socket == socket }) else {
      throw error
    }
    throw .inUseAsListed(port, by: holder, listed)
  }
}

/// The name of the reader that the user named, or of the only one.
///
/// libnfc's name for a reader on USB is another one when it is plugged in again, and then the reader would
/// never be found.
func chosenReader(_ name: String?) throws(ReaderOpeningError) -> String {
  if let name { return lastingName(of: name) }
  if let named = nameInEnvironment() {
    guard PCSCReaderName(named) != nil || (try? ReaderName(named)) != nil else {
      throw .unknownName("LIBNFC_DEVICE=\(named)")
    }
    return lastingName(of: named)
  }
  let survey = ReaderSurvey.look()
  // The service is asked only if there are no readers, or programs have them: it may be that program.
  let asksService = survey.usb.allSatisfy { $0.device.driver == nil || $0.isClaimed }
  var listed: [String] = []
  if asksService, survey.pcscServiceRuns {
    do throws(ReaderOpeningError) {
      listed = try cardReaderNames()
    } catch {
      // A reader that a program has is there all the same, and opening it says who that is.
      guard survey.usb.contains(where: { $0.device.driver != nil }) else { throw error }
    }
  }
  let found = namesOfReaders(survey, listed)
  switch found.count {
  case 0: throw .noReaderFound
  case 1: return found[0]
  default: throw .severalReaders(found)
  }
}

/// The name that libnfc's programs know, too; an empty one is none.
func nameInEnvironment() -> String? {
  getenv("LIBNFC_DEVICE").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

/// The readers of this machine, each once: one that the service lists is not libnfc's as well.
func namesOfReaders(_ survey: ReaderSurvey, _ listed: [String]) -> [String] {
  let ofService = ofService(survey)
  let isTheService = listed.contains(where: isACR122U)
  return survey.usb.filter { $0.device.driver != nil && !(isTheService && ofService.contains($0)) }
    .map(\.socket) + listed
}

/// The readers that a program has, and that the service knows too.
private func ofService(_ survey: ReaderSurvey) -> [ReaderSurvey.USBReader] {
  survey.usb.filter { $0.isClaimed && $0.device.driver == "acr122_usb" }
}

/// By the service's name, which it takes from the device's numbers, so that copies are called ACS, too.
private func isACR122U(_ listed: String) -> Bool {
  listed.contains("ACR122") || listed.contains("38U")
}

/// Opens an unplugged reader as soon as it is back; nil if the user stops.
func reopenReader(
  _ name: String, lostBy loss: ReaderError, unless stop: StopFlag,
  tell: (ReaderOpeningError) -> Void,
  by open: (String) throws(ReaderOpeningError) -> any TagReader = {
    name throws(ReaderOpeningError) in
    try openReader(called: lastingName(of: name))
  }
) -> (any TagReader)? {
  var hindrance = Hindrance(after: loss)
  while !stop.isRaised {
    // Looking at the bus is cheap, and a person needs longer than this to plug a reader in. A reader
    // that opens but does nothing else must not be reopened all the time, so the pause comes first.
    usleep(200_000)
    do throws(ReaderOpeningError) {
      return try open(name)
    } catch {
      if hindrance.isNews(error) { tell(error) }
    }
  }
  return nil
}

/// The readers that the user named, or the only one, each opened by its own thread.
func batchReaders(_ names: [String]) throws(Failure) -> [BatchReader] {
  try requireDifferent(names)
  var chosen = names.map(lastingName)
  if chosen.isEmpty {
    do throws(ReaderOpeningError) {
      chosen = [try chosenReader(nil)]
    } catch {
      throw Failure(error)
    }
  }
  return chosen.map { name in
    BatchReader(name: name) { () throws(ReaderOpeningError) in
      try openReader(called: name)
    }
  }
}

/// Refuses what can never be the name of a reader; one that is not there may be plugged in.
func requireNames(_ names: [String]) throws(Failure) {
  try orFail { () throws(ReaderOpeningError) in
    for name in names where PCSCReaderName(name) == nil { _ = try ReaderName(name) }
  }
  try requireDifferent(names)
}

/// Of two names for one reader, the second would find it in use, and blame another program.
private func requireDifferent(_ names: [String]) throws(Failure) {
  guard names.count > 1 else { return }
  let listed = names.contains { PCSCReaderName($0) != nil } ? (try? cardReaderNames()) ?? [] : []
  var named: [String: String] = [:]
  for name in names {
    let place = placeOfReader(name, listed)
    guard let other = named[place] else {
      named[place] = name
      continue
    }
    let words =
      other == name
      ? "\(visible(name)) is named twice; name each reader once."
      : "\(visible(other)) and \(visible(name)) are the same reader; name it once."
    throw Failure(name: "usage", words: words, kind: .usage)
  }
}

/// Where a reader is just now: the same for all names of one reader, given those that the service lists.
func placeOfReader(_ name: String, _ listed: [String]) -> String {
  if let cardReader = PCSCReaderName(name) { return cardReader.whole(among: listed) }
  return (try? ReaderName(name))?.place ?? name
}
