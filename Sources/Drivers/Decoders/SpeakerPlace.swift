/// Where a loudspeaker stands.
enum SpeakerPlace {
  case left, right, center, sideLeft, sideRight, backLeft, backRight, backCenter, bass
}

extension SpeakerPlace {
  /// The order of Vorbis (Vorbis I 4.3.9), which Opus has taken over; of one to eight channels.
  static func vorbis(_ count: Int) -> [SpeakerPlace] {
    switch count {
    case 1: [.center]
    case 2: [.left, .right]
    case 3: [.left, .center, .right]
    case 4: [.left, .right, .backLeft, .backRight]
    case 5: [.left, .center, .right, .backLeft, .backRight]
    case 6: [.left, .center, .right, .backLeft, .backRight, .bass]
    case 7: [.left, .center, .right, .sideLeft, .sideRight, .backCenter, .bass]
    default: [.left, .center, .right, .sideLeft, .sideRight, .backLeft, .backRight, .bass]
    }
  }

  /// The order of FLAC (RFC 9639, 9.1.3), of one to eight channels.
  static func flac(_ count: Int) -> [SpeakerPlace] {
    switch count {
    case 1: [.center]
    case 2: [.left, .right]
    case 3: [.left, .right, .center]
    case 4: [.left, .right, .backLeft, .backRight]
    case 5: [.left, .right, .center, .backLeft, .backRight]
    case 6: [.left, .right, .center, .bass, .backLeft, .backRight]
    case 7: [.left, .right, .center, .bass, .backCenter, .sideLeft, .sideRight]
    default: [.left, .right, .center, .bass, .backLeft, .backRight, .sideLeft, .sideRight]
    }
  }
}
