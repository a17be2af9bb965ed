internal import Core

/// `board.plist`. A wrong value costs only its own entry: the radio runs on with the keys that are left.
public enum BoardFile {
  private static let keys = [
    "boardName", "gpioChips", "Panel", "Outputs", "touch", "inputDevices", "ambientLight", "soundDevice",
    "soundMixer", "soundMono", "bootConfig"
  ]

  static func isKey(_ key: String) -> Bool { key == "boardName" || key == "gpioChips" }

  /// Nil: damaged or something else.
  public static func read(_ bytes: [UInt8], file: String) -> (board: Board?, findings: Findings) {
    var findings = Findings(file: file)
    guard let root = PropertyList.read(bytes, findings: &findings) else { return (nil, findings) }
    return (board(root, findings: &findings), findings)
  }

  static func board(_ root: PropertyList, findings: inout Findings) -> Board? {
    guard case .dictionary(let entries) = root.value else {
      findings.error("\(root.kindName), not a dict of a board", at: root.place)
      return nil
    }
    var reader = BoardReader(findings: findings)
    defer { findings = reader.findings }
    let keys = NumberedKeys(entries, prefix: "Key", findings: &reader.findings)
    let knobs = NumberedKeys(keys.others, prefix: "Knob", findings: &reader.findings)
    let fields = Fields(knobs.others, label: "", known: BoardFile.keys, findings: &reader.findings)
    guard let name = reader.text(fields["boardName"], "boardName") else {
      if fields["boardName"] == nil { reader.findings.error("boardName is missing", at: root.place) }
      return nil
    }
    reader.board.name = name
    reader.board.chips = reader.texts(fields["gpioChips"], "gpioChips", countMax: BoardLimits.chips).map(
      \.text)
    for part in keys.parts.prefix(BoardLimits.keys) { reader.readKey(part) }
    for part in knobs.parts.prefix(BoardLimits.knobs) { reader.readKnob(part) }
    if keys.parts.count > BoardLimits.keys || knobs.parts.count > BoardLimits.knobs {
      reader.findings.error(
        "more than \(BoardLimits.keys) keys or \(BoardLimits.knobs) knobs; the rest is left out",
        at: root.place)
    }
    reader.joinChords()
    if let node = fields["Panel"] { reader.readPanel(node) }
    if let node = fields["Outputs"] { reader.readOutputs(node) }
    reader.board.hasTouch = reader.boolean(fields["touch"], "touch") ?? false
    reader.board.hasInputDevices =
      reader.boolean(fields["inputDevices"], "inputDevices") ?? (reader.board.panel != nil)
    reader.board.ambientLight = reader.text(fields["ambientLight"], "ambientLight")
    reader.board.soundDevice = reader.text(fields["soundDevice"], "soundDevice") ?? "default"
    reader.board.soundMixer = reader.text(fields["soundMixer"], "soundMixer")
    reader.board.soundMono = reader.boolean(fields["soundMono"], "soundMono") ?? false
    for line in reader.texts(fields["bootConfig"], "bootConfig", countMax: BoardLimits.bootLines) {
      reader.readBoot(line.text, at: line.place)
    }
    for conflict in PinUse.conflicts(in: reader.board.pinUses) {
      reader.findings.error(conflict.message, at: conflict.place)
    }
    return reader.board
  }
}

/// A board while it is read.
struct BoardReader {
  var board = Board()
  var findings: Findings
  private var contacts: [ControlMap.Contact] = []
  private var knobs: [ControlMap.Knob] = []
  private var linePlaces: [String: String] = [:]

  init(findings: Findings) { self.findings = findings }

  // MARK: Keys

  mutating func readKey(_ part: NumberedKeys.Part) {
    let known = [
      "keyLine", "keyRole", "keyName", "keyShort", "keyHold", "keyAtPress", "keyRepeats", "keyPull",
      "keyActiveLow"
    ]
    guard let fields = dictionary(part.value, part.key, known: known) else { return }
    guard let contact = contact(fields, part) else { return }
    guard let line = line(fields, "key", part, user: "key \(contact.name)") else { return }
    add(line, contact)
  }

  @discardableResult
  private mutating func add(_ line: Board.Line, _ contact: ControlMap.Contact) -> ContactID {
    let id = ContactID(contacts.count)
    contacts.append(contact)
    board.inputs.append(Board.Input(line: line, role: .contact(id)))
    return id
  }

  private mutating func contact(_ fields: Fields, _ part: NumberedKeys.Part) -> ControlMap.Contact? {
    let name = text(fields["keyName"], "\(part.key): keyName")
    var contact: ControlMap.Contact
    if let node = fields["keyRole"] {
      guard let role = text(node, "\(part.key): keyRole") else { return nil }
      guard let made = BoardReader.contact(role: role, name: name ?? role) else {
        findings.error(
          "\(part.key): keyRole \(role.quoted) is not one of \(BoardReader.roles.joined(separator: ", "))",
          at: node.place)
        return nil
      }
      contact = made
    } else {
      contact = ControlMap.Contact(name ?? part.key)
    }
    let short = action(fields["keyShort"], "\(part.key): keyShort")
    let hold = action(fields["keyHold"], "\(part.key): keyHold")
    let atPress = boolean(fields["keyAtPress"], "\(part.key): keyAtPress")
    let repeats = boolean(fields["keyRepeats"], "\(part.key): keyRepeats")
    if short != nil || hold != nil || atPress != nil || repeats != nil {
      contact = ControlMap.Contact(
        contact.name, short: short ?? contact.short, hold: hold ?? contact.hold,
        actsAtPress: atPress ?? contact.actsAtPress, repeats: repeats ?? contact.repeats)
      if hold != nil, contact.hold == nil {
        findings.error("\(part.key): a key that acts at the press has no hold", at: part.value.place)
      }
    }
    if fields["keyRole"] == nil, contact.short == nil, contact.hold == nil {
      findings.error("\(part.key): keyRole or keyShort is missing", at: part.value.place)
      return nil
    }
    return contact
  }

