// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension ToolDescription {
  /// The manual page in the man(7) macros, for section 1.
  ///
  /// The date is a parameter because the same sources must give the same page on any day.
  package func manualPage(date: String) -> String {
    var page = """
      .\\" Generated from the tool's table of commands; do not edit.
      .TH \(roffQuoted(name.uppercased())) 1 \(roffQuoted(date)) \(roffQuoted("\(name) \(version)")) "User Commands"
      .SH NAME
      \(roff(name)) \\- \(roff(summary))
      .SH SYNOPSIS
      .B \(roff(name))
      .I COMMAND
      [options] [arguments]

      """
    page += ".SH DESCRIPTION\n"
    page += paragraphs(of: discussion).map { roffLine($0) }.joined(separator: ".PP\n")
    page += ".SH COMMANDS\n"
    page += roffLine(
      "Every command has \\fB\\-\\-help\\fR, which shows examples too.", isRoff: true)
    for group in groups {
      page += ".SS \(roffQuoted(group.title))\n"
      for command in group.commands { page += manualEntry(command) }
    }
    page += ".SH EXIT STATUS\n"
    for code in ExitCode.allCases { page += tagged("\(code.rawValue)", code.meaning + ".") }
    page += section("ENVIRONMENT", environment) + section("FILES", files)
    page += ".SH EXAMPLES\n"
    for command in commands {
      for (line, effect) in command.examples { page += tagged(line, effect) }
    }
    if !seeAlso.isEmpty {
      page += ".SH SEE ALSO\n" + roffLine(seeAlso.joined(separator: ", "))
    }
    return page
  }

  private func manualEntry(_ command: CommandDescription) -> String {
    let discussion = paragraphs(of: command.discussion)
    var entry = tagged(
      "\(name) \(command.usage)", "\(command.summary). \(discussion.first ?? "")")
    // The relative inset puts more paragraphs and the parameters below the text of their command.
    entry += ".RS\n"
    for paragraph in discussion.dropFirst() { entry += ".PP\n" + roffLine(paragraph) }
    for parameter in command.parameters {
      entry += tagged(parameter.manualTerm, "\(parameter.explanation).")
    }
    for (code, meaning) in command.exitCodes {
      entry += tagged("exit status \(code.rawValue)", "\(meaning).")
    }
    return entry + ".RE\n"
  }

  private func section(_ title: String, _ rows: KeyValuePairs<String, String>) -> String {
    guard !rows.isEmpty else { return "" }
    return ".SH \(title)\n" + rows.map { tagged($0.key, $0.value) }.joined()
  }
}

extension ParameterDescription {
  fileprivate var manualTerm: String {
    guard isOption else { return spelling }
    let long = value.map { "--\(name)=\($0.name)" } ?? "--\(name)"
    return (short.map { "-\($0), " } ?? "") + long
  }
}

/// A term in bold, and below it the indented text that explains it.
private func tagged(_ term: String, _ text: String) -> String {
  ".TP\n.B \(roffQuoted(term))\n" + roffLine(text)
}

/// A line of running text, or nothing if there is no text.
private func roffLine(_ text: String, isRoff: Bool = false) -> String {
  let line = text.split(separator: " ").joined(separator: " ")
  return line.isEmpty ? "" : "\(isRoff ? line : roff(line))\n"
}

/// The text as one argument of a macro.
private func roffQuoted(_ text: String) -> String {
  "\"\(roff(text))\""
}

/// The text with everything escaped that roff would execute.
///
/// Other than ASCII is written by its number, because older man programs read Latin-1.
/// Hyphens become minus signs, so that options can be copied from the page; quotes, grave accents, carets and
/// tildes would otherwise be printed as their typographic relatives. A dot or quote begins a
/// request only at the start of a line, and `\&` before it is invisible anywhere.
private func roff(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": escaped += "\\e"
    case "-": escaped += "\\-"
    case "\"": escaped += "\\(dq"
    case "'": escaped += "\\(aq"
    case "`": escaped += "\\(ga"
    case "^": escaped += "\\(ha"
    case "~": escaped += "\\(ti"
    case "." where escaped.isEmpty: escaped += "\\&."
    case "\n", "\r": escaped += " "
    case "\u{80}"...:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)]"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
