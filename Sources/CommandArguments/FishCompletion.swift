// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension ToolDescription {
  /// The completion script for fish.
  package var fishCompletion: String {
    var script = """
      # fish completion for \(name), generated from its table of commands.
      function __\(name)_at
          set -l words (commandline -opc)
          set -e words[1]
          set -l place ''
          if test "$words[1]" = help
              set place help
              set -e words[1]
          end
          for word in $words
              switch (string replace -r '^help' '' -- "$place")/$word
                  case \(places.joined(separator: " "))
                      set place $place/$word
                  case '*'
                      break
              end
          end
          contains -- "$place" $argv
      end
      complete -c \(name) -f

      """
    for (place, name, words) in branches {
      for word in words {
        script += fishLine(
          at: [place, "help\(place)"],
          "-a \(fishQuoted(word)) -d \(fishQuoted(summary(of: name + [word])))")
      }
      for option in place.isEmpty ? [.help, .version] : [ParameterDescription.help] {
        script += fishLine(at: [place], fishOption(option))
      }
    }
    script += fishLine(at: [""], "-a help -d \(fishQuoted("Explain a command"))")
    for command in commands {
      let place = Self.place(of: command.name)
      for option in command.options { script += fishLine(at: [place], fishOption(option)) }
      for value in command.positionals.compactMap(\.value) {
        let offer = fishOffer(value)
        if !offer.isEmpty { script += fishLine(at: [place], offer) }
      }
    }
    return script
  }

  private func fishLine(at places: [String], _ rest: String) -> String {
    let condition = "__\(name)_at " + places.map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: " ")
    return "complete -c \(name) -n \(fishQuoted(condition)) \(rest)\n"
  }

  private func fishOption(_ option: ParameterDescription) -> String {
    let short = option.short.map { "-s \($0) " } ?? ""
    let value = option.value.map(fishValue) ?? ""
    return "\(short)-l \(option.name)\(value) -d \(fishQuoted(option.help))"
  }

  /// The value an option needs; without `-x` fish would offer files for any of them.
  private func fishValue(_ value: ValueDescription) -> String {
    if case .file = value.form { return " -r -F" }
    let offer = fishOffer(value)
    return offer.isEmpty ? " -x" : " -x \(offer)"
  }

  private func fishOffer(_ value: ValueDescription) -> String {
    switch value.form {
    case .text, .integer: ""
    case .file: "-F"
    case .directory: "-a '(__fish_complete_directories)'"
    case .choice(let choices): "-a \(fishQuoted(choices.joined(separator: " ")))"
    }
  }
}

/// The text as one word of fish, where a backslash counts between single quotes too.
private func fishQuoted(_ text: String) -> String {
  "'\(escaping(["\\", "'"], in: text))'"
}
