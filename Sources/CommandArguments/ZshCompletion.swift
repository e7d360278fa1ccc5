// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension ToolDescription {
  /// The completion script for zsh, to be installed as `_<name>` or sourced after `compinit`.
  package var zshCompletion: String {
    """
    #compdef \(name)
    # zsh completion for \(name), generated from its table of commands.
    _\(name)() {
      local place=
      local -i at=2
      local -a choices
      if [[ CURRENT -gt 2 && $words[2] == help ]]; then
        place=help at=3
      fi
      while (( at < CURRENT )); do
        case ${place#help}/$words[at] in
          (\(places.joined(separator: "|"))) place+=/$words[at] ;;
          (*) break ;;
        esac
        (( at++ ))
      done
      case $place in
    \(branches.map(zshWords).joined())\
        (help/*) return 1 ;;
        (*)
          # _arguments is to see the last word of the command's name as the command.
          words=("${(@)words[at-1,-1]}")
          (( CURRENT -= at - 2 ))
          case $place in
    \(commands.map(zshArguments).joined())\
          esac ;;
      esac
    }
    if [[ $funcstack[1] == _\(name) ]]; then
      _\(name) "$@"
    else
      compdef _\(name) \(name)
    fi

    """
  }

  /// The places where a word of a command's name is due, also after `help`.
  private func zshWords(_ place: String, _ name: [String], _ words: [String]) -> String {
    let choices = words.map { word in
      "\n        \(shellQuoted("\(word):\(summary(of: name + [word]))"))"
    }
    let patterns = place.isEmpty ? "''|help" : "\(place)|help\(place)"
    let options = (place.isEmpty ? [.help, .version] : [.help]) as [ParameterDescription]
    let help = """
              choices=('help:Explain a command')
              _describe command choices

      """
    return """
          (\(patterns))
            choices=(\(choices.joined())
            )
            _describe command choices
            if [[ $place != help* ]]; then
      \(place.isEmpty ? help : "")\
              choices=(\(options.map { shellQuoted("--\($0.name):\($0.help)") }.joined(separator: " ")))
              _describe -o option choices
            fi ;;

      """
  }

  /// The place where a command's own options and arguments are due.
  private func zshArguments(_ command: CommandDescription) -> String {
    let specifications = command.options.map(zshOption) + command.positionals.map(zshPositional)
    return "        (\(Self.place(of: command.name)))\n          _arguments -s -S"
      + specifications.map { " \\\n            \($0)" }.joined() + " ;;\n"
  }

  private func zshOption(_ option: ParameterDescription) -> String {
    // An option that may not be repeated is no longer offered once it is there, by either name.
    let exclusion =
      switch option.name {
      case "help": "(- *)"
      default: option.repeats ? "*" : "(\(option.spellings.joined(separator: " ")))"
      }
    let help = escaping(["\\", "[", "]", ":"], in: option.help)
    let action = option.value.map { zshAction($0, separator: ":") } ?? ""
    return option.spellings.map { spelling in
      let joint =
        option.value == nil ? "" : spelling.utf8.starts(with: "--".utf8) ? "=" : "+"
      return shellQuoted("\(exclusion)\(spelling)\(joint)[\(help)]\(action)")
    }.joined(separator: " ")
  }

  private func zshPositional(_ positional: ParameterDescription) -> String {
    guard case .positional(let value, let presence) = positional.kind else { return "" }
    return switch presence {
    case .required: shellQuoted(zshAction(value, separator: ":"))
    case .optional: shellQuoted(zshAction(value, separator: "::"))
    case .repeated: shellQuoted("*" + zshAction(value, separator: ":"))
    }
  }

  private func zshAction(_ value: ValueDescription, separator: String) -> String {
    let action =
      switch value.form {
      case .text, .integer: " "
      case .file: "_files"
      case .directory: "_files -/"
      case .choice(let choices):
        "(\(choices.map { escaping(["\\", " ", "(", ")", ":"], in: $0) }.joined(separator: " ")))"
      }
    return "\(separator)\(escaping(["\\", ":"], in: value.name)):\(action)"
  }
}
