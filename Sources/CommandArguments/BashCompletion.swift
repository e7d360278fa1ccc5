// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension ToolDescription {
  /// The completion script for bash; it needs no other script.
  package var bashCompletion: String {
    """
    # bash completion for \(name), generated from its table of commands.
    _\(name)() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local place= ended= options= words= files= i=1
      COMPREPLY=()
      # bash breaks --option=value into three words.
      if [[ $current == = ]]; then
        current=
      elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      if [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == help ]]; then
        place=help i=2
      fi
      for ((; i < COMP_CWORD; i++)); do
        case ${place#help}/${COMP_WORDS[i]} in
          \(places.joined(separator: " | "))) place+=/${COMP_WORDS[i]} ;;
          *) break ;;
        esac
      done
      for ((; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == -- ]] && ended='-- '
      done
      case "$ended$place $previous" in
    \(commands.map(bashValues).joined())\
        *)
          case $place in
    \(branches.map(bashWords).joined())\
    \(commands.map(bashArguments).joined())\
            *) return ;;
          esac ;;
      esac
      [[ -n $ended ]] && options=
      if [[ -z $ended && $current == -* || -z $words$files ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
      else
        # Only bash itself may set this, and only while it completes.
        [[ -n $files ]] && compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen $files -W "$words" -- "$current")
      fi
    }
    complete -F _\(name) \(name)

    """
  }

  /// The places after an option that wants a value.
  private func bashValues(_ command: CommandDescription) -> String {
    command.parameters.filter(\.isOption).map { option in
      guard let value = option.value else { return "" }
      let patterns = option.spellings.map {
        shellQuoted("\(Self.place(of: command.name)) \($0)")
      }
      let offer = bashOffer([value])
      return "    \(patterns.joined(separator: " | "))) \(offer.isEmpty ? "return" : offer) ;;\n"
    }.joined()
  }

  /// The places where a word of a command's name is due, also after `help`.
  private func bashWords(_ place: String, _: [String], _ words: [String]) -> String {
    let list = words.joined(separator: " ")
    let first = place.isEmpty
    return """
              \(shellQuoted(place))) words=\(shellQuoted(first ? "\(list) help" : list)) \
      options='--help\(first ? " --version" : "")' ;;
              \(shellQuoted("help\(place)"))) words=\(shellQuoted(list)) ;;

      """
  }

  /// The places where a command's own options and arguments are due.
  private func bashArguments(_ command: CommandDescription) -> String {
    let options = command.options.map { "--\($0.name)" }.joined(separator: " ")
    let offer = bashOffer(command.positionals.compactMap(\.value))
    return "        \(Self.place(of: command.name))) options=\(shellQuoted(options))"
      + (offer.isEmpty ? "" : " \(offer)") + " ;;\n"
  }

  /// The assignments that offer what any of the values may be; empty if nothing can be offered.
  private func bashOffer(_ values: [ValueDescription]) -> String {
    var words: [String] = []
    var files: String?
    for value in values {
      switch value.form {
      case .text, .integer: break
      case .file: files = "-f"
      case .directory: files = files ?? "-d"
      case .choice(let choices): words += choices
      }
    }
    return [
      words.isEmpty ? nil : "words=\(shellQuoted(words.joined(separator: " ")))",
      files.map { "files=\($0)" },
    ].compactMap(\.self).joined(separator: " ")
  }
}
