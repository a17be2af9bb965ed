extension State {
  /// The knob: a row, a letter, a value or the volume.
  /// - Parameter isExact: an arrow key: however fast the clicks come, each is one row, and up is louder, as on
  ///   every remote control.
  mutating func turn(_ clicks: Int, isExact: Bool, _ effects: inout [Effect]) {
    if let edit = browse.edit { return change(edit, by: clicks) }
    guard rowCount > 0 else {
      guard browse.screen == .player else { return }
      switch settings.playerKnob {
      case .volume: turnVolume(isExact ? -clicks : clicks, &effects)
      case .station: if clicks != 0 { zap(by: clicks, &effects) }
      }
      return
    }
    let pace = browse.pace.clicked(clicks, at: now)
    let isLong = rowCount > Limits.rowsWithoutLetters && rowName(0) != nil
    if browse.isJumping {
      jump(clicks)
      showLetter(for: Limits.jumpShown)
    } else if pace.isFast && !isExact && isLong {
      jump(clicks)
      showLetter(for: Limits.overlayShown)
    } else {
      move(clicks, goesRound: pace.isRested && abs(clicks) == 1)
    }
  }

  mutating func page(_ pages: Int) {
    guard rowCount > 0, browse.edit == nil else { return }
    move(min(max(pages, -rowCount), rowCount) * Limits.pageRows, goesRound: false)
  }

  private mutating func move(_ rows: Int, goesRound: Bool) {
    let last = rowCount - 1
    let wanted = browse.focus + min(max(rows, -rowCount), rowCount)
    if (firstFocus...last).contains(wanted) {
      browse.focus = wanted
    } else if goesRound {
      browse.focus = rows > 0 ? firstFocus : last
    } else {
      browse.focus = rows > 0 ? last : firstFocus
    }
  }

  // MARK: Letters

  /// What stands in a row of the present list; nil where rows have no names to jump by.
  func rowName(_ row: Int) -> String? {
    if browse.screen == .categories {
      return catalogue.categories.indices.contains(row) ? catalogue.categories[row].name : nil
    }
    guard browse.screen != .options, let list = shownList else { return nil }
    let stations = stations(of: list)
    return stations.indices.contains(row) ? stations[row].name : nil
  }

  /// The first letter or digit of a name, as a capital.
  static func initial(of name: String) -> Character? {
    let first = name.first { $0.isLetter || $0.isNumber } ?? name.first
    return first.flatMap { $0.uppercased().first }
  }

  private func initial(_ row: Int) -> Character? { rowName(row).flatMap { State.initial(of: $0) } }

  /// To the next row with another initial, or to the first row of the letter before. Lists are in the order
  /// of their owner, not of the alphabet. Where no other letter follows, a page is gone: a list in which each
  /// name begins with "Radio" is not leapt over.
  private mutating func jump(_ clicks: Int) {
    var row = max(0, browse.focus)
    for _ in 0..<min(abs(clicks), rowCount) {
      row = clicks > 0 ? rowOfNextLetter(after: row) : rowOfLetterBefore(row)
    }
    browse.focus = row
  }

  private func rowOfNextLetter(after row: Int) -> Int {
    let letter = initial(row)
    return (row..<rowCount).first { initial($0) != letter } ?? min(row + Limits.pageRows, rowCount - 1)
  }

  private func rowOfLetterBefore(_ row: Int) -> Int {
    let letter = initial(row)
    guard let end = (0..<row).last(where: { initial($0) != letter }) else {
      return max(0, row - Limits.pageRows)
    }
    let other = initial(end)
    return (0..<end).last { initial($0) != other }.map { $0 + 1 } ?? 0
  }

  mutating func showLetter(for time: Duration) {
    letter = initial(max(0, browse.focus))
    letterUntil = now + time
  }

  mutating func endJump() {
    browse.isJumping = false
    letter = nil
    letterUntil = nil
  }

  // MARK: Values

  private mutating func change(_ edit: Edit, by clicks: Int) {
    switch edit {
    case .language(let index):
      let wanted = index + min(max(clicks, -languages.count), languages.count)
      browse.edit = .language(min(max(wanted, 0), languages.count - 1))
    }
  }

  /// Left and right: the value that is being changed, else the stations beside the one that plays.
  mutating func goSideways(_ steps: Int, _ effects: inout [Effect]) {
    if let edit = browse.edit { change(edit, by: steps) } else { zap(by: steps, &effects) }
  }

  /// A value that is being changed, and Jump to letter, take the push and BACK for themselves.
  mutating func endsWithoutMoving(_ action: Action, _ effects: inout [Effect]) -> Bool {
    guard action == .push || action == .back, typedNumber == nil else { return false }
    if browse.isJumping {
      endJump()
      return true
    }
    guard let edit = browse.edit else { return false }
    browse.edit = nil
    if action == .push, case .language(let index) = edit {
      chosenLanguage = languages[index].code
      effects.append(.save(.state))
    }
    return true
  }
}
