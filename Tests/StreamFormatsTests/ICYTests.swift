import Core
import Formats
import Support
import Testing

@Suite struct ICYTests {
  /// `audio` with one of `blocks` after each `interval` bytes of it, in turn.
  static func muxed(_ audio: [UInt8], interval: Int, blocks: [[UInt8]]) -> [UInt8] {
    var stream: [UInt8] = []
    var count = 0
    for start in stride(from: 0, to: audio.count, by: interval) {
      let piece = audio[start..<min(audio.count, start + interval)]
      stream += piece
      guard piece.count == interval else { break }
      let text = blocks[count % blocks.count]
      count += 1
      stream.append(UInt8((text.count + 15) / 16))
      stream += text + Array(repeating: 0, count: (16 - text.count % 16) % 16)
    }
    return stream
  }

  struct Taken {
    var audio: [UInt8] = []
    var blocks: [[UInt8]] = []

    mutating func feed(_ demuxer: inout ICYDemuxer, _ bytes: some Collection<UInt8>) {
      Array(bytes).withUnsafeBytes { buffer in
        demuxer.feed(buffer) { piece in
          switch piece {
          case .audio(let slice):
            #expect(!slice.isEmpty)
            audio += slice
          case .metadata(let block): blocks.append(block)
          }
        }
      }
    }
  }

  @Test(arguments: [1, 2, 16, 1_024, 8_192, 16_000])
  func audioIsTheSameInEverySplit(interval: Int) {
    var random = SeededRandom(seed: UInt64(interval))
    let source = random.bytes(interval < 16 ? 60 : 20_000)
    let longest =
      Array("StreamTitle='".utf8) + Array(repeating: UInt8(ascii: "x"), count: 4_065) + Array("';".utf8)
    #expect(longest.count == 4_080)
    let texts = [Array("StreamTitle='A';".utf8), [], longest, Array("StreamTitle='B';StreamUrl='';".utf8)]
    let stream = Self.muxed(source, interval: interval, blocks: texts)
    let blockCount = source.count / interval
    let expected = (0..<blockCount).map { texts[$0 % texts.count] }.filter { !$0.isEmpty }
    for round in 0..<Tools.fuzzCount(4) {
      var demuxer = ICYDemuxer(interval: interval)
      var taken = Taken()
      var index = 0
      while index < stream.count {
        let size = round == 0 ? 1 : round == 1 ? 4_096 : Int.random(in: 1...5_000, using: &random)
        taken.feed(&demuxer, stream[index..<min(stream.count, index + size)])
        index += size
      }
      #expect(taken.audio == source)
      #expect(taken.blocks == expected)
    }
  }

  @Test(
    arguments: [
      (nil, 0), ("", 0), ("0", 0), ("abc", 0), ("-5", 0), ("16abc", 0), ("99999999999999999999", 0),
      ("16000", 16_000), (" 8192 ", 8_192), ("8192, 8192", 8_192), ("1", 1)
    ] as [(String?, Int)])
  func intervals(header: String?, expected: Int) {
    #expect(ICYDemuxer.interval(fromHeader: header.map { Array($0.utf8) }) == expected)
  }

  @Test func withoutIntervalAllIsAudio() {
    var demuxer = ICYDemuxer(interval: 0)
    var taken = Taken()
    taken.feed(&demuxer, [0, 1, 2, 255, 0])
    #expect(taken.audio == [0, 1, 2, 255, 0])
    #expect(taken.blocks.isEmpty)
  }

