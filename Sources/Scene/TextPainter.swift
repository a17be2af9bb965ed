internal import Core

/// Draws a scene as lines of text: the desk board's screen, and the text half of the golden tests.
public struct TextPainter {
  public let width: Int
  public let height: Int

  /// Smaller terminals are drawn as if they had this size, and cut.
  public static let widthMin = 24
  public static let heightMin = 6
  /// From this size a list and what plays stand side by side.
  public static let wideWidth = 110
  public static let wideHeight = 20

  public init(width: Int, height: Int) {
    self.width = max(width, TextPainter.widthMin)
    self.height = max(height, TextPainter.heightMin)
  }

  /// What a scene for this terminal is made for. Head, rule and hint take three lines.
  public var panel: ScenePanel {
    let isWide = width >= TextPainter.wideWidth && height >= TextPainter.wideHeight
    return .terminal(rows: height - 3, layout: isWide ? .wide : .compact)
  }

  /// Exactly `height` lines.
  public func lines(of scene: Scene) -> [TextLine] {
    let columns = TextColumns(isMirrored: scene.isRightToLeft)
    let rule = TextLine(String(repeating: "─", count: width), .dim)
    var lines = [head(of: scene, columns), rule] + content(of: scene, columns)
    lines = Array(lines.prefix(height - 1))
    let blank = TextLine(String(repeating: " ", count: width))
    while lines.count < height - 1 { lines.append(blank) }
    TextOverlay(width: width, columns: columns).cover(&lines, with: scene)
    let hint = columns.spread(" " + fitting(scene.hint), "", width: width)
    lines.append(TextLine(hint, .dim))
    return lines
  }

  /// On a narrow terminal keys are left out rather than cut in two: from the end, where the less needed ones
  /// stand, but for the last, which leads to all of them or back.
  private func fitting(_ hint: String) -> String {
    var keys = hint.split(separator: Phrases.keyGap).map(String.init)
    while keys.count > 1, CellWidth.of(keys.joined(separator: Phrases.keyGap)) > width - 2 {
      keys.remove(at: keys.count - 2)
    }
    return keys.joined(separator: Phrases.keyGap)
  }

  private func head(of scene: Scene, _ columns: TextColumns) -> TextLine {
    let badges = scene.badges.map { ($0.kind == .noSound ? "▲ " : "") + $0.text }.joined(separator: "   ")
    let action = scene.headAction.map { "[ \($0.text) ]" } ?? ""
    let gap = badges.isEmpty || action.isEmpty ? "" : "   "
    let space = max(0, width - CellWidth.of(badges + gap + action) - 2)
    let pieces: [TextLine.Piece] = [
      .init(text: columns.spread(" " + scene.title, "", width: space), style: .bold),
      .init(text: " " + badges + gap, style: scene.isSilent ? .trouble : .dim),
      .init(text: action, style: scene.headAction?.isFocused == true ? .focus : .can),
      .init(text: " ", style: .dim)
    ]
    return columns.line(pieces)
  }

  // MARK: The body

  private func content(of scene: Scene, _ columns: TextColumns) -> [TextLine] {
    guard let companion = scene.companion else { return lines(of: scene.body, width: width, columns) }
    // The list stands first, whichever of the two has the focus.
    let isListFirst = if case .list = scene.body { true } else { false }
    let (list, player) = isListFirst ? (scene.body, companion) : (companion, scene.body)
    let listWidth = width * 2 / 5
    let playerWidth = width - listWidth - 1
    var left = lines(of: list, width: listWidth, columns)
    var right = lines(of: player, width: playerWidth, columns)
    let blanks = (String(repeating: " ", count: listWidth), String(repeating: " ", count: playerWidth))
    for _ in 0..<(height - 3) {
      left.append(TextLine(blanks.0))
      right.append(TextLine(blanks.1))
    }
    return (0..<(height - 3)).map { index in
      let sides = [left[index].pieces, [TextLine.Piece(text: "│", style: .dim)], right[index].pieces]
      return TextLine(Array((columns.isMirrored ? sides.reversed() : sides).joined()))
    }
  }

  private func lines(of body: Scene.Body, width: Int, _ columns: TextColumns) -> [TextLine] {
    switch body {
    case .list(let list): columns.rows(of: list, width: width)
    case .player(let face): player(face, width: width, columns)
    }
  }

  private func player(_ face: Scene.PlayerFace, width: Int, _ columns: TextColumns) -> [TextLine] {
    func line(_ text: String, _ style: TextLine.Style = .plain) -> TextLine {
      TextLine(columns.spread("  " + text, "", width: width), style)
    }
    let sign =
      switch face.status.kind {
      case .idle: "■ "
      case .busy: "… "
      case .playing: "● "
      case .trouble: "▲ "
      }
    // On a low terminal what can be read stays, and the air between it goes.
    let air = height >= 14 ? [line("")] : []
    guard !face.category.isEmpty else { return air + [line(face.station, .bold)] }
    var lines = air + [line(face.station, .bold)]
    lines.append(line(sign + face.status.text, face.status.kind == .trouble ? .trouble : .plain))
    lines += air + [line(face.title, .bold), line(face.details, .dim)] + air
    let buttons = [button(face.playButton), button(face.favoriteButton)]
    let blank = TextLine.Piece(text: "  ", style: .plain)
    var pieces = [blank, buttons[0], blank, buttons[1]]
    let taken = pieces.reduce(0) { $0 + CellWidth.of($1.text) }
    if taken > width {
      // Too narrow for both with their names: the signs remain.
      let signs = String(buttons.map { $0.text.prefix(4) + " ]" }.joined(separator: "  "))
      pieces = [blank, .init(text: CellWidth.clip(signs, to: width - 2), style: .plain)]
    }
    let rest = max(0, width - pieces.reduce(0) { $0 + CellWidth.of($1.text) })
    pieces.append(TextLine.Piece(text: String(repeating: " ", count: rest), style: .plain))
    lines.append(columns.line(pieces))
    if let percent = face.bufferingPercent {
      lines += air + [line(face.status.text + "  " + TextOverlay.bar(percent, cells: min(20, width - 20)))]
    }
    return lines
  }

  private func button(_ button: Scene.Button) -> TextLine.Piece {
    let sign =
      switch button.kind {
      case .play: "▶"
      case .pause: "❚❚"
      case .add: "☆"
      case .remove: "★"
      }
    let key = button.key.isEmpty ? "" : "  " + button.key
    return TextLine.Piece(text: "[ \(sign) \(button.text)\(key) ]", style: button.isSo ? .isSo : .can)
  }
}
