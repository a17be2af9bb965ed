extension String {
  /// Without the blanks and control characters at both ends.
  var trimmingBlanks: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value <= 0x20 || scalar.value == 0x7F || scalar.value == 0xA0 || scalar.value == 0xFEFF
    }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
