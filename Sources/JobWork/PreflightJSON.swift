// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
internal import JobSites
package import Provisioning
internal import SiteAssociation
package import StrictJSON
internal import TagKeys
internal import TagMemory

extension Preflight {
  /// All that is known about the job, for programs; with cells, samples of them, too.
  package func json(withCells: Bool, _ labels: OutdatedLabels?) -> JSONValue {
    .object(
      members(withCells: withCells) { $0.json }
        + (labels.map { [("outdated_labels", $0.json)] } ?? []))
  }

  /// The same, where each finding is told in a way of its own.
  package func members(
    withCells: Bool, _ finding: (PreflightFinding) -> JSONValue
  ) -> [(key: String, value: JSONValue)] {
    [
      ("job", .optional(job?.id)),
      ("tags", .integer(rowCount)),
      ("tags_resolved_later", .integer(lateRowCount)),
      ("errors", .integer(findings.errorCount)),
      ("warnings", .integer(warningCount)),
      ("findings", .array(findings.findings.map(finding))),
      ("omitted", .object(findings.omitted.map { ($0.rule, .integer($0.count)) })),
      ("chips", .array(chips.map(\.json))),
      ("key", .optional(key?.description)),
      (
        "hosts",
        .array(hosts.map { ["host": .string($0.name), "tags": .integer($0.rows)] })
      ),
      ("tags_of_other_hosts", .integer(otherHostRows)),
      ("apps", .array(apps.map(\.json))),
    ] + (withCells ? [("cells", cellsJSON)] : [])
  }

  /// Why there was nothing to check, if the manifest could not be read at all.
  package var unreadable: String? {
    guard job == nil, case .manifest(let problem)? = findings.findings.first?.problem,
      case .cannotRead = problem
    else { return nil }
    return problem.description
  }

  package var warningCount: Int { findings.counts.values.reduce(0, +) - findings.errorCount }

  /// What was found, apart from what there is too much of.
  package var findingsJSON: JSONValue { .array(findings.findings.map(\.json)) }

  private var cellsJSON: JSONValue {
    .array(
      samples.map { sample in
        [
          "file": .string(sample.file), "cell": .string(sample.cell.wholeName),
          "heading": .string(sample.column), "text": .string(sample.text),
          "tag": .optional(sample.tagText),
          "reasons": .array(sample.reasons.names.map { .string($0) }),
        ]
      })
  }
}

extension SampledCell.Reasons {
  fileprivate var names: [String] {
    let all: KeyValuePairs<String, Self> = [
      "hyperlink": .hyperlink, "formula": .formula, "formatted": .formatted, "digits": .digits,
      "letters": .letters, "signs": .signs, "number": .number,
    ]
    return all.filter { contains($0.value) }.map(\.key)
  }
}

extension PreflightFinding {
  package var json: JSONValue { .object(members) }

  package var members: [(key: String, value: JSONValue)] {
    [
      ("file", .string(file)), ("line", .integer(position.line)),
      ("column", .integer(position.column)), ("cell", .optional(cell?.wholeName)),
      ("severity", .string(problem.isError ? "error" : "warning")),
      ("rule", .string(problem.rule)), ("row", .optional(row)),
      ("message", .string(problem.description)),
    ]
  }
}

extension ChipFit {
  fileprivate var json: JSONValue {
    let isKnown = free != .max
    return [
      "chip": .string(chip.name), "capacity": .optional(capacity),
      "tags_too_large": .integer(rowsTooLarge), "free": isKnown ? .integer(free) : .null,
      "tightest": isKnown ? .string(tightestRow) : .null,
    ]
  }
}

extension AppCoverage {
  fileprivate var json: JSONValue {
    [
      "kind": .string(app.platform.rawValue), "app": .string(app.name), "tags": .integer(rows),
      "unknown": .integer(unknownRows),
      "conditions": .array(rows == 0 ? [] : conditions.map { .string($0.description) }),
    ]
  }
}
