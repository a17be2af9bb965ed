/// Deciphers segments of HLS.
public protocol SegmentCiphers: AnyObject {
  /// AES-128 in CBC mode; both have 16 bytes. Nil: it cannot be done.
  func decipherer(key: [UInt8], initialVector: [UInt8]) -> (any SegmentDecipherer)?
}

/// One segment's.
public protocol SegmentDecipherer: AnyObject {
  /// What can be told of the next bytes by now. Nil: they cannot be deciphered.
  func update(_ bytes: UnsafeRawBufferPointer) -> [UInt8]?
  /// The rest. Nil: the key was wrong, or bytes are missing.
  func finish() -> [UInt8]?
}
