// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
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

// The program itself, which may ask every room. The templates are bytes in it, so that there is no
// folder to install beside it; a target cannot reach beyond its own folder, hence the symbolic link.
// Its tables of functions are resolved at the start and closed to whoever would write into them then.
func tool(_ name: String, imports: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: imports, resources: [.embedInCode("Templates")],
    swiftSettings: settings,
    linkerSettings: [.unsafeFlags(["-z", "relro", "-z", "now"].flatMap { ["-Xlinker", $0] })])
}

// A library of the system: a module map and a shim in Sources/<name>.
// Only a library whose headers lie in a folder of their own needs pkg-config to be found.
func library(_ name: String, debian package: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

// The tests of a room, in Tests/<name>Tests.
func tests(of name: String, with support: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + support, swiftSettings: settings)
}

// Tests that run the built program.
func testsOfProgram(_ name: String, with rooms: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name, dependencies: ["StrictJSON", "TestSupport", "tagpress"] + rooms,
    swiftSettings: settings)
}

// A libFuzzer target, in Tests/Fuzz/Fuzz<name>. It has no main of its own, so it exists only for
// `TAGPRESS_FUZZ=1 swift build -c release --sanitize=fuzzer --product Fuzz<name>`.
func fuzz(_ name: String, of room: String, with others: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: "Fuzz\(name)", dependencies: [.byName(name: room)] + others,
    path: "Tests/Fuzz/Fuzz\(name)", swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

let fuzzTargets: [Target] = [
  fuzz("Dump", of: "TagDump"),
  fuzz("CSV", of: "JobManifest"),
  fuzz("Association", of: "SiteAssociation", with: ["StrictJSON"]),
  fuzz("JSON", of: "StrictJSON"),
  fuzz("Link", of: "WebLink"),
  fuzz("Manifest", of: "JobManifest"),
  fuzz("NDEF", of: "NDEF"),
  fuzz("PCSC", of: "PCSCReader", with: ["TagReading", "TestSupport", "VirtualReader"]),
  fuzz("PN532", of: "PN532Protocol"),
  fuzz("ReaderProcess", of: "ReaderProcess"),
  fuzz("TagMemory", of: "TagMemory", with: ["TestSupport"]),
  fuzz("Template", of: "WebLink"),
]

// What `make bench` runs, in Tests/Bench.
let benchTarget = Target.executableTarget(
  name: "Bench",
  dependencies: [
    "CLibNFC", "LibNFCReader", "NDEF", "PN532Protocol", "ReaderProcess", "SiteAssociation",
    "StrictJSON", "TagReading", "TestSupport", "VirtualReader", "WebLink",
  ],
  path: "Tests/Bench", swiftSettings: settings)

// What `make flips` runs, in Tests/Flips: hundreds of thousands of openings, hence built to run fast.
let flipsTarget = Target.executableTarget(
  name: "Flips", dependencies: ["SampleLedgers"], path: "Tests/Flips", swiftSettings: settings)

// Targets that exist only while an environment variable asks for them.
func asked(_ variable: String, for targets: [Target]) -> [Target] {
  Context.environment[variable] == nil ? [] : targets
}

let package = Package(
  name: "TagPress",
  targets: [
    library("CLibCrypto", debian: "libssl-dev"),
    library("CLibCurl", debian: "libcurl4-openssl-dev"),
    library("CLibIDN2", debian: "libidn2-dev"),
    library("CLibNFC", debian: "libnfc-dev"),
    library("CLibPCSC", debian: "libpcsclite1"),
    library("CLibXML2", debian: "libxml2-dev", pkgConfig: "libxml-2.0"),
    .target(name: "CLinux"),
    library("CPseudoTerminal", debian: "libc6-dev"),
    library("CSQLite", debian: "libsqlite3-dev"),

    room("NDEF"),
    room("StrictJSON"),
    room("CommandArguments"),
    room("SiteAssociation", imports: ["StrictJSON"]),
    room("SiteFetch", imports: ["CLibCurl", "SiteAssociation", "StrictJSON"]),
    room("WebLink", imports: ["CLibIDN2"]),
    room("JobManifest", imports: ["CLibXML2", "NDEF", "WebLink"]),
    room("JobLedger", imports: ["CSQLite", "TagKeys"]),
    room("PN532Protocol"),
    room("TagMemory", imports: ["NDEF"]),
    room("TagKeys", imports: ["CLibCrypto", "CLinux"]),
    room("TagDump", imports: ["StrictJSON", "TagMemory"]),
    room("TagReading", imports: ["TagKeys", "TagMemory"]),
    room("ReaderProcess", imports: ["TagReading"]),
    room("LibNFCReader", imports: ["CLibNFC", "PN532Protocol", "TagReading"]),
    room("PCSCReader", imports: ["CLibPCSC", "TagReading"]),
    room("TransitCards"),
    room("VirtualReader", imports: ["CPseudoTerminal", "PN532Protocol"]),
    room(
      "Provisioning",
      imports: [
        "JobLedger", "JobManifest", "NDEF", "SiteAssociation", "StrictJSON", "TagKeys", "TagMemory",
        "TagReading", "WebLink",
      ]),
    tool(
      "tagpress",
      imports: [
        "CLinux", "CommandArguments", "JobLedger", "JobManifest", "LibNFCReader", "NDEF",
        "PCSCReader", "Provisioning", "ReaderProcess", "SiteAssociation", "SiteFetch", "StrictJSON",
        "TagDump",
        "TagKeys", "TagMemory", "TagReading", "TransitCards", "VirtualReader", "WebLink",
      ]),

    tests(of: "NDEF", with: ["StrictJSON", "TestSupport"]),
    tests(of: "StrictJSON", with: ["TestSupport"]),
    tests(of: "CommandArguments", with: ["TestSupport"]),
    tests(of: "SiteAssociation", with: ["StrictJSON", "TestSupport"]),
    tests(of: "SiteFetch", with: ["SiteAssociation", "TestSupport"]),
    tests(of: "WebLink", with: ["TestSupport"]),
    tests(of: "JobManifest", with: ["CLibXML2", "NDEF", "TestSupport", "WebLink"]),
    tests(of: "JobLedger", with: ["CSQLite", "SampleLedgers", "TestSupport"]),
    tests(of: "PN532Protocol", with: ["TestSupport"]),
    tests(of: "TagMemory", with: ["NDEF", "StrictJSON", "TestSupport"]),
    tests(of: "TagKeys", with: ["TestSupport"]),
    tests(of: "TagDump", with: ["NDEF", "StrictJSON", "TagMemory", "TestSupport"]),
    tests(of: "TagReading", with: ["TagKeys", "TagMemory", "TestSupport"]),
    tests(of: "TransitCards"),
    tests(of: "ReaderProcess", with: ["TagReading", "TestSupport"]),
    tests(of: "LibNFCReader", with: ["CLibNFC", "PN532Protocol", "TagReading", "TestSupport"]),
    tests(
      of: "PCSCReader",
      with: ["TagKeys", "TagMemory", "TagReading", "TestSupport", "VirtualReader"]),
    tests(of: "VirtualReader", with: ["CPseudoTerminal", "PN532Protocol", "TestSupport"]),
    tests(
      of: "Provisioning",
      with: [
        "JobLedger", "JobManifest", "NDEF", "SiteAssociation", "TagKeys", "TagMemory",
        "TagReading", "TestSupport", "WebLink",
      ]),
    tests(of: "TestSupport"),
    .testTarget(
      name: "RehearsalTests",
      dependencies: [
        "JobLedger", "JobManifest", "LibNFCReader", "NDEF", "Provisioning", "ReaderProcess",
        "TagKeys", "TagMemory", "TagReading", "TestSupport", "VirtualReader", "tagpress",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SoakTests",
      dependencies: [
        "CSQLite", "LibNFCReader", "PN532Protocol", "StrictJSON", "TagKeys", "TagReading",
        "TestSupport", "VirtualReader", "tagpress",
      ],
      swiftSettings: settings),
    testsOfProgram(
      "CommandTests",
      with: [
        "CommandArguments", "JobLedger", "JobManifest", "Provisioning", "ReaderProcess",
        "SampleLedgers", "TagMemory", "TagReading", "VirtualReader",
      ]),
    testsOfProgram("PeerTests", with: ["VirtualReader"]),

    // What tests share; a target of its own because a test target cannot be imported.
    .target(
      name: "TestSupport", dependencies: ["StrictJSON"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "SampleLedgers", dependencies: ["CSQLite", "JobLedger", "TestSupport"],
      path: "Tests/SampleLedgers", swiftSettings: settings),
  ] + asked("TAGPRESS_FUZZ", for: fuzzTargets)
    + asked("TAGPRESS_BENCH", for: [benchTarget, flipsTarget])
)
