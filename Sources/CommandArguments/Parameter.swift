// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One line of a command's table: what a parameter is called, and where its value goes.
///
/// The type of the property decides how often a parameter is given. An option's plain or optional property takes
/// it once at most, an array takes it again and again. A positional argument is required for a plain
/// property, may be left out for an optional one, and an array takes all that follow.
package struct Parameter<Options>: Sendable {
  let description: ParameterDescription
  let store: @Sendable (String, inout Options) throws(ValueProblem) -> Void
}

/// Where a value goes.
package typealias Property<Options, Value> = any WritableKeyPath<Options, Value> & Sendable

extension Parameter {
  /// An option without a value: giving it makes the property true.
  package static func flag(
    _ name: String, short: Character? = nil, to property: Property<Options, Bool>, help: String
  ) -> Self {
    Self(
      description: ParameterDescription(name: name, short: short, kind: .flag, help: help)
    ) { _, options in options[keyPath: property] = true }
  }

  /// An option with a value; the property's first value is its default.
  package static func option<Value>(
    _ name: String, short: Character? = nil, _ value: ValueKind<Value>,
    to property: Property<Options, Value>, help: String
  ) -> Self {
    Self(
      description: ParameterDescription(
        name: name, short: short, kind: .option(value.description, repeats: false), help: help)
    ) { text, options throws(ValueProblem) in
      options[keyPath: property] = try value.read(text)
    }
  }

  /// An option with a value and no default.
  package static func option<Value>(
    _ name: String, short: Character? = nil, _ value: ValueKind<Value>,
    to property: Property<Options, Value?>, help: String
  ) -> Self {
    Self(
      description: ParameterDescription(
        name: name, short: short, kind: .option(value.description, repeats: false), help: help)
    ) { text, options throws(ValueProblem) in
      options[keyPath: property] = try value.read(text)
    }
  }

  /// An option that may be given again and again.
  package static func option<Value>(
    _ name: String, short: Character? = nil, _ value: ValueKind<Value>,
    to property: Property<Options, [Value]>, help: String
  ) -> Self {
    Self(
      description: ParameterDescription(
        name: name, short: short, kind: .option(value.description, repeats: true), help: help)
    ) { text, options throws(ValueProblem) in
      options[keyPath: property].append(try value.read(text))
    }
  }

  /// A positional argument that must be given.
  package static func positional<Value>(
    _ value: ValueKind<Value>, to property: Property<Options, Value>, help: String
  ) -> Self {
    Self(
      description: ParameterDescription(kind: .positional(value.description, .required), help: help)
    ) { text, options throws(ValueProblem) in
      options[keyPath: property] = try value.read(text)
    }
  }

  /// A positional argument that may be left out.
  package static func positional<Value>(
    _ value: ValueKind<Value>, to property: Property<Options, Value?>, help: String
  ) -> Self {
    Self(
      description: ParameterDescription(kind: .positional(value.description, .optional), help: help)
    ) { text, options throws(ValueProblem) in
      options[keyPath: property] = try value.read(text)
    }
  }

  /// All remaining positional arguments.
  package static func positional<Value>(
    _ value: ValueKind<Value>, to property: Property<Options, [Value]>, atLeast count: Int = 0,
    help: String
  ) -> Self {
    Self(
      description: ParameterDescription(
        kind: .positional(value.description, .repeated(atLeast: count)), help: help)
    ) { text, options throws(ValueProblem) in
      options[keyPath: property].append(try value.read(text))
    }
  }
}
