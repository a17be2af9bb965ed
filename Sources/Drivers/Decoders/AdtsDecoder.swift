internal import Audio

/// A stream of AAC with a header before each frame.
struct AdtsDecoder: ~Copyable, StreamDecoder {
  private var frames = AdtsFrames()
  private var decoder: AacDecoder
  private var meter = BitRateMeter()
  private var isOver = false
  private var sound: AacDecoder.Sound?
  /// What the last frame seemed to be, against all before it.
  private var doubted: AacDecoder.Sound?
  private var kbit = 0
  /// They wait until their format has been told.
  private var waiting: UnsafeBufferPointer<Float>?

  init(_ decoder: consuming AacDecoder) { self.decoder = decoder }

  var bytesHeld: Int { frames.bytesHeld }

  mutating func next(_ source: ByteSource) throws(DecoderError) -> DecodedStep {
    if let samples = waiting {
      waiting = nil
      return .samples(samples)
    }
    while true {
      guard let frame = frames.next(isFinal: isOver) else {
        guard !isOver else { return .end }
        isOver = !source.feed(held: frames.bytesHeld) { frames.append($0) }
        continue
      }
      if frame.isOther, sound != nil {
        try decoder.restart()
        meter = BitRateMeter()
        kbit = 0
      }
      if frame.isOther { doubted = nil }
      let isMono = frame.header.channelConfiguration == 1
      guard let (seen, samples) = try decoder.decode(frame.bytes, isMono: isMono) else { continue }
      var found = seen
      let frameCount = samples.count / found.format.channels
      let measured = meter.add(bytes: frame.header.length, frames: frameCount, rate: found.format.rate)
      kbit = measured ?? kbit
      if let sound, !frame.isOther {
        // Parametric stereo is named by few frames, and forgotten with a decoder that is made anew.
        if found.format == sound.format, sound.codec.hasPrefix(found.codec) { found.codec = sound.codec }
        // A broken frame may seem to have another format, and SBR, once seen, is kept. It is believed when a
        // fresh decoder finds it, too.
        if found.format != sound.format, found != doubted {
          doubted = found
          try decoder.restart()
          continue
        }
      }
      doubted = nil
      guard found != sound || measured != nil else { return .samples(samples) }
      sound = found
      waiting = samples
      return .format(codec: found.codec, found.format, kbit: kbit)
    }
  }
}
