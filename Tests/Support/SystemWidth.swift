internal import Glibc

/// The C library's opinion on the width of characters (wcwidth(3) in C.UTF-8).
public final class SystemWidth {
  private typealias Function = @convention(c) (wchar_t) -> Int32

  private let locale: locale_t
  private let function: Function

  /// Nil where there is no such locale.
  public init?() {
    // Glibc's header shows the function with _XOPEN_SOURCE only, which Swift does not set.
    guard let symbol = dlsym(nil, "wcwidth"), let made = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) else {
      return nil
    }
    function = unsafeBitCast(symbol, to: Function.self)
    locale = made
  }

  deinit { freelocale(locale) }

  /// In cells; -1 for what is not printable.
  public func width(of scalar: Unicode.Scalar) -> Int {
    let before = uselocale(locale)
    defer { uselocale(before) }
    return Int(function(wchar_t(scalar.value)))
  }
}
