internal import Buttons
internal import Formats
internal import Linux
internal import Panel

/// Which hardware of a board this machine has.
enum BoardHardware {
  /// What is missing on this machine, a sentence each.
  static func missing(of board: Board) -> [String] {
    guard let line = board.inputs.first?.line ?? board.outputs.values.first else {
      return missing(of: board, chips: [])
    }
    do throws(ButtonsError) {
      return missing(of: board, chips: try Buttons.chipLabels(for: line.name))
    } catch {
      return ["The keys and knobs cannot be read: \(error)."]
        + missing(of: board, chips: board.chips + ["any"])
    }
  }

  /// What is missing, a sentence each.
  /// - Parameters:
  ///   - chips: the labels of the machine's GPIO chips.
  ///   - cards: where the kernel shows its sound cards, each by its name and as "card0".
  static func missing(
    of board: Board, chips: [String], cards: String = "/proc/asound"
  ) -> [String] {
    var missing: [String] = []
    if !board.inputs.isEmpty || !board.outputs.isEmpty {
      let wanted = board.chips.map { " \($0)" }.joined(separator: " or")
      if board.chips.isEmpty ? chips.isEmpty : !board.chips.contains(where: chips.contains) {
        missing.append("This machine has no GPIO chip\(wanted): the keys and knobs cannot be read.")
      }
    }
    if let panel = board.panel, let trouble = PanelDriver.trouble(with: panel.configuration) {
      missing.append("The panel \(panel.device) cannot be used: \(trouble).")
    }
    if let card = soundCard(of: board.soundDevice), !FolderListing.isFolder("\(cards)/\(card)") {
      missing.append("This machine has no sound card \(card).")
    }
    return missing
  }

  /// "sndrpihifiberry" of "plughw:CARD=sndrpihifiberry,DEV=0", "card1" of "hw:1"; nil: the device names no card,
  /// as "default" or a sound server's.
  static func soundCard(of device: String) -> String? {
    let parts = device.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let arguments = parts[1].split(separator: ",")
    let named = arguments.first { $0.hasPrefix("CARD=") }?.dropFirst(5)
    guard let card = named ?? arguments.first, !card.isEmpty, !card.contains(where: { "=/\"'".contains($0) })
    else { return nil }
    return card.allSatisfy(\.isNumber) ? "card\(card)" : String(card)
  }
}
