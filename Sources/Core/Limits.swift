/// Every number by which Core bounds or times something, in one place.
public enum Limits {
  /// As in the original app.
  public static let recents = 20
  /// More than a hand will mark; a list brought along from elsewhere may be long.
  public static let favorites = 10_000
  /// Stations that ran dry are remembered, the latest ones, with their cushions.
  public static let cushions = 200

  /// Sound gathered before a station starts, and how far running dry may double it. What is gathered is the
  /// least delay between a key and sound, so it starts small.
  public static let cushionAtFirst = Duration.milliseconds(200)
  public static let cushionMax = Duration.milliseconds(3_200)

  /// To which stations are brought, in tenths of LUFS: where quiet ones need little more than they have, and
  /// loud ones lose what they are too loud by.
  public static let loudnessTenths = -180
  /// In decibels.
  public static let loudnessGain = -12.0...12.0
  /// What is taken for a station's loudness; beyond it is silence, or no measurement.
  public static let loudnessHeard = -600...100
  public static let loudnessStations = 500

  /// Retry pauses: doubling from the first to the longest, with jitter, so that a thousand radios do not
  /// come back to a restarted server in the same second.
  public static let retryPauseAtFirst = Duration.seconds(1)
  public static let retryPauseMax = Duration.seconds(60)
  /// Real audio after which a station counts as well, and the next pause is the first one again.
  public static let soundUntilWell = Duration.seconds(30)
  /// A stream that broke off is opened anew while what was received still sounds, but not with more than so much
  /// left: what the new one sends meanwhile has to be kept.
  public static let reliefLead = Duration.seconds(10)
  /// A connection that has been silent for so long when the network comes back was made for the network before.
  public static let staleSilence = Duration.seconds(1)
  /// A recording of a known length ("we have moved") that ended: it is not played over and over all night.
  public static let clipPauseAtFirst = Duration.seconds(300)
  public static let clipPauseMax = Duration.seconds(3_600)
  /// A transfer of a known length that sounded for longer than this was a radio programme, not such a clip.
  public static let clipLength = Duration.seconds(600)
  /// Nothing heard for so long while connecting, buffering or starved, whatever arrives: try anew.
  public static let silenceMax = Duration.seconds(45)
  /// A paused stream is kept for so long, and goes on where it was; later it starts again live.
  public static let pauseKept = Duration.seconds(20)

  /// With another station chosen, the one before is heard for no longer than this.
  public static let outgoingMax = Duration.seconds(3)
  /// Sessions in all: each has a decoder's thread, and its rings. The audio thread mixes as many voices.
  public static let sessions = 4
  /// Of them, stations that are opened in advance; when the radio has started and the hand has rested for so long,
  /// and for how long.
  public static let warmSessions = 2
  public static let warmAtFirst = Duration.seconds(3)
  public static let warmRest = Duration.seconds(1)
  public static let warmKept = Duration.seconds(60)

  public static let volumeAtFirst = 60
  /// One click or key press: 2 dB by the volume law of 0.5 dB a percent.
  public static let volumeStep = 4
  /// 12 dB by the same law: the volume rises by no more within a window.
  public static let riseMax = 24
  public static let riseWindow = Duration.seconds(1)

  /// A click after so long a rest goes from one end of a list to the other.
  public static let wrapRest = Duration.milliseconds(400)
  /// Clicks that follow each other sooner than this, and more than so many of them, are a knob that is turned
  /// fast: 8 clicks a second.
  public static let fastClick = Duration.milliseconds(125)
  public static let fastClicks = 3
  /// A longer list is gone through by letters when the knob is turned fast.
  public static let rowsWithoutLetters = 30
  /// Rows that a page up or down goes: what the panel of 320×240 shows.
  public static let pageRows = 5
  /// How long Jump to letter waits for the next click.
  public static let jumpShown = Duration.seconds(4)
  /// The volume bar, notes, and a station number that is being typed.
  public static let overlayShown = Duration.seconds(2)
  public static let noteShown = Duration.seconds(4)
  public static let notesWaiting = 8
  public static let numberTyped = Duration.milliseconds(1_500)
  public static let numberDigits = 6
}
