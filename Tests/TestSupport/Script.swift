// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The command line of a shell that runs these lines; `$0` is the file that they are in.
package func script(_ lines: String, in folder: TemporaryDirectory) throws -> String {
  "/bin/sh \(try folder.write(lines + "\n", to: "script"))"
}
