// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// Runs the built program.
func tagpress(
  _ arguments: String..., input: String = "", environment: [String: String]? = nil,
  directory: String? = nil
) throws -> ProcessResult {
  try run(
    builtTool, arguments, input: Array(input.utf8), environment: environment, directory: directory)
}
