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
  // No expression may take the compiler long. What it tries is counted, so that no clock judges; the
  // slowest of today take a fifth of a second.
  .unsafeFlags(["-Xfrontend", "-solver-scope-threshold=20000"]),
]

// The sanitizers (`.ci/sanitize`), and what has something to show to them. Address: Swift itself checks
// what it does to memory, except where C has it, or where it is read as plain bytes. Thread: the
// compiler knows of no race where nothing is `@unchecked Sendable` or `nonisolated(unsafe)`.
enum Sanitizer: String { case address, thread }

let sanitizer = Context.environment["TAGPRESS_SANITIZE"].flatMap(Sanitizer.init(rawValue:))

// What tests keep busy, byte by byte, is optimised in a debug build as well: they take half the time then.
// Where a sanitizer is, few of them run.
let optimised: [SwiftSetting] =
  sanitizer == nil ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

// A room is a module; `imports` are its arrows on docs/architecture.md.
// Keep one room to a line: `make tidy` reads this table.
func room(
  _ name: String, imports: [Target.Dependency] = [], with more: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings + more)
}

// The program itself, which may import every room.
// Its tables of functions are resolved at the start and read-only from then on.
func tool(_ name: String, imports: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: imports, swiftSettings: settings,
    linkerSettings: [.unsafeFlags(["-z", "relro", "-z", "now"].flatMap { ["-Xlinker", $0] })])
}

// A system library: a module map and a shim in Sources/<name>.
// It needs pkg-config only if its headers are in a separate folder.
func library(_ name: String, debian package: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

// A test target; for a sanitizer only those are built, and then run, that name it. Of the large ones it
// has only a part: what they share, and the suites about threads, or about the borders to C and the system.
func tests(
  named name: String, with dependencies: [Target.Dependency], shows sanitizers: [Sanitizer] = [],
  parts: [Sanitizer: [String]] = [:]
) -> Target? {
  guard let sanitizer else {
    return .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
  }
  guard sanitizers.contains(sanitizer) else { return nil }
  return .testTarget(
    name: name, dependencies: dependencies, sources: parts[sanitizer], swiftSettings: settings)
}

// The tests of a room, in Tests/<name>Tests.
func tests(
  of name: String, with support: [Target.Dependency] = [], shows sanitizers: [Sanitizer] = [],
  parts: [Sanitizer: [String]] = [:]
) -> Target? {
  tests(
    named: "\(name)Tests", with: [.byName(name: name)] + support, shows: sanitizers, parts: parts)
}

// Tests that run the built program. They need no sanitizer themselves: it is the program that has it.
func testsOfProgram(_ name: String, with rooms: [Target.Dependency] = []) -> Target? {
  tests(named: name, with: ["StrictJSON", "TestSupport", "tagpress"] + rooms)
}

// A libFuzzer target, in Tests/Fuzz/Fuzz<name>. It has no main function, so it exists only for
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
  fuzz("Judge", of: "SiteAssociation"),
  fuzz("Link", of: "WebLink"),
  fuzz("Manifest", of: "JobManifest"),
  fuzz("NDEF", of: "NDEF"),
  fuzz(
    "PCSC", of: "PCSCReader",
    with: ["Advice", "TagReading", "TestSupport", "VirtualReader", "VirtualVicinity"]),
  fuzz("PN532", of: "PN532Protocol"),
  fuzz("ReaderProcess", of: "ReaderProcess"),
  fuzz("RequestHead", of: "PageServer"),
  fuzz("TagMemory", of: "TagMemory", with: ["Advice", "TestSupport"]),
  fuzz("Template", of: "WebLink"),
  fuzz("Workbook", of: "Workbook", with: ["TestSupport"]),
]

// What `make bench` runs, in Tests/Bench.
let benchTarget = Target.executableTarget(
  name: "Bench",
  dependencies: [
    "CLibNFC", "LibNFCReader", "NDEF", "PN532Protocol", "Plain", "PretendedMachine",
    "ReaderProcess",
    "SiteAssociation", "StrictJSON", "TagReading", "TestSupport", "VirtualReader",
    "VirtualVicinity", "WebLink",
  ],
  path: "Tests/Bench", swiftSettings: settings)

// What `make flips` runs, in Tests/Flips: hundreds of thousands of openings, so it is built for speed.
let flipsTarget = Target.executableTarget(
  name: "Flips", dependencies: ["SampleLedgers"], path: "Tests/Flips", swiftSettings: settings)

