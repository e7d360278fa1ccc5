// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import JobSites
internal import Provisioning
internal import SiteAssociation
internal import StrictJSON
internal import TagKeys
internal import TagMemory

extension Preflight {
  /// All that is known about the job, for programs.
  var json: JSONValue {
    [
      "job": .optional(job?.id),
      "tags": .integer(rowCount),
      "tags_resolved_later": .integer(lateRowCount),
      "errors": .integer(findings.errorCount),
      "warnings": .integer(warningCount),
      "findings": findingsJSON,
      "omitted": .object(findings.omitted.map { ($0.rule, .integer($0.count)) }),
      "chips": .array(chips.map(\.json)),
      "key": .optional(key?.description),
      "hosts": .array(
        hosts.map { ["host": .string($0.name), "tags": .integer($0.rows)] }),
      "tags_of_other_hosts": .integer(otherHostRows),
      "apps": .array(apps.map(\.json)),
    ]
  }

  func json(withCells: Bool) -> JSONValue {
    guard withCells, case .object(let members) = json else { return json }
    return .object(members + [("cells", cellsJSON)])
  }

  /// What was found, apart from what there is too much of.
  var findingsJSON: JSONValue { .array(findings.findings.map(\.json)) }
}

extension PreflightFinding {
  var json: JSONValue {
    [
      "file": .string(file), "line": .integer(position.line), "column": .integer(position.column),
      "cell": .optional(cell?.wholeName),
      "severity": .string(problem.isError ? "error" : "warning"), "rule": .string(problem.rule),
      "row": .optional(row), "message": .string(problem.description),
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
