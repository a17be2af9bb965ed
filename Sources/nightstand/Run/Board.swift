internal import Formats
internal import Linux

/// What a board folder says (`board.plist`).
struct Board {
  private(set) var name = "desk"
  /// The ALSA device.
  private(set) var soundDevice = "default"
  /// The control of the hardware mixer; nil: what the card offers, else volume in software.
  private(set) var soundMixer: String?
  /// Whether keyboards, the kernel's knobs and touch screens are read.
  private(set) var hasInputDevices = false

  enum Trouble: Error, CustomStringConvertible {
    case findings(String)
    case unknown(String)

    var description: String {
      switch self {
      case .findings(let text): text
      case .unknown(let name): "this version knows the board \"desk\" only, not \"\(name)\""
      }
    }
  }

  /// The desk, which needs no hardware.
  init() {}

  init(folder: String) throws {
    let path = Folders.path(folder, "board.plist")
    let bytes: [UInt8]
    do {
      bytes = try BoundedRead.file(path, sizeMax: 1 << 20)
    } catch {
      throw Trouble.findings("\(path): \(error)")
    }
    var findings = Findings(file: path)
    guard let root = PropertyList.read(bytes, findings: &findings), case .dictionary = root.value else {
      throw Trouble.findings(findings.kept.first.map { "\($0)" } ?? "\(path): not a board")
    }
    func text(_ key: String) -> String? {
      if case .string(let text)? = root[key]?.value, !text.isEmpty { text } else { nil }
    }
    name = text("boardName") ?? "desk"
    guard name == "desk" else { throw Trouble.unknown(name) }
    soundDevice = text("soundDevice") ?? soundDevice
    soundMixer = text("soundMixer")
    if case .boolean(true)? = root["inputDevices"]?.value { hasInputDevices = true }
  }
}
