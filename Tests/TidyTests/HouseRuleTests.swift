import Foundation
import Testing

@Suite struct HouseRuleTests {
  /// One loop and named threads, nothing else; no error is waved through.
  static let forbiddenInCode: [(pattern: String, why: String)] = [
    (
      #"\basync\b|\bawait\b|@MainActor|\bTask\s*[.{(<]|\bactor\s+[A-Z]|\bDispatchQueue\b"#,
      "one loop, named threads"
    ),
    (#"\btry!|\bas!"#, "an error is handled or thrown on"),
    (#"\bcatch\b[^{}]*\{\s*\}"#, "a caught error is used"),
    (#"\bnonisolated\s*\(\s*nonsending|\bInlineArray\b|\bSpan<|@c\b"#, "Swift 6.0 has no such thing")
  ]

  static func offenses(in source: String) throws -> [String] {
    let code = SwiftText.code(of: source)
    return try forbiddenInCode.flatMap { rule in
      code.matches(of: try Regex(rule.pattern)).map { match in
        let line = code[..<match.range.lowerBound].count { $0.isNewline } + 1
        return "line \(line): \(code[match.range]) (\(rule.why))"
      }
    }
  }

  @Test(arguments: Tree.product)
  func codeKeepsToTheHouseRules(_ file: SourceFile) throws {
    #expect(try Self.offenses(in: file.text()) == [])
  }

  @Test(arguments: [
    ("func f() async {}", 1), ("let x = try! f()", 1), ("do { try f() } catch {\n // nothing\n}", 1),
    ("do { try f() } catch { log(error) }", 0), ("// async and try! in words", 0), ("Task { f() }", 1),
    ("let task = Task.detached()", 1), ("struct Task {}", 1), ("say(\"await a Task { \\(n as! Int)\")", 1),
    ("actor Room {}", 1), ("let factor = 2", 0)
  ])
  func offensesAreFound(source: String, count: Int) throws {
    #expect(try Self.offenses(in: source).count == count)
  }

  @Test(arguments: Tree.product)
  func publicTypesAreDescribed(_ file: SourceFile) throws {
    let lines = try file.lines()
    for (index, line) in lines.enumerated() {
      let text = line.text
      guard text.contains(/^public (final |indirect )?(struct|class|enum|protocol)\b/) else { continue }
      let before = lines[..<index].last { !$0.text.hasPrefix("@") }
      #expect(
        before?.text.hasPrefix("///") == true, "\(line.place) has no doc comment: \(text)")
    }
  }

  @Test(arguments: Tree.written)
  func filesAreShortAndWellNamed(_ file: SourceFile) throws {
    #expect(try file.lines().count <= 401 || file.url.pathExtension == "md", "\(file.path): over 400 lines")
    let name = file.name.lowercased()
    for empty in ["util", "helper", "manager", "misc"] {
      #expect(!name.contains(empty), "\(file.path) says nothing about what is in it")
    }
  }

  /// Swift files are left to swift-format, which tools/test calls.
  @Test(arguments: Tree.writtenOtherwise)
  func linesAreShortAndClean(_ file: SourceFile) throws {
    let lines = try file.lines()
    let isPython = file.url.pathExtension == "py" || lines[0].text.hasPrefix("#!/usr/bin/env python3")
    let limit = file.url.pathExtension == "md" ? Int.max : isPython ? 120 : 110
    for line in lines {
      #expect(line.text.count <= limit, "\(line.place): over \(limit) characters")
      #expect(line.text.last != " " && line.text.last != "\t", "\(line.place): blanks at the end")
    }
  }

  @Test(arguments: Tree.written)
  func nothingIsLeftUndoneOrPointsOutside(_ file: SourceFile) throws {
    // Put together here, so that this file does not find itself.
    let unfinished = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
    let outside = ["/wo" + "rk/", "../sha" + "red", "deb." + "debian.org", "security." + "debian.org"]
    let data = try Data(contentsOf: file.url)
    for mark in unfinished + outside where data.range(of: Data(mark.utf8)) != nil {
      let places = try file.lines().filter { $0.text.contains(mark) }.map(\.place)
      Issue.record("\(mark) in \(places)")
    }
  }
}
