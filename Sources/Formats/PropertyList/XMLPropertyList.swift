internal import CExpat

/// An XML property list, read by expat. The parser and the values that are being built live as long as one
/// call of `read`; expat's callbacks find them through its user data.
final class XMLPropertyList {
  private let parser: XML_Parser
  private let positions: XMLPositions
  private var findings: Findings
  private var builder = PropertyListBuilder()
  /// Why reading was stopped from inside a callback.
  private var refusal: (message: String, place: Place)?

  static func read(_ text: XMLText, nodeCountMax: Int, findings: inout Findings) -> PropertyList? {
    let reader = XMLPropertyList(positions: text.positions, findings: findings)
    reader.builder.nodeCountMax = nodeCountMax
    let root = reader.read(text.bytes)
    findings = reader.findings
    return root
  }

  private init(positions: XMLPositions, findings: Findings) {
    guard let created = XML_ParserCreate("UTF-8") else { preconditionFailure("out of memory") }
    parser = created
    self.positions = positions
    self.findings = findings
  }

  deinit { XML_ParserFree(parser) }

  private func read(_ bytes: [UInt8]) -> PropertyList? {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, _ in XMLPropertyList.reader(data).start(name) },
      { data, _ in XMLPropertyList.reader(data).end() })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      XMLPropertyList.reader(data).text(text, Int(count))
    }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      XMLPropertyList.reader(data).refuse("entity declarations are not allowed in a property list")
    }
    // Nothing can be skipped after the repair of bare ampersands; if something is, it must not go unseen.
    XML_SetSkippedEntityHandler(parser) { data, _, _ in
      XMLPropertyList.reader(data).refuse("an entity is not declared")
    }
    let status = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) }
    }
    if let refusal {
      findings.error(refusal.message, at: refusal.place)
      return nil
    }
    guard status == XML_STATUS_OK else { return afterFailure() }
    return finished()
  }

  private func finished() -> PropertyList? {
    if let root = builder.root { return root }
    if let name = builder.rootName, name != "plist" {
      findings.error("this is XML, but not a property list: it begins with <\(name)>")
    } else {
      findings.error("the property list is empty")
    }
    return nil
  }

  private func afterFailure() -> PropertyList? {
    let code = XML_GetErrorCode(parser)
    let place = here
    if code == XML_ERROR_JUNK_AFTER_DOC_ELEMENT, builder.root != nil {
      findings.warning("text after </plist> is ignored", at: place)
      return builder.root
    }
    if let name = builder.rootName, name != "plist", builder.root == nil, !builder.isOpenValue {
      findings.error("this is XML, but not a property list: it begins with <\(name)>", at: place)
      return nil
    }
    switch code {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      findings.error("the file ends before </plist>: it is cut off", at: place)
    case XML_ERROR_TAG_MISMATCH:
      let open = builder.openElement.map { ": <\($0.name)> of line \($0.place.line) is still open" } ?? ""
      // Expat points at the name; the tag begins with "</".
      let tag = Place(line: place.line, column: max(1, place.column - 2))
      findings.error("the closing tag does not match\(open)", at: tag)
    default:
      let words = XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
      findings.error("not well-formed XML: \(words)", at: place)
    }
    return nil
  }

  private var here: Place {
    positions.place(
      line: UInt(XML_GetCurrentLineNumber(parser)), column: UInt(XML_GetCurrentColumnNumber(parser)))
  }

  private func start(_ name: UnsafePointer<CChar>?) {
    guard refusal == nil, let name else { return }
    if let message = builder.start(String(cString: name), at: here, findings: &findings) { refuse(message) }
  }

  private func end() {
    guard refusal == nil else { return }
    builder.end(findings: &findings)
  }

  private func text(_ text: UnsafePointer<CChar>?, _ count: Int) {
    guard refusal == nil, let text else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: count)
    if builder.isInText {
      builder.append(bytes)
    } else if builder.expectsNoText, !bytes.allSatisfy(isBlank) {
      builder.reportStrayText(at: here, findings: &findings)
    }
  }

  private func refuse(_ message: String) {
    guard refusal == nil else { return }
    refusal = (message, here)
    XML_StopParser(parser, XML_Bool(0))
  }

  private static func reader(_ data: UnsafeMutableRawPointer?) -> XMLPropertyList {
    guard let data else { preconditionFailure("expat lost its user data") }
    return Unmanaged<XMLPropertyList>.fromOpaque(data).takeUnretainedValue()
  }
}
