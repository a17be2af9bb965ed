import CLate
import Testing

/// Each entry must lead somewhere: a name that the library lacks, or a library under another name, would end
/// the program only when a panel or a key is first used.
@Suite struct LateTests {
  @Test(arguments: 0..<Int(CLATE_COUNT.rawValue))
  func everyFunctionOfALibraryIsFound(number: Int) {
    let words = clate_open(clate_library(UInt32(number))).map { String(cString: $0) }
    #expect(words == nil)
  }

  @Test func aLibraryThatIsOpenStaysAsItIs() {
    #expect(clate_open(CLATE_PNG) == nil)
    #expect(clate_open(CLATE_PNG) == nil)
  }
}
