// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// A room of the house is a module; `imports` are its arrows on docs/architecture.md.
// Keep one room to a line: `make tidy` reads this table.
func room(_ name: String, imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

// The tests of a room, in Tests/<name>Tests.
func tests(of name: String, with support: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + support, swiftSettings: settings)
}

// A libFuzzer target, in Tests/Fuzz/Fuzz<name>. It has no main of its own, so it exists only for
// `TAGPRESS_FUZZ=1 swift build -c release --sanitize=fuzzer --product Fuzz<name>`.
func fuzz(_ name: String, of room: String) -> Target {
  .executableTarget(
    name: "Fuzz\(name)", dependencies: [.byName(name: room)], path: "Tests/Fuzz/Fuzz\(name)",
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

let fuzzTargets: [Target] = [
  fuzz("JSON", of: "StrictJSON"),
  fuzz("Link", of: "WebLink"),
  fuzz("NDEF", of: "NDEF"),
]

let package = Package(
  name: "TagPress",
  targets: [
    room("StrictJSON"),
    tests(of: "StrictJSON", with: ["TestSupport"]),
    .systemLibrary(name: "CLibIDN2", providers: [.apt(["libidn2-dev"])]),
    room("WebLink", imports: ["CLibIDN2"]),
    tests(of: "WebLink", with: ["TestSupport"]),
    room("CommandArguments"),
    tests(of: "CommandArguments", with: ["TestSupport"]),

    // What tests share; a target of its own because a test target cannot be imported.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests(of: "TestSupport"),
    room("NDEF"),
    tests(of: "NDEF"),
  ] + (Context.environment["TAGPRESS_FUZZ"] == nil ? [] : fuzzTargets)
)
