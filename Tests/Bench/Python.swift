// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// What Python does at the same work, where it is installed.
enum Python {
  private static let interpreter = "\(packageRoot)/.build/peers/bin/python"

  /// How much it does per second; not a number when it is not installed.
  static func figure(_ task: String, input: [UInt8] = []) throws -> Double {
    do throws(ProcessError) {
      let result = try run(
        interpreter, ["\(packageRoot)/.ci/peers/speed.py", task], input: input)
      return Double(result.output.filter { !$0.isWhitespace }) ?? .nan
    } catch {
      if case .noSuchProgram = error { return .nan }
      throw error
    }
  }

  /// How many seconds openpyxl needs for a look at every row; not a number when it is not installed.
  static func readingTime(of workbook: String) throws -> Double {
    do throws(ProcessError) {
      let result = try run(
        interpreter, ["\(packageRoot)/.ci/peers/openpyxl_reading.py", workbook],
        timeLimit: .seconds(300))
      return Double(result.output.filter { !$0.isWhitespace }) ?? .nan
    } catch {
      if case .noSuchProgram = error { return .nan }
      throw error
    }
  }

  static func row(
    _ what: String, _ ours: Double, _ unit: String, beside peer: String, _ theirs: Double
  ) -> Row {
    guard theirs.isFinite else {
      return Row(what, shown(ours, unit), beside: "\(peer): not installed")
    }
    return Row(
      what, shown(ours, unit), beside: "\(peer): \(shown(theirs, unit))",
      timesBetter: ours / theirs)
  }
}
