// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import SiteAssociation
internal import StrictJSON
internal import TagMemory
internal import TagReport

/// One row of a job before it is on a tag: its link, what phones will do, and the bytes.
struct RowAnswer {
  private let file: String
  private let job: Job
  private let row: JobRow
  private let number: Int
  private let link: PlannedLink
  private let further: [UInt8]?
  /// Whether a value of the link is drawn or given when its tag is there, or before.
  private let isOpen: Bool

  /// By its number among the rows that are right, or by its id.
  init(_ file: String, number wanted: Int?, id: String?, on desk: JobDesk) throws(Failure) {
    var head: Job?
    var found: JobRow?
    var count = 0
    _ = JobReader(path: file, mayLeaveFolder: desk.outside).read(
      begin: { head = $0 },
      visit: { row in
        count += 1
        let isWanted = id.map { $0.utf8.elementsEqual(row.id) } ?? (count == wanted)
        if isWanted { found = copy row }
        return !isWanted
      })
    guard let head, let found else {
      throw id.map { id in
        .refused(
          .`no-such-row`, "No right row has the id \"\(visible(id))\".", ["row": visible(id)],
          part: ".id")
      } ?? .refused(.`no-such-row`, "There is no such row.")
    }
    (self.file, job, row, number) = (file, head, found, count)
    let planned = Self.planned(found.idText, of: head, beside: file, on: desk)
    link = planned.map { PlannedLink($0.link) } ?? found.plannedLink()
    isOpen = planned == nil && !found.tokens.isEmpty
    further = (try? found.furtherMessage()) ?? nil
  }

  /// The row as the ledger has it, if that has taken over the manifest as it is now.
  private static func planned(
    _ id: String, of job: Job, beside file: String, on desk: JobDesk
  ) -> PlannedRow? {
    guard let files = desk.hash(of: file) else { return nil }
    let path = Ledger.path(besideManifest: file)
    return try? Ledger(at: path, job: job.id, access: .reading, now: .now).row(id: id, of: files)
  }

  var json: JSONValue {
    let message = (try? link.message(further: further))?.bytes ?? []
    return [
      "number": .integer(number), "id": .string(row.idText), "label": .optional(row.label),
      "shown": .array(
        row.shown.map { ["name": .string($0.name), "text": .string($0.text)] }),
      "link": .string(link.text), "isLate": .bool(row.inputs != nil || isOpen),
      "phones": phones(message), "bytes": .array(Self.parts(of: message)),
      "size": .integer(message.count), "chips": .array(chips(message.count)),
    ]
  }

  private func phones(_ message: [UInt8]) -> JSONValue {
    guard let forecast = phonesForecast(of: message) else { return .array([]) }
    var judge = RowJudge(job, file: file)
    let judgement = judge.judgement(of: Array(link.storedText.utf8))
    func phone(
      _ name: String, _ platforms: [MeantApp.Platform], _ words: String
    ) -> JSONValue {
      let apps = (judgement?.apps ?? []).filter {
        platforms.contains($0.app.platform) && $0.why != .notForApps
      }
      let lines = apps.flatMap { app in
        ["\(visible(app.app.name)) \(app.verdict.inWords): \(visible(app.why.description))"]
          + app.conditions.clauses.map { visible($0) }
      }
      return [
        "phone": .string(name),
        "verdict": .string(apps.map(\.verdict).best?.rawValue ?? "browser"),
        "apps": .array(
          apps.map {
            [
              "name": .string(visible($0.app.name)), "verdict": .string($0.verdict.rawValue),
              "why": $0.why.told.json, "conditions": .array($0.conditions.map(\.told.json)),
            ]
          }),
        "words": .array(
          (["\(name == "iPhone" ? "An iPhone" : "An Android phone") \(words)."] + lines).map {
            .string($0)
          }),
      ]
    }
    return .array([
      phone("iPhone", [.iOS, .clip], forecast.iPhone),
      phone("Android", [.android], forecast.android),
    ])
  }

  private func chips(_ size: Int) -> [JSONValue] {
    job.tags.chips.compactMap { TagChip(name: $0.value) }.map { chip in
      let room = chip.room
      let extent = MessageExtent(size: size, mirrorEnd: row.mirrorEnd)
      return [
        "chip": .string(chip.name), "capacity": .optional(room?.capacity),
        "fits": room.map { .bool($0.free(extent) >= 0) } ?? .null,
      ]
    }
  }

  /// The message in the pieces of which people speak.
  private static func parts(of message: [UInt8]) -> [JSONValue] {
    func part(_ name: String, _ bytes: some Collection<UInt8>) -> JSONValue {
      [
        "name": .string(name), "hex": .string(bytes.map { upperHex([$0]) }.joined(separator: " ")),
        "text": .string(
          String(
            decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") },
            as: UTF8.self)),
      ]
    }
    guard message.count > 5 else { return [] }
    // The first record is a link: its head, the code of its beginning, and the rest.
    let isShort = message[0] & 0x10 != 0
    let head = isShort ? 4 : 7
    guard message.count > head else { return [part("message", message)] }
    let length =
      isShort ? Int(message[2]) : message[2..<6].reduce(0) { $0 << 8 | Int($1) }
    let end = min(message.count, head + length)
    var parts = [
      part("head", message[..<head]),
      part("start", message[head..<head + 1]),
      part("rest", message[head + 1..<max(head + 1, end)]),
    ]
    if end < message.count { parts.append(part("further", message[end...])) }
    return parts
  }
}

extension PhoneVerdict {
  fileprivate var inWords: String {
    switch self {
    case .opens: "opens the link"
    case .shut: "does not open the link"
    case .unknown: "may open the link; that is not known"
    }
  }
}

extension PageHost {
  func row(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try RowAnswer(
      try JobFolder.job(query.text("file")), number: query.number("number"), id: query.text("id"),
      on: desk
    ).json
  }
}