  @Test(
    arguments: [
      ("StreamTitle='The Band - Rock 'n' Roll';StreamUrl='';", "The Band - Rock 'n' Roll"),
      ("StreamTitle='Ann; Bob - Duet';", "Ann; Bob - Duet"),
      ("StreamTitle='R&amp;B Kings - Don&#39;t';", "R&B Kings - Don't"),
      ("StreamTitle='A=B';StreamUrl='http://h/?a=1;b=2';", "A=B"),
      ("StreamTitle='it's '; here';", "it's '; here"),
      ("StreamTitle='quoted 'name';and more';StreamUrl='x';", "quoted 'name';and more"),
      ("StreamUrl='http://h/';StreamTitle='Second';", "Second"),
      ("streamtitle='lower';", "lower"),
      ("StreamTitle='no end", "no end"),
      ("StreamTitle='no semicolon'", "no semicolon"),
      ("StreamTitle='';", ""),
      ("StreamTitle=' - ';", ""),
      ("StreamTitle='&lt;b&gt; &#x2019; &eacute; &#146; &unknown; & &#;';", "<b> ’ é ’ &unknown; & &#;"),
      ("StreamTitle='tab\tand\u{1}bell';", "tabandbell"),
      ("StreamUrl='only';", nil),
      ("garbage", nil),
      ("", nil)
    ] as [(String, String?)])
  func titles(block: String, expected: String?) {
    #expect(StreamTitle.text(of: Array(block.utf8)) == expected)
    #expect(StreamTitle.text(of: Array(block.utf8) + [0, 0, 0]) == expected)
  }

  @Test func titleBytes() {
    func title(_ bytes: [UInt8], _ charset: String? = nil) -> String? {
      StreamTitle.text(of: Array("StreamTitle='".utf8) + bytes + Array("';".utf8), charset: charset)
    }
    #expect(title([0x43, 0x61, 0x66, 0xE9, 0x20, 0x2D, 0x20, 0x93, 0x48, 0x69, 0x94]) == "Café - “Hi”")
    #expect(title(Array("Café - 日本".utf8)) == "Café - 日本")
    #expect(title(Array("日本".utf8) + [0xE6, 0x97])?.hasPrefix("日本") == true)
    #expect(title([0xCC, 0xF3, 0xE7, 0xFB, 0xEA, 0xE0], "windows-1251") == "Музыка")
    #expect(title([0xFF, 0xFE, 0x00, 0x01])?.isEmpty == false)
  }

  @Test func headers() {
    func header(_ fields: [(String, String)]) -> StreamHeader {
      StreamHeader(fields.map { (name: $0.0, value: Array($0.1.utf8)) })
    }
    let full = header([
      ("icy-name", "Rock &amp; Roll"), ("icy-genre", "Jazz"), ("icy-br", "128,128"),
      ("content-type", "Audio/MPEG; charset=x"), ("icy-metaint", "16000"), ("content-length", "200000")
    ])
    #expect(
      full.info
        == StreamInfo(name: "Rock & Roll", genre: "Jazz", kbitPerSecond: 128, contentType: "audio/mpeg"))
    #expect(full.titleInterval == 16_000)
    #expect(full.contentLength == 200_000)
    #expect(header([("ice-audio-info", "ice-samplerate=44100;ice-bitrate=96")]).info.kbitPerSecond == 96)
    #expect(header([("icy-br", "0")]).info == StreamInfo())
    #expect(header([("icy-name", "no name"), ("icy-br", "Quality 5")]).info.name == nil)
    #expect(header([("icy-br", "99999999999999999999")]).info.kbitPerSecond == nil)
    let latin = StreamHeader([(name: "icy-name", value: [0x43, 0x61, 0x66, 0xE9])])
    #expect(latin.info.name == "Café")
  }

  @Test func fuzz() {
    var random = SeededRandom(seed: 11)
    let seed = Array("StreamTitle='A';b';StreamUrl='&#x27;&amp;';\u{e9}".utf8)
    for _ in 0..<Tools.fuzzCount(500) {
      var block = seed
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let index = Int.random(in: 0..<block.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: block[index] = UInt8.random(in: 0...255, using: &random)
        case 1: block.insert(contentsOf: seed.prefix(Int.random(in: 0...20, using: &random)), at: index)
        default: block.removeSubrange(index..<min(block.count, index + 3))
        }
        if block.isEmpty { block = [0x27] }
      }
      let title = StreamTitle.text(of: block)
      let isPrintable = title?.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
      }
      #expect(isPrintable != false)
      var demuxer = ICYDemuxer(interval: Int.random(in: 1...40, using: &random))
      var taken = Taken()
      taken.feed(&demuxer, block)
      #expect(taken.audio.count + taken.blocks.reduce(0) { $0 + $1.count } <= block.count)
    }
  }
}
