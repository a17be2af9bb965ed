/// Finding a line among the chips of a machine: by the chip's label and the line's name. Neither the number
/// in /dev/gpiochipN nor a line's global number is ever used: the chip with the header's pins is gpiochip0 on
/// one board and gpiochip4 on another, and the global numbers begin at 512 since Linux 6.6.
enum ChipSearch {
  /// What has to be known of a chip.
  struct Facts {
    var label: String
    var lineCount: Int
    var offset: (String) -> Int?
  }

  /// The index of the chip and the line's offset in it.
  /// - Parameter labels: the chips that may have it, the best first; none: every chip.
  static func find(
    _ line: String, labels: [String], among chips: [Facts]
  ) throws(ButtonsError) -> (chip: Int, offset: Int) {
    if labels.isEmpty {
      for (index, chip) in chips.enumerated() {
        if let offset = chip.offset(line) { return (index, offset) }
      }
      throw .noLine(line: line, labels: [])
    }
    guard let label = labels.first(where: { label in chips.contains { $0.label == label } }),
      let index = chips.firstIndex(where: { $0.label == label })
    else { throw .noChip(line: line, labels: labels) }
    if let offset = chips[index].offset(line) { return (index, offset) }
    // Names depend on the device tree: GPIO14 is "TXD1" in some. On the chips of the Raspberry Pi the offset
    // is the number in the name.
    if let number = number(of: line), number < chips[index].lineCount { return (index, number) }
    throw .noLine(line: line, labels: [label])
  }

  /// The number in "GPIO17", or in "17".
  private static func number(of line: String) -> Int? {
    let digits = line.uppercased().hasPrefix("GPIO") ? line.dropFirst(4) : line[...]
    guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
