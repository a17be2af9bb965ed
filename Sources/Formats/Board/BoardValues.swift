internal import Core

/// Values of a board file, each with what is said when it is another.
extension BoardReader {
  mutating func dictionary(_ node: PropertyList, _ label: String, known: [String]) -> Fields? {
    guard case .dictionary(let entries) = node.value else {
      findings.error("\(label) is \(node.kindName), not a dict", at: node.place)
      return nil
    }
    return Fields(entries, label: label, known: known, findings: &findings)
  }

  mutating func text(_ node: PropertyList?, _ label: String) -> String? {
    guard let node else { return nil }
    guard case .string(let text) = node.value, !text.trimmed.isEmpty else {
      findings.error("\(label) is \(node.kindName), not a string with something in it", at: node.place)
      return nil
    }
    guard text.utf8.count <= BoardLimits.textMax else {
      findings.error("\(label) is longer than \(BoardLimits.textMax) bytes", at: node.place)
      return nil
    }
    return text.trimmed
  }

  /// One string, or an array of them.
  mutating func texts(
    _ node: PropertyList?, _ label: String, countMax: Int
  ) -> [(text: String, place: Place)] {
    guard let node else { return [] }
    guard case .array(let items) = node.value else {
      return text(node, label).map { [($0, node.place)] } ?? []
    }
    if items.count > countMax {
      findings.error("\(label) has more than \(countMax) lines; the rest is left out", at: node.place)
    }
    return items.prefix(countMax).compactMap { item in text(item, label).map { ($0, item.place) } }
  }

  mutating func boolean(_ node: PropertyList?, _ label: String) -> Bool? {
    guard let node else { return nil }
    guard case .boolean(let value) = node.value else {
      findings.error("\(label) is \(node.kindName), not a boolean", at: node.place)
      return nil
    }
    return value
  }

  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ node: PropertyList?, _ label: String
  ) -> Word? where Word.RawValue == String {
    guard let node else { return nil }
    guard case .string(let text) = node.value, let word = Word(rawValue: text.trimmed) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      findings.error("\(label) must be one of \(words)", at: node.place)
      return nil
    }
    return word
  }

  /// One line of `nightstand run --actions`.
  mutating func action(_ node: PropertyList?, _ label: String) -> Action? {
    guard let line = text(node, label) else { return nil }
    guard let action = Action(line: line) else {
      findings.error(
        "\(label): \(line.quoted) is no action; see nightstand run --actions", at: node?.place ?? .wholeFile)
      return nil
    }
    return action
  }

  // MARK: Panel, outputs, boot

  mutating func readPanel(_ node: PropertyList) {
    let known = [
      "panelDevice", "panelLayout", "panelRotation", "panelWidth", "panelHeight", "panelColorOrder",
      "panelMono", "panelBacklight", "panelPixels", "panelDepth"
    ]
    guard let fields = dictionary(node, "Panel", known: known) else { return }
    guard let device = text(fields["panelDevice"], "Panel: panelDevice") else {
      if fields["panelDevice"] == nil { findings.error("Panel: panelDevice is missing", at: node.place) }
      return
    }
    var panel = Board.Panel(device: device)
    panel.layout = word(fields["panelLayout"], "Panel: panelLayout") ?? panel.layout
    panel.colorOrder = word(fields["panelColorOrder"], "Panel: panelColorOrder") ?? panel.colorOrder
    panel.mono = word(fields["panelMono"], "Panel: panelMono") ?? panel.mono
    panel.backlight = text(fields["panelBacklight"], "Panel: panelBacklight")
    if let node = fields["panelRotation"] {
      if case .integer(let degrees) = node.value, [0, 90, 180, 270].contains(degrees) {
        panel.rotation = Int(degrees)
      } else {
        findings.error("Panel: panelRotation must be 0, 90, 180 or 270", at: node.place)
      }
    }
    panel.width = millimeters(fields["panelWidth"], "panelWidth")
    panel.height = millimeters(fields["panelHeight"], "panelHeight")
    if let node = fields["panelPixels"] {
      // Without its size a path would be opened as a device: then there is no panel.
      guard let file = plainFile(node, depth: fields["panelDepth"], device: device) else { return }
      panel.plainFile = file
    } else if let node = fields["panelDepth"] {
      findings.error("Panel: panelDepth goes with panelPixels; a device says it itself", at: node.place)
    }
    board.panel = panel
  }

  private mutating func plainFile(
    _ node: PropertyList, depth: PropertyList?, device: String
  ) -> Board.Panel.PlainFile? {
    let sides = (text(node, "Panel: panelPixels") ?? "").split(
      separator: "x", omittingEmptySubsequences: false
    )
    .map { Int($0) }
    let range = BoardLimits.panelSides
    guard sides.count == 2, let width = sides[0], let height = sides[1], range.contains(width),
      range.contains(height)
    else {
      findings.error(
        "Panel: panelPixels needs a width and a height from \(range.lowerBound) to \(range.upperBound), "
          + "as in 320x240", at: node.place)
      return nil
    }
    guard width * height <= BoardLimits.panelPixels else {
      findings.error(
        "Panel: panelPixels \(width)x\(height) is more than \(BoardLimits.panelPixels >> 20) megapixels",
        at: node.place)
      return nil
    }
    guard device.hasPrefix("/"), !device.hasPrefix("/dev/") else {
      findings.error(
        "Panel: with panelPixels, panelDevice is the path of a plain file, not \(device.quoted)",
        at: node.place)
      return nil
    }
    var file = Board.Panel.PlainFile(width: width, height: height)
    if let depth {
      if case .integer(let bits) = depth.value, Board.Panel.PlainFile.depths.contains(Int(clamping: bits)) {
        file.depth = Int(bits)
      } else {
        findings.error("Panel: panelDepth must be 1, 16 or 32; 16 is taken", at: depth.place)
      }
    }
    return file
  }

  private mutating func millimeters(_ node: PropertyList?, _ key: String) -> Int? {
    node.flatMap { SettingsFile.integer($0, key: "Panel: \(key)", range: 5...2_000, findings: &findings) }
  }

  mutating func readOutputs(_ node: PropertyList) {
    guard let fields = dictionary(node, "Outputs", known: Board.Output.allCases.map(\.rawValue)) else {
      return
    }
    for output in Board.Output.allCases {
      guard let node = fields[output.rawValue],
        let parts = dictionary(node, output.rawValue, known: ["outputLine", "outputActiveLow"])
      else { continue }
      // What the radio drives is active while it is high, unless the board says otherwise.
      guard
        var line = line(
          parts, nameKey: "outputLine", pullKey: "", activeLowKey: "outputActiveLow", label: output.rawValue,
          place: node.place, user: output.rawValue)
      else { continue }
      if parts["outputActiveLow"] == nil { line.isActiveLow = false }
      line.pull = .asIs
      board.outputs[output] = line
    }
  }

  mutating func readBoot(_ line: String, at place: Place) {
    let name = line.prefix { $0 != "=" }
    guard name.count < line.count, !name.isEmpty,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || "_0123456789".contains($0)) }),
      !line.contains(where: \.isNewline)
    else {
      findings.error("bootConfig: \(line.quoted) is no line like dtparam=spi=on", at: place)
      return
    }
    board.bootConfig.append(line)
    board.pinUses += BootConfig.uses(of: line, place: place)
  }
}
