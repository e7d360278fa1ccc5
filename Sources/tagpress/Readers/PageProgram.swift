// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobPage
internal import LibNFCReader
internal import Plain
internal import Provisioning
internal import TagReading
internal import Terminal
internal import Voices

/// The program as its page needs it.
let pageProgram = PageProgram(
  version: version, languages: Languages.object, readers: PageProgram.offered, open: batchReaders,
  openVirtual: { BatchReader($0, number: $1) }, mayHoldRealTags: mayHoldRealTags,
  show: { Desktop.open($0) })

extension PageProgram {
  fileprivate static func offered(
    _ named: [String]
  ) -> (readers: [OfferedReader], notes: [Saying]) {
    let survey = ReaderSurvey.look()
    let cards = CardReaders(survey)
    return (
      readersOffered(named, survey, cards.names),
      cards.problem.map {
        [Saying($0.words(Voice.page.cures), [Told($0.machineName)])]
      } ?? []
    )
  }
}

/// The readers of this machine, each once, after those that the user named.
func readersOffered(
  _ named: [String], _ survey: ReaderSurvey, _ listed: [String]
) -> [OfferedReader] {
  var places: Set<String> = []
  var found: [OfferedReader] = []
  func add(_ name: String, _ words: String, isSure: Bool = true) {
    guard places.insert(placeOfReader(name, listed)).inserted else { return }
    found.append(OfferedReader(name: name, words: words, isSure: isSure))
  }
  for name in named { add(name, name) }
  for name in namesOfReaders(survey, listed) {
    let driver = survey.usb.first { $0.socket == name }?.device.driver
    add(name, driver.map { "\($0), \(name)" } ?? name)
  }
  // What is at a serial port is only known after asking it, so a person has to choose it.
  for port in survey.ports where port.mayOpen {
    add("pn532_uart:\(port.path)", "PN532, \(port.path)", isSure: false)
  }
  return found
}
