/// A contact of the board (a key, the push of a knob): its place in `ControlMap.contacts`.
public struct ContactID: Hashable, Sendable {
  public let index: Int
  public init(_ index: Int) { self.index = index }
}

/// A knob of the board: its place in `ControlMap.knobs`.
public struct KnobID: Hashable, Sendable {
  public let index: Int
  public init(_ index: Int) { self.index = index }
}

/// What a hand can touch on a board, and what it asks for with it. It comes from the board's file.
public struct ControlMap: Hashable, Sendable {
  /// A key, or the push of a knob.
  public struct Contact: Hashable, Sendable {
    /// For messages: what is printed on the key, or the role it has.
    public var name: String
    /// What a short press asks for.
    public var short: Action?
    /// What holding asks for, at the hold time and not at the release. Nil: a press of any length is short.
    public var hold: Action?
    /// The short press counts as soon as the key is down. Such a key has no hold and is in no chord.
    public var actsAtPress: Bool
    /// While the key is down the short press comes again and again.
    public var repeats: Bool

    public init(
      _ name: String, short: Action? = nil, hold: Action? = nil, actsAtPress: Bool = false,
      repeats: Bool = false
    ) {
      self.name = name
      self.short = short
      self.hold = actsAtPress || repeats ? nil : hold
      self.actsAtPress = actsAtPress || repeats
      self.repeats = repeats
    }

    /// A key with one of the roles that a hand knows from every board.
    public init(_ key: Key, name: String? = nil) {
      self.init(
        name ?? key.rawValue, short: .key(key), hold: key.holds ? .hold(key) : nil,
        actsAtPress: key.actsAtPress)
    }
  }

  /// A quadrature encoder.
  public struct Knob: Hashable, Sendable {
    /// How often one of its two lines changes from one click to the next: 1, 2 or 4.
    public var changesPerClick: Int
    /// Turning right counts to the left: the two wires are swapped.
    public var isReversed: Bool
    /// The contact that closes when the knob is pushed.
    public var push: ContactID?

    public init(changesPerClick: Int = 4, isReversed: Bool = false, push: ContactID? = nil) {
      precondition([1, 2, 4].contains(changesPerClick))
      self.changesPerClick = changesPerClick
      self.isReversed = isReversed
      self.push = push
    }
  }

  /// Two contacts that mean something else when they are held together.
  public struct Chord: Hashable, Sendable {
    public var first: ContactID
    public var second: ContactID

    public init(_ first: ContactID, _ second: ContactID) {
      self.first = first
      self.second = second
    }
  }

  public var contacts: [Contact]
  public var knobs: [Knob]
  public var chords: [Chord]

  public init(contacts: [Contact] = [], knobs: [Knob] = [], chords: [Chord] = []) {
    self.contacts = contacts
    self.knobs = knobs
    self.chords = chords
    precondition(knobs.allSatisfy { $0.push.map { contacts.indices.contains($0.index) } ?? true })
    precondition(
      chords.allSatisfy { chord in
        chord.first != chord.second
          && [chord.first, chord.second].allSatisfy { contacts.indices.contains($0.index) }
      })
  }
}

/// What a board's line tells, at the instant at which the kernel saw it.
public enum ControlEdge: Hashable, Sendable {
  case contact(ContactID, isClosed: Bool)
  /// The two lines of a knob after one of them changed.
  case quadrature(KnobID, a: Bool, b: Bool)
  /// The level at the start, or one that was read anew because edges were lost: what was before is unknown.
  case contactReread(ContactID, isClosed: Bool)
  case quadratureReread(KnobID, a: Bool, b: Bool)
}

/// What a hand did.
public enum Gesture: Hashable, Sendable {
  /// The contact is down; of use to keys that act at the press.
  case pressed(ContactID)
  /// Let go before the hold time, and not used for anything else.
  case released(ContactID)
  case held(ContactID)
  case repeated(ContactID)
  /// One click, to the right or to the left.
  case turned(KnobID, isRight: Bool)
  /// One click while the knob is pushed.
  case turnedPushed(KnobID, isRight: Bool)
  /// The last click was the jerk of a hand that was about to push.
  case twitched(KnobID)
  /// The chord with this place in the map was held for its time.
  case chordHeld(Int)
  /// The line cannot be a finger.
  case stuck(ContactID)
}
