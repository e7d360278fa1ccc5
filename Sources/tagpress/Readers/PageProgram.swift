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
    var found: [OfferedReader] = []
    func add(_ name: String, _ words: String, isSure: Bool = true) {
      guard !found.contains(where: { $0.name == name }) else { return }
      found.append(OfferedReader(name: name, words: words, isSure: isSure))
    }
    let survey = ReaderSurvey.look()
    for name in named { add(name, name) }
    for reader in survey.usb {
      if let driver = reader.device.driver { add(reader.socket, "\(driver), \(reader.socket)") }
    }
    let cards = CardReaders(survey)
    for name in cards.names { add(name, name) }
    // What is at a serial port is only known after asking it, so a person has to choose it.
    for port in survey.ports where port.mayOpen {
      add("pn532_uart:\(port.path)", "PN532, \(port.path)", isSure: false)
    }
    return (
      found,
      cards.problem.map {
        [Saying($0.words(Voice.page.cures), [Told($0.machineName)])]
      } ?? []
    )
  }
}
