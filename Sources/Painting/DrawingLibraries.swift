internal import CLate

/// Cairo, Pango and the decoders of pictures are opened when they are first needed: a radio without a panel
/// has none of them in memory.
public enum DrawingLibraries {
  /// Opens what painting needs. Nil: it is there. Otherwise the dynamic linker's words; a painter that is
  /// made then ends the program.
  public static func failure() -> String? {
    open(CLATE_DRAWING) ?? open(CLATE_PNG)
  }

  /// Prevents: a jump to nowhere.
  static func require() {
    if let words = failure() { preconditionFailure(words) }
  }

  /// Most pictures are PNG, and this is the larger library.
  static func jpegFailure() -> String? { open(CLATE_JPEG) }

  private static func open(_ library: clate_library) -> String? {
    clate_open(library).map { String(cString: $0) }
  }
}
