import Foundation
import Testing

@Suite struct StationListTests {
  static let tool = Tree.root.appending(path: "tools/stations").path
  static let table = Tree.root.appending(path: "image/share/stations.csv").path
  static let list = Tree.root.appending(path: "image/share/categorizedSites.plist")

  @Test func theShippedListIsWhatTheTableGives() throws {
    let made = try Command.run(Self.tool, [Self.table])
    #expect(made.status == 0, "\(made.errors)")
    let shipped = try Data(contentsOf: Self.list)
    #expect(made.output == shipped)
    let rows = try SourceFile(path: "image/share/stations.csv").text().split(separator: "\n").count - 1
    #expect(made.text.components(separatedBy: "<key>siteLink</key>").count - 1 == rows)
  }

  @Test func keysAreInTheOrderOfTheirNumbers() throws {
    let text = try String(contentsOf: Self.list, encoding: .utf8)
    let items = text.matches(of: /<key>Item(\d+)<\/key>/).compactMap { Int($0.1) }
    #expect(items == Array(0..<items.count))
    #expect(items.count == 10)
  }

  @Test(arguments: ["csv", "m3u"])
  func goesThereAndBack(_ kind: String) throws {
    let there = try Command.run(Self.tool, [Self.list.path, "--to", kind])
    #expect(there.status == 0, "\(there.errors)")
    let back = try Command.run(Self.tool, ["-", "--from", kind], input: there.text)
    let shipped = try Data(contentsOf: Self.list)
    #expect(back.output == shipped)
  }

  @Test func optionalColumnsSurvive() throws {
    let table = """
      category,name,url,logo,gain,charset,alternates
      "Rock, loud",R&B <1>,http://h.example/a?b=1&c=2,mark,-3.5,windows-1251,http://h.example/b http://h.example/c

      """
    let list = try Command.run(Self.tool, ["-", "--from", "csv"], input: table)
    #expect(list.text.contains("<real>-3.5</real>"))
    #expect(list.text.contains("R&amp;B &lt;1&gt;"))
    let back = try Command.run(Self.tool, ["-", "--from", "plist", "--to", "csv"], input: list.text)
    #expect(back.text == table)
  }

  @Test func aSpreadsheetMayPartBySemicolons() throws {
    let table = "category;name;url\nRock;One, two;http://h.example/a\n"
    let made = try Command.run(Self.tool, ["-", "--from", "csv", "--to", "csv"], input: table)
    #expect(made.text == "category,name,url\nRock,\"One, two\",http://h.example/a\n", "\(made.errors)")
  }

  @Test func everyMistakeIsTold() throws {
    let rows = "Rock,,http://h/a\nRock,B,http://h/b\n,C,http://h/c\nRock,D,d\nRock,E,http://h/e,x\n"
    let made = try Command.run(Self.tool, ["-", "--from", "csv"], input: "category,name,url\n" + rows)
    #expect(made.status == 1)
    #expect(made.text.isEmpty)
    let lines = made.errors.split(separator: "\n").map { $0.prefix(4) }
    #expect(lines == ["-:2:", "-:4:", "-:5:", "-:6:"], "\(made.errors)")
    let many = String(repeating: ",x,http://h/x\n", count: 103)
    let cut = try Command.run(Self.tool, ["-", "--from", "csv"], input: "category,name,url\n" + many)
    #expect(cut.errors.split(separator: "\n").last == "-: … and 3 more")
  }

  @Test func playlistsGiveNamesAndCategories() throws {
    let playlist = """
      #EXTM3U
      #EXTINF:-1 tvg-logo="wave" group-title="Sleep, deep",Low, lower
      http://h.example/low
      #EXTGRP:News
      http://h.example/news.mp3?x=1
      """
    let table = try Command.run(Self.tool, ["-", "--from", "m3u", "--to", "csv"], input: playlist)
    #expect(
      table.text == """
        category,name,url,logo
        "Sleep, deep","Low, lower",http://h.example/low,wave
        News,h.example/news.mp3,http://h.example/news.mp3?x=1,

        """)
    let shoutcast = "[playlist]\nFile10=http://h.example/b\nFile2=http://h.example/a\nTitle2=A\n"
    let second = try Command.run(
      Self.tool, ["-", "--from", "pls", "--to", "csv", "--category", "Mine"], input: shoutcast)
    #expect(
      second.text == "category,name,url\nMine,A,http://h.example/a\nMine,h.example/b,http://h.example/b\n")
  }

  @Test(arguments: [
    ("csv", "category,name,url\nA,B,http://h/x\nA,,http://h/y\n", ":3: error: no name"),
    ("csv", "category,name,url\nA,\"two\nlines\",http://h/x\nA,B,nowhere\n", ":4: error: 'nowhere' is not"),
    ("csv", "category,name\nA,B\n", ":1: error: the header line has no column 'url'"),
    ("csv", "category,name,url\nA,B,C,http://h/x\n", ":2: error: 4 cells under 3 columns"),
    ("csv", "", ":1: error: the header line"),
    ("m3u", "#EXTM3U\n#EXTINF:-1 no comma\nhttp://h/x\n", ":2: error: #EXTINF without a comma"),
    ("m3u", "#EXTM3U\n", " error: no station in it"),
    ("pls", "[playlist]\nTitle3=Three\n", ":2: error: Title3 without File3"),
    ("plist", "<plist>\n<dict>\n<key>a & b</key>", ":3: error: "),
    ("plist", "bplist00 and then nothing", " error: not a property list"),
    ("plist", "<plist><array/></plist>", " error: the root is not a dict")
  ])
  func tellsWhatIsWrongAndWhere(_ kind: String, input: String, message: String) throws {
    let command = try Command.run(Self.tool, ["-", "--from", kind, "-o", "out.plist"], input: input)
    #expect(command.status == 1)
    #expect(command.errors.contains(message), "\(command.errors)")
  }

  @Test func joinsListsAndCountsOn() throws {
    let joined = try Command.run(Self.tool, ["join", Self.list.path, Self.list.path])
    #expect(joined.status == 0, "\(joined.errors)")
    let items = joined.text.matches(of: /<key>Item(\d+)<\/key>/).compactMap { Int($0.1) }
    #expect(items == Array(0..<20))
  }
}
