internal import CCrypto

/// AES of 128 bits in CBC mode with PKCS #7 padding, as HLS enciphers whole segments, taken apart as the bytes
/// come. It prevents: a context that is freed twice or used after its end, an output that is too small, and a
/// key or vector of another length.
public struct Decipherer: ~Copyable {
  public static let keyCount = 16
  /// Of a block, and so of an initial vector.
  public static let blockCount = 16

  private let context: OpaquePointer

  /// `key` and `initialVector` have 16 bytes each.
  public init(key: [UInt8], initialVector: [UInt8]) throws(CipherError) {
    guard key.count == Self.keyCount, initialVector.count == Self.blockCount else {
      throw CipherError(call: "a key of \(key.count) bytes", code: 0)
    }
    guard let context = EVP_CIPHER_CTX_new() else { throw .last("EVP_CIPHER_CTX_new") }
    guard EVP_DecryptInit_ex(context, EVP_aes_128_cbc(), nil, key, initialVector) == 1 else {
      EVP_CIPHER_CTX_free(context)
      throw .last("EVP_DecryptInit_ex")
    }
    self.context = context
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// What can be told by now. The last block is kept until more comes, or `finish`.
  public func update(_ bytes: UnsafeRawBufferPointer) throws(CipherError) -> [UInt8] {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return [] }
    guard bytes.count < Int(Int32.max) - Self.blockCount else {
      throw CipherError(call: "\(bytes.count) bytes at once", code: 0)
    }
    var isDone = false
    let text = [UInt8](unsafeUninitializedCapacity: bytes.count + Self.blockCount) { buffer, count in
      var written: Int32 = 0
      let input = start.assumingMemoryBound(to: UInt8.self)
      isDone = EVP_DecryptUpdate(context, buffer.baseAddress, &written, input, Int32(bytes.count)) == 1
      count = isDone ? Int(written) : 0
    }
    guard isDone else { throw .last("EVP_DecryptUpdate") }
    return text
  }

  /// The end of the text. It fails where the key is wrong, or bytes are missing.
  public func finish() throws(CipherError) -> [UInt8] {
    var isDone = false
    let text = [UInt8](unsafeUninitializedCapacity: Self.blockCount) { buffer, count in
      var written: Int32 = 0
      isDone = EVP_DecryptFinal_ex(context, buffer.baseAddress, &written) == 1
      count = isDone ? Int(written) : 0
    }
    guard isDone else { throw .last("EVP_DecryptFinal_ex") }
    return text
  }
}