// Targets that exist only while an environment variable asks for them.
func asked(_ variable: String, for targets: [Target]) -> [Target] {
  Context.environment[variable] == nil ? [] : targets
}

let package = Package(
  name: "TagPress",
  // Loaded into programs that tests start; a sanitizer has to be the first that is loaded, and no test
  // that needs it runs with one.
  products: sanitizer == nil
    ? [.library(name: "USBStandIn", type: .dynamic, targets: ["USBStandIn"])] : [],
  targets: ([
    library("CLibCairo", debian: "libpangocairo-1.0-0"),
    library("CLibCrypto", debian: "libssl-dev"),
    library("CLibCurl", debian: "libcurl4-openssl-dev"),
    library("CLibIDN2", debian: "libidn2-dev"),
    library("CLibNFC", debian: "libnfc-dev"),
    library("CLibPCSC", debian: "libpcsclite1"),
    library("CLibQREncode", debian: "libqrencode-dev"),
    library("CLibUnistring", debian: "libunistring-dev"),
    library("CLibXML2", debian: "libxml2-dev", pkgConfig: "libxml-2.0"),
    library("CLibZip", debian: "libzip-dev"),
    .target(name: "CLinux"),
    // Swift's clang knows #embed, but calls it newer than the C of this package.
    .target(name: "CTemplates", cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
    library("CPseudoTerminal", debian: "libc6-dev"),
    library("CSQLite", debian: "libsqlite3-dev"),

    room("Advice"),
    room("NDEF", with: optimised),
    room("StrictJSON", with: optimised),
    room("Plain", with: optimised),
    room("Threads"),
    room("Files", imports: ["CLinux", "CTemplates", "Plain"]),
    room("Failures", imports: ["Advice", "Files", "StrictJSON"]),
    room("Terminal", imports: ["Files", "Plain", "StrictJSON", "TagReading"]),
    room("ChildPrograms", imports: ["CLinux", "Plain"]),
    room("CommandArguments", imports: ["Plain"]),
    room("SiteAssociation", imports: ["Advice", "Plain", "StrictJSON"]),
    room("SiteFetch", imports: ["Advice", "CLibCurl", "Plain", "SiteAssociation", "StrictJSON"]),
    room("WebLink", imports: ["CLibIDN2"], with: optimised),
    room("Workbook", imports: ["CLibXML2", "CLibZip", "Plain"]),
    room(
      "JobManifest",
      imports: [
        "Advice", "CLibUnistring", "CLibXML2", "Files", "NDEF", "Plain", "TagKeys", "WebLink",
        "Workbook",
      ],
      with: optimised),
    room("JobLedger", imports: ["Advice", "CLinux", "CSQLite", "Files", "Plain", "TagKeys"]),
    room("PN532Protocol"),
    room("TagMemory", imports: ["Advice", "NDEF", "Plain"], with: optimised),
    room("TagKeys", imports: ["CLibCrypto", "CLinux", "Files", "Plain"]),
    room("TagDump", imports: ["Plain", "StrictJSON", "TagMemory"]),
    room("TagReading", imports: ["Advice", "NDEF", "Plain", "TagKeys", "TagMemory"]),
    room("ReaderProcess", imports: ["Files", "TagReading"]),
    room("LibNFCReader", imports: ["CLibNFC", "CLinux", "Files", "PN532Protocol", "TagReading"]),
    room("PCSCReader", imports: ["CLibPCSC", "Files", "TagReading"]),
    room("TransitCards"),
    room("PageServer", imports: ["CLinux", "Threads"]),
    room("PrintedLabels", imports: ["CLibCairo", "CLibQREncode", "Plain"]),
    room(
      "JobSites",
      imports: [
        "Advice", "Failures", "Files", "JobManifest", "Plain", "SiteAssociation", "SiteFetch",
        "StrictJSON", "TagKeys", "WebLink",
      ]),
    room(
      "SiteMaking",
      imports: [
        "Advice", "Failures", "Files", "JobLedger", "JobManifest", "JobSites", "Plain",
        "Provisioning", "SiteAssociation", "StrictJSON", "WebLink",
      ]),
    room("VirtualReader", imports: ["CPseudoTerminal", "PN532Protocol", "Threads"]),
    room(
      "Provisioning",
      imports: [
        "Advice", "Failures", "JobLedger", "JobManifest", "JobSites", "NDEF", "Plain",
        "SiteAssociation", "StrictJSON", "TagKeys", "TagMemory", "TagReading", "Threads", "WebLink",
      ]),
    room(
      "BatchFaces",
      imports: [
        "Advice", "ChildPrograms", "Failures", "Files", "JobLedger", "Plain", "Provisioning",
        "StrictJSON", "TagReading", "Terminal", "Threads", "Voices",
      ]),
    room(
      "JobReport",
      imports: [
        "Files", "JobLedger", "Plain", "Provisioning", "StrictJSON", "TagReading", "Terminal",
        "Voices", "Workbook",
      ]),
    room(
      "JobWork",
      imports: [
        "Advice", "Failures", "Files", "JobLedger", "JobManifest", "JobReport", "JobSites", "NDEF",
        "Plain", "PrintedLabels", "Provisioning", "Rehearsal", "SiteAssociation", "StrictJSON",
        "TagKeys", "TagMemory", "TagReading", "Threads", "VirtualReader", "Voices", "WebLink",
        "Workbook",
      ]),
    room("Voices", imports: ["Advice", "Plain", "StrictJSON"]),
    room(
      "JobPage",
      imports: [
        "Advice", "BatchFaces", "Failures", "Files", "JobLedger", "JobManifest", "JobReport",
        "JobSites", "JobWork", "PageServer", "Plain", "PrintedLabels", "Provisioning", "Rehearsal",
        "SiteAssociation", "SiteFetch", "SiteMaking", "StrictJSON", "TagKeys", "TagMemory",
        "TagReading", "TagReport", "Terminal", "Threads", "VirtualReader", "Voices", "WebLink",
        "Workbook",
      ]),
    room(
      "TagReport",
      imports: [
        "NDEF", "Plain", "StrictJSON", "TagDump", "TagKeys", "TagMemory", "TagReading",
        "TransitCards", "WebLink",
      ]),
    room(
      "Rehearsal",
      imports: [
        "Files", "JobLedger", "JobManifest", "NDEF", "Plain", "Provisioning", "StrictJSON",
        "TagDump", "TagMemory", "TagReading", "Threads", "VirtualReader",
      ]),
    tool(
      "tagpress",
      imports: [
        "Advice", "BatchFaces", "ChildPrograms", "CommandArguments", "Failures", "Files",
        "JobLedger", "JobManifest", "JobPage", "JobReport", "JobSites", "JobWork", "LibNFCReader",
        "NDEF", "PCSCReader", "PageServer", "Plain", "PrintedLabels", "Provisioning",
        "ReaderProcess", "Rehearsal", "SiteAssociation", "SiteFetch", "SiteMaking", "StrictJSON",
        "TagDump", "TagKeys", "TagMemory", "TagReading", "TagReport", "Terminal", "Threads",
        "VirtualReader", "Voices", "WebLink", "Workbook",
      ]),

    tests(of: "NDEF", with: ["StrictJSON", "TestSupport"]),
    tests(of: "StrictJSON", with: ["TestSupport"]),
    tests(of: "Plain"),
    tests(of: "Files", with: ["TestSupport"], shows: [.address]),
    tests(of: "CommandArguments", with: ["TestSupport"]),
    tests(of: "SiteAssociation", with: ["StrictJSON", "TestSupport"]),
    tests(of: "SiteFetch", with: ["Advice", "SiteAssociation", "TestSupport"], shows: [.address]),
    tests(
      of: "JobSites", with: ["JobManifest", "SiteAssociation", "StrictJSON", "TestSupport"]),
    tests(of: "WebLink", with: ["TestSupport"], shows: [.address]),
    tests(of: "Workbook", with: ["TestSupport"], shows: [.address]),
    tests(
      of: "JobManifest", with: ["CLibXML2", "NDEF", "TestSupport", "WebLink"],
      shows: [.address], parts: [.address: ["Shared", "Borders"]]),
    tests(
      of: "JobLedger", with: ["Advice", "CSQLite", "SampleLedgers", "TestSupport"],
      shows: [.address]),
    tests(of: "PN532Protocol", with: ["TestSupport"]),
    tests(of: "TagMemory", with: ["Advice", "NDEF", "StrictJSON", "TestSupport"]),
    tests(of: "TagKeys", with: ["TestSupport"], shows: [.address]),
    tests(of: "TagDump", with: ["NDEF", "Plain", "StrictJSON", "TagMemory", "TestSupport"]),
    tests(of: "TagReading", with: ["Advice", "TagKeys", "TagMemory", "TestSupport"]),
    tests(of: "TransitCards", with: ["TestSupport"]),
    tests(of: "PrintedLabels", with: ["TestSupport"], shows: [.address]),
    tests(of: "PageServer", with: ["TestSupport", "Threads"], shows: [.address, .thread]),
    tests(of: "Terminal", shows: [.address]),
    tests(of: "ChildPrograms", with: ["Files", "TestSupport"], shows: [.address, .thread]),
    tests(
      of: "BatchFaces",
      with: [
        "JobLedger", "JobManifest", "Provisioning", "StrictJSON", "TagReading", "Terminal",
        "TestSupport",
      ], shows: [.thread]),
    tests(of: "ReaderProcess", with: ["TagReading", "TestSupport"], shows: [.address, .thread]),
    tests(
      of: "LibNFCReader", with: ["CLibNFC", "PN532Protocol", "TagReading", "TestSupport"],
      shows: [.address]),
    tests(
      of: "PCSCReader",
      with: [
        "TagKeys", "TagMemory", "TagReading", "TestSupport", "VirtualReader", "VirtualVicinity",
      ]),
    tests(
      of: "VirtualReader",
      with: ["CPseudoTerminal", "PN532Protocol", "TestSupport", "VirtualVicinity"],
      shows: [.thread], parts: [.thread: ["Shared", "Threads"]]),
    tests(
      of: "Provisioning",
      with: [
        "Advice", "JobLedger", "JobManifest", "JobSites", "NDEF", "Plain", "SiteAssociation",
        "StrictJSON", "TagKeys", "TagMemory", "TagReading", "TestSupport", "WebLink",
      ], shows: [.thread]),
    tests(of: "JobReport"),
    tests(of: "TagReport", with: ["NDEF", "StrictJSON", "TagMemory"]),
    tests(of: "TestSupport"),
    tests(
      named: "RehearsalTests",
      with: [
        "CommandArguments", "JobLedger", "JobManifest", "LibNFCReader", "NDEF", "Provisioning",
        "ReaderProcess", "Rehearsal", "StrictJSON", "TagKeys", "TagMemory", "TagReading",
        "TestSupport", "Threads", "VirtualReader", "VirtualVicinity", "Voices", "tagpress",
      ],
      shows: [.address, .thread],
      parts: [
        .address: ["Shared", "Borders", "Threads/FaultyReaderTests.swift"],
        .thread: ["Shared", "Threads"],
      ]),
    tests(
      named: "SoakTests",
      with: [
        "CSQLite", "LibNFCReader", "PN532Protocol", "PretendedMachine", "StrictJSON", "TagKeys",
        "TagReading", "TestSupport", "VirtualReader", "tagpress",
      ]),
    testsOfProgram(
      "CommandTests",
      with: [
        "Advice", "CLibCrypto", "CommandArguments", "Failures", "Files", "JobLedger", "JobManifest",
        "JobPage", "JobReport",
        "JobWork", "LibNFCReader", "NDEF",
        "Plain", "PretendedMachine",
        "Provisioning", "JobSites",
        "ReaderProcess", "SampleLedgers", "SiteAssociation", "SiteFetch", "TagMemory",
        "TagReading", "TagReport", "Terminal", "Threads", "VirtualReader", "VirtualVicinity",
        "Voices", "WebLink",
      ]),
    testsOfProgram(
      "PeerTests",
      with: [
        "JobLedger", "JobSites", "SiteFetch", "Threads", "VirtualReader", "VirtualVicinity",
        "Workbook",
      ]),

    // What tests share; a separate target, because a test target cannot be imported.
    .target(
      name: "TestSupport", dependencies: ["Advice", "StrictJSON", "Threads"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "PretendedMachine", dependencies: ["TestSupport", "Threads", "VirtualReader"],
      path: "Tests/PretendedMachine", swiftSettings: settings),
    .target(name: "USBStandIn", path: "Tests/USBStandIn"),
    .target(
      name: "VirtualVicinity", dependencies: ["VirtualReader"], path: "Tests/VirtualVicinity",
      swiftSettings: settings + optimised),
    .target(
      name: "SampleLedgers", dependencies: ["Advice", "CSQLite", "JobLedger", "TestSupport"],
      path: "Tests/SampleLedgers", swiftSettings: settings),
  ] as [Target?]).compactMap { $0 } + asked("TAGPRESS_FUZZ", for: fuzzTargets)
    + asked("TAGPRESS_BENCH", for: [benchTarget, flipsTarget])
)
