import Foundation
import Testing

@Suite struct StationPictureTests {
  static let share = Tree.root.appending(path: "image/share")

  static let names: [String] = {
    let list = try? String(contentsOf: StationListTests.list, encoding: .utf8)
    return (list ?? "").matches(of: /<key>siteLogoName<\/key>\s*<string>([^<]*)</).map { String($0.1) }
  }()

  @Test func everyStationHasAPictureOfItsOwn() {
    #expect(Self.names.count >= 40)
    #expect(Set(Self.names).count == Self.names.count)
    for name in Self.names {
      #expect(name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(name.debugDescription)")
    }
  }

  @Test func thePicturesAreThoseOfTheStationsAndSmall() throws {
    let files = Tree.files(under: "image/share/logos")
    let expected = Self.names.flatMap { ["\($0).png", "\($0)@2x.png"] }
    #expect(Set(files.map(\.name)).symmetricDifference(expected).sorted() == [])
    let bytes = try files.reduce(0) { try $0 + Data(contentsOf: $1.url).count }
    #expect(bytes < 1 << 20, "\(bytes) bytes")
  }

  @Test(arguments: names)
  func stationPicturesAreWhole(_ name: String) throws {
    #expect(try Picture("logos/\(name).png") == Picture(width: 98, height: 98))
    #expect(try Picture("logos/\(name)@2x.png") == Picture(width: 196, height: 196))
  }

  @Test func theIconAndTheStartPictureAreWhole() throws {
    #expect(try Picture("Icon.png") == Picture(width: 64, height: 64))
    #expect(try Picture("Icon@2x.png") == Picture(width: 128, height: 128))
    #expect(try Picture("Default.png") == Picture(width: 320, height: 240))
    #expect(try Picture("Default@2x.png") == Picture(width: 640, height: 480))
  }

  @Test func aDamagedPictureIsNoticed() throws {
    var bytes = [UInt8](try Data(contentsOf: Self.share.appending(path: "Icon.png")))
    #expect(throws: Complaint.self) { try Picture(name: "cut", bytes: Array(bytes.dropLast())) }
    bytes[bytes.count / 2] ^= 1
    #expect(throws: Complaint.self) { try Picture(name: "changed", bytes: bytes) }
  }

  /// A PNG file whose chunks are all there, each with its right checksum (PNG specification, chapter 5).
  struct Picture: Equatable {
    var width: Int
    var height: Int

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }

    init(_ path: String) throws {
      let data = try Data(contentsOf: StationPictureTests.share.appending(path: path))
      try self.init(name: path, bytes: [UInt8](data))
    }

    init(name: String, bytes: [UInt8]) throws {
      guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
        throw Complaint("\(name) is not a PNG file")
      }
      var kinds: [String] = []
      var place = 8
      while place + 12 <= bytes.count {
        let end = place + 8 + Self.number(bytes, at: place)
        guard end + 4 <= bytes.count else { break }
        let kind = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
        guard Self.checksum(bytes[place + 4..<end]) == UInt32(Self.number(bytes, at: end)) else {
          throw Complaint("\(name): \(kind) is damaged")
        }
        kinds.append(kind)
        place = end + 4
      }
      guard kinds == ["IHDR", "PLTE", "IDAT", "IEND"], place == bytes.count else {
        throw Complaint("\(name) has the chunks \(kinds)")
      }
      self.init(width: Self.number(bytes, at: 16), height: Self.number(bytes, at: 20))
    }

    static func number(_ bytes: [UInt8], at place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      var rest: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        rest ^= UInt32(byte)
        for _ in 0..<8 { rest = rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
      }
      return ~rest
    }
  }
}
