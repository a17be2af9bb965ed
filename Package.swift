// swift-tools-version: 6.0
// Nightstand: a bedside internet radio.
// SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

// The oldest compiler is 6.0.3 (Debian 13, Raspberry Pi OS), the newest one tried is 6.3.1.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny")
]

/// A room of the product. `path` is only given where the folder is not `Sources/NAME`.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: house)
}

/// A driver: one C library, one owner.
func driver(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  room(name, dependencies, path: "Sources/Drivers/\(name)")
}

/// A C library of the system, by its pkg-config name and its Debian package.
func library(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig,
    providers: apt.map { [.apt([$0])] })
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude,
    swiftSettings: [.enableUpcomingFeature("ExistentialAny")])
}

let package = Package(
  name: "nightstand",
  products: [
    .executable(name: "nightstand", targets: ["nightstand"])
  ],
  targets: [
    library("CAlsa", pkgConfig: "alsa", apt: "libasound2-dev"),
    library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
    library("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    library("CEbur128", pkgConfig: "libebur128", apt: "libebur128-dev"),
    library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
    library("CFaad", pkgConfig: "faad2", apt: "libfaad-dev"),
    library("CFlac", pkgConfig: "flac", apt: "libflac-dev"),
    library("CGpiod", pkgConfig: "libgpiod", apt: "libgpiod-dev"),
    library("CIconv"),
    library("CInput", pkgConfig: "libinput", apt: "libinput-dev"),
    library("CJpeg", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
    library("CMpg123", pkgConfig: "libmpg123", apt: "libmpg123-dev"),
    library("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev"),
    library("COpus", pkgConfig: "opus", apt: "libopus-dev"),
    library("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
    library("CPng", pkgConfig: "libpng", apt: "libpng-dev"),
    library("CVorbis", pkgConfig: "vorbis", apt: "libvorbis-dev"),
    .target(name: "CLate", path: "Sources/C/CLate"),
    .target(name: "CLinux", path: "Sources/C/CLinux"),
    .target(name: "CPanel", dependencies: ["CLinux"], path: "Sources/C/CPanel"),
    .target(name: "CTerminal", dependencies: ["CLinux"], path: "Sources/C/CTerminal"),

    room("Core"),
    room("Formats", ["Core", "CExpat", "CIconv"]),
    room("Scene", ["Core"]),
    room("Painting", ["Core", "Scene", "CCairo", "CPango", "CPng", "CJpeg", "CLate"]),
    room("Audio"),
    room("Linux", ["CLinux"]),
    driver("Fetch", ["Linux", "CCurl", "COpenSSL"]),
    driver("Cipher", ["CCrypto"]),
    driver("Speaker", ["Linux", "Audio", "CAlsa"]),
    driver(
      "Decoders", ["Linux", "Audio", "CMpg123", "CFaad", "CFlac", "COpus", "CVorbis", "CEbur128", "CLate"]),
    driver("Keys", ["Linux", "CInput", "CLate"]),
    driver("Panel", ["Linux", "CPanel"]),
    driver("Terminal", ["Linux", "CTerminal"]),
    driver("Buttons", ["Linux", "CGpiod", "CLate"]),
    room("Runtime", ["Core", "Formats", "Scene", "Audio", "Linux"]),
    .executableTarget(
      name: "nightstand",
      dependencies: [
        "Core", "Formats", "Scene", "Painting", "Audio", "Linux", "Fetch", "Cipher", "Speaker", "Decoders",
        "Terminal", "Buttons", "Panel", "Keys",
        "Runtime"
      ],
      swiftSettings: house),

    tests("FetchTests", ["Fetch", "Linux", "Support"]),
    tests("StreamFormatsTests", ["Formats", "Core", "Support"]),
    tests(
      "SessionTests", ["nightstand", "Runtime", "Core", "Audio", "Linux", "Fetch", "Decoders", "Support"]),
    tests("CipherTests", ["Cipher", "Support"]),
    tests("CoreTests", ["Core", "Support"]),
    tests("ButtonsTests", ["Buttons"]),
    tests("BoardTests", ["nightstand", "Audio", "Buttons", "Core", "Formats", "Linux", "Painting"]),
    tests("RuntimeTests", ["Runtime", "Core", "Formats", "Audio", "Linux"]),
    tests("SceneTests", ["Scene", "Core", "Formats"], exclude: ["Pictures"]),
    tests("PaintingTests", ["Painting", "Scene", "Core", "Support"], exclude: ["Pictures", "fonts.conf"]),
    tests("AudioTests", ["Audio"]),
    tests("FormatsTests", ["Formats", "Core"]),
    // What several test targets share: simulated hardware and made-up data.
    .target(name: "Support", dependencies: ["Linux", "CLinux"], path: "Tests/Support", swiftSettings: house),
    tests("LateTests", ["CLate"]),
    tests("LinuxTests", ["Linux", "Support"]),
    tests("StoreTests", ["Core", "Formats", "Linux", "Runtime", "Support"]),
    tests("TidyTests", []),
    tests("IntegrationTests", ["nightstand", "Support"]),
    tests("SimulationTests", ["Core", "Formats", "Linux", "Audio", "Runtime", "Support"]),
    tests("CommandLineTests", ["nightstand", "Core", "Formats", "Painting", "Scene"]),
    tests("DecodersTests", ["Decoders", "Audio", "Linux", "Support"]),
    tests("SpeakerTests", ["Speaker", "Decoders", "Audio", "Linux", "Support"]),
    // A program that counts what the audio thread allocates; not shipped.
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .executableTarget(
      name: "audio-allocations", dependencies: ["AllocationCounter", "Audio", "Speaker"],
      path: "Tests/AudioAllocations", swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
    // A program that crashes in a terminal, for the tests to look at what it leaves behind.
    .executableTarget(
      name: "TerminalCrash", dependencies: ["Linux", "Terminal"], path: "Tests/TerminalCrash",
      swiftSettings: house),
    tests("KeysTests", ["Keys", "Core", "Linux", "nightstand"]),
    // A program that uses the panel's devices, for the tests to look at what it leaves there.
    .executableTarget(
      name: "panel-trial", dependencies: ["Linux", "Panel"], path: "Tests/PanelTrial", swiftSettings: house),
    tests("PanelTests", ["Panel", "Linux", "Support", "panel-trial"]),
    tests("TerminalTests", ["Linux", "Support", "Terminal", "TerminalCrash"])
  ]
)
