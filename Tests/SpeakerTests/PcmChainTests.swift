import Testing

@testable import Speaker

/// Whether what was written can be taken back, by what alsa-lib prints of a device.
@Suite struct PcmChainTests {
  typealias Case = (first: String, slaves: [String], isReversible: Bool)

  static let cases: [Case] = [
    ("Hardware PCM card 0 'I2S' device 0 subdevice 0", [], true),
    (
      "Plug PCM: Hardware PCM card 1 'Loopback' device 0 subdevice 0",
      ["Hardware PCM card 1 'Loopback' device 0 subdevice 0"], true
    ),
    (
      "Plug PCM: Linear conversion PCM (S16_LE)",
      ["Hardware PCM card 0 'I2S' device 0 subdevice 0"], true
    ),
    ("Plug PCM: Linear conversion PCM (S16_LE)", ["File PCM (file=/tmp/out)", "Null PCM"], true),
    ("ALSA <-> PulseAudio PCM I/O Plugin", [], false),
    ("Plug PCM: Linear conversion PCM (S16_LE)", ["ALSA <-> PulseAudio PCM I/O Plugin"], false),
    ("Plug PCM: Rate conversion PCM (48000)", ["Hardware PCM card 0 'I2S' device 0 subdevice 0"], false),
    ("Direct Stream Mixing PCM", [], false), ("", [], false)
  ]

  @Test(arguments: cases)
  func onlyWhatKeepsItsWordCounts(_ row: Case) {
    let setup = "\nIts setup is:\n  stream       : PLAYBACK\n  buffer_size  : 8820\n"
    let dump = row.first + setup + row.slaves.map { "Slave: " + $0 + setup }.joined()
    #expect(PcmChain(dump: dump).isReversible == row.isReversible)
  }
}
