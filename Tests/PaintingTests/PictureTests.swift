import Foundation
import Testing

@testable import Painting

@Suite struct PictureTests {
  static func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    var samples: [UInt8] = []
    for index in 0..<width * height { samples += [UInt8(index & 0xFF), 80, 200] }
    return try #require(PNGFile.encode(width: width, height: height, isGray: false, samples: samples))
  }

  /// The header says another size; its checksum is right.
  static func lie(_ file: [UInt8], width: UInt32, height: UInt32) -> [UInt8] {
    var bytes = file
    for (offset, value) in [(16, width), (20, height)] {
      for index in 0..<4 {
        bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index))
      }
    }
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes[12..<29] {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    for index in 0..<4 { bytes[29 + index] = UInt8(truncatingIfNeeded: ~crc >> UInt32(24 - 8 * index)) }
    return bytes
  }

  /// 64×32: the left half blue, the right half red.
  static let jpeg = [UInt8](
    Data(
      base64Encoded: [
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdB",
        "RkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P",
        "T09PT09PT09PT09PT0//wAARCAAgAEADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAA",
        "AgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6",
        "Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG",
        "x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREA",
        "AgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5",
        "OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPE",
        "xcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDnKKKK+tOIKKKKALVFFFfBn3YUUUUAVaKK",
        "K+8PhAooooAtUUUV8GfdhRRRQB//2Q=="
      ].joined())!)

  @Test func aPictureKeepsItsProportions() throws {
    let wide = try PictureFile.decode(try Self.png(200, 100), toFit: 98, 98)
    #expect((wide.width, wide.height) == (98, 49))
    let small = try PictureFile.decode(try Self.png(10, 20), toFit: 98, 98)
    #expect((small.width, small.height) == (49, 98))
    let same = try PictureFile.decode(try Self.png(98, 98), toFit: 98, 98)
    #expect(same.bytes.prefix(4) == [200, 80, 0, 255])
  }

  @Test func aPhotographIsDecoded() throws {
    for side in [64, 20, 7] {
      let picture = try PictureFile.decode(Self.jpeg, toFit: side, side)
      #expect((picture.width, picture.height) == (side, (side + 1) / 2))
      #expect(picture.bytes[0] > 150 && picture.bytes[2] < 100, "blue at the left")
      let last = picture.bytes.count - 4
      #expect(picture.bytes[last] < 100 && picture.bytes[last + 2] > 150, "red at the right")
    }
  }

  @Test func transparencyIsMultipliedIn() throws {
    let picture = try PictureFile.decode(try Self.png(2, 2), toFit: 2, 2)
    #expect(stride(from: 3, to: 16, by: 4).allSatisfy { picture.bytes[$0] == 255 })
  }

  @Test func whatUnfoldsTooFarIsRefusedByItsHeader() throws {
    let file = try Self.png(4, 4)
    for (width, height) in [(40_000, 1_000), (8_000, 5_000), (1, 20_000), (65_535, 65_535)]
      as [(UInt32, UInt32)]
    {
      let large = Self.lie(file, width: width, height: height)
      #expect(throws: PictureFile.Refusal.tooLarge(width: Int(width), height: Int(height))) {
        try PictureFile.decode(large, toFit: 98, 98)
      }
    }
    #expect(throws: PictureFile.Refusal.tooManyBytes) {
      try PictureFile.decode([UInt8](repeating: 0x89, count: Limits.pictureFileSize + 1), toFit: 98, 98)
    }
  }

  @Test func damagedFilesAreRefused() throws {
    let file = try Self.png(40, 40)
    #expect(throws: PictureFile.Refusal.unknown) { try PictureFile.decode([], toFit: 9, 9) }
    #expect(throws: PictureFile.Refusal.unknown) { try PictureFile.decode(Array("GIF89a".utf8), toFit: 9, 9) }
    // Whatever is cut off or turned over is an answer or a refusal, never the end of the program.
    for length in stride(from: 4, to: file.count / 2, by: 7) {
      #expect(throws: PictureFile.Refusal.self) {
        try PictureFile.decode(Array(file.prefix(length)), toFit: 9, 9)
      }
    }
    for original in [file, Self.jpeg] {
      for index in 4..<original.count {
        var bytes = original
        bytes[index] ^= 0x5A
        _ = try? PictureFile.decode(bytes, toFit: 9, 9)
        _ = try? PictureFile.decode(Array(original.prefix(index)), toFit: 9, 9)
      }
    }
  }

  static let folder = [
    "kexp.png", "KEXP@2x.png", "Fip.JPG", "fip.txt", "abc.jpeg", "secret", "..png", "Žinių.png", "wdr 2.png"
  ]

  @Test(
    arguments: [
      ("kexp", "kexp.png"), ("kexp.png", "kexp.png"), ("KEXP.PNG", "kexp.png"), ("fip", "Fip.JPG"),
      ("FIP.png", "Fip.JPG"), ("abc.png", "abc.jpeg"), ("secret", "secret"), ("žinių", "Žinių.png"),
      ("WDR 2", "wdr 2.png"), ("", nil), ("../kexp", nil), ("/etc/passwd", nil), ("a/kexp", nil), ("..", nil),
      (".", nil), ("fip.txt", "fip.txt"), ("none", nil), ("kexp\0.png", nil)
    ] as [(String, String?)])
  func namesAreFound(wanted: String, file: String?) {
    #expect(PictureName.file(for: wanted, among: Self.folder) == file)
  }

  @Test func finePanelsPreferTwiceTheSize() {
    #expect(PictureName.file(for: "kexp", among: Self.folder, isFine: true) == "KEXP@2x.png")
    #expect(PictureName.file(for: "fip", among: Self.folder, isFine: true) == "Fip.JPG")
    #expect(PictureName.file(for: String(repeating: "n", count: 300), among: Self.folder) == nil)
  }

  @Test func theCacheIsBoundedAndKeepsWhatIsUsed() throws {
    let cache = PictureCache()
    let side = 256
    let picture = Picture(width: side, height: side, bytes: [UInt8](repeating: 1, count: side * side * 4))
    func request(_ index: Int) -> PictureRequest {
      PictureRequest(name: "n\(index)", width: side, height: side, isFine: false)
    }
    for index in 0..<100 {
      cache.put(picture, for: request(index))
      _ = cache[request(0)]
      #expect(cache.bytes <= Limits.pictureBytesKept)
    }
    #expect(cache[request(0)] == picture && cache[request(99)] == picture && cache[request(1)] == nil)
    for index in 1_000..<3_000 { cache.put(nil, for: request(index)) }
    #expect(cache.knows(request(2_999)) && !cache.knows(request(1_000)))
  }

  /// A picture is asked for until it is there, and then its box alone is drawn again.
  @Test func aPictureThatArrivesIsShown() throws {
    let painter = Panel.painter(320, 240)
    let scene = painter.scene(of: Panel.state(Shot.playing))
    let wanted = painter.paint(scene, at: .start).wanted
    #expect(wanted.map(\.name) == ["rock2"])
    #expect(painter.paint(scene, at: .start).wanted == wanted)
    let request = try #require(wanted.first)
    #expect((request.width, request.height) == (98, 98))
    painter.supply(try PictureFile.decode(try Self.png(98, 98), toFit: 98, 98), for: request)
    let outcome = painter.paint(scene, at: .start)
    #expect(outcome.damage == [PixelRect(21, 49, 98, 98)])
    #expect(outcome.wanted.isEmpty)
    #expect(painter.canvas.rgb[(60 * 320 + 60) * 3 + 1] == 80)
    painter.forgetPictures()
    #expect(painter.paint(scene, at: .start).wanted == wanted)
  }
}