  static let roles =
    Key.allCases.map(\.rawValue) + (1...9).map { "favorite\($0)" } + others.map(\.role) + ["alarmStop"]

  private static let others: [(role: String, action: Action, repeats: Bool)] = [
    ("stationNext", .stationNext, false), ("stationPrevious", .stationPrevious, false),
    ("categoryNext", .categoryNext, false), ("categoryPrevious", .categoryPrevious, false),
    ("volumeUp", .volumeUp, true), ("volumeDown", .volumeDown, true), ("mute", .mute, false)
  ]

  static func contact(role: String, name: String) -> ControlMap.Contact? {
    if let key = Key(rawValue: role) { return ControlMap.Contact(key, name: name) }
    if let other = others.first(where: { $0.role == role }) {
      return ControlMap.Contact(name, short: other.action, repeats: other.repeats)
    }
    if role.hasPrefix("favorite"), let number = Int(role.dropFirst(8)), (1...9).contains(number) {
      return ControlMap.Contact(name, short: .favoriteNumber(number))
    }
    // Nothing rings yet.
    return role == "alarmStop" ? ControlMap.Contact(name) : nil
  }

  /// Keys that mean something else when they are held together; which ones, a board does not decide.
  mutating func joinChords() {
    func place(_ key: Key) -> ContactID? { contacts.firstIndex { $0.short == .key(key) }.map(ContactID.init) }
    let pairs: [(Key, Key)] = [(.category, .star), (.back, .star), (.single, .knob)]
    let chords = pairs.compactMap { first, second in
      place(first).flatMap { first in place(second).map { ControlMap.Chord(first, $0) } }
    }
    board.controls = ControlMap(contacts: contacts, knobs: knobs, chords: chords)
  }

  // MARK: Knobs

  mutating func readKnob(_ part: NumberedKeys.Part) {
    let known = [
      "knobLineA", "knobLineB", "knobPush", "knobName", "knobChangesPerClick", "knobReversed", "knobPull",
      "knobActiveLow"
    ]
    guard let fields = dictionary(part.value, part.key, known: known) else { return }
    let name = text(fields["knobName"], "\(part.key): knobName") ?? "knob"
    guard let lineA = line(fields, "knob", suffix: "LineA", part, user: "\(name) A"),
      let lineB = line(fields, "knob", suffix: "LineB", part, user: "\(name) B")
    else { return }
    var knob = ControlMap.Knob(
      isReversed: boolean(fields["knobReversed"], "\(part.key): knobReversed") ?? false)
    if let node = fields["knobChangesPerClick"] {
      if case .integer(let number) = node.value, [1, 2, 4].contains(number) {
        knob.changesPerClick = Int(number)
      } else {
        findings.error("\(part.key): knobChangesPerClick must be 1, 2 or 4; 4 is taken", at: node.place)
      }
    }
    if fields["knobPush"] != nil, let line = line(fields, "knob", suffix: "Push", part, user: "\(name) push")
    {
      knob.push = add(line, ControlMap.Contact(.knob, name: name))
    }
    let id = KnobID(knobs.count)
    knobs.append(knob)
    board.inputs.append(Board.Input(line: lineA, role: .knobA(id)))
    board.inputs.append(Board.Input(line: lineB, role: .knobB(id)))
  }

  // MARK: Lines

  private mutating func line(
    _ fields: Fields, _ start: String, suffix: String = "Line", _ part: NumberedKeys.Part, user: String
  ) -> Board.Line? {
    line(
      fields, nameKey: start + suffix, pullKey: start + "Pull", activeLowKey: start + "ActiveLow",
      label: part.key,
      place: part.value.place, user: user)
  }

  mutating func line(
    _ fields: Fields, nameKey: String, pullKey: String, activeLowKey: String, label: String, place: Place,
    user: String
  ) -> Board.Line? {
    guard let node = fields[nameKey] else {
      findings.error("\(label): \(nameKey) is missing", at: place)
      return nil
    }
    guard let name = text(node, "\(label): \(nameKey)") else { return nil }
    if let other = linePlaces[name] {
      findings.error("\(label): line \(name) is \(other) already", at: node.place)
      return nil
    }
    linePlaces[name] = user
    var line = Board.Line(name: name)
    line.pull = word(fields[pullKey], "\(label): \(pullKey)") ?? line.pull
    line.isActiveLow = boolean(fields[activeLowKey], "\(label): \(activeLowKey)") ?? line.isActiveLow
    if let pin = PinUse.number(of: name) {
      board.pinUses.append(PinUse(pin: pin, user: user, place: node.place))
    }
    return line
  }
}
