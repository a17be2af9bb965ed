import Speaker
import Testing

@Suite struct MixerChoiceTests {
  struct Case: Sendable {
    let names: [String]
    var silent: [String] = []
    var configured: String?
    let chosen: String?
  }

  static let cases = [
    Case(names: ["Master"], chosen: "Master"),
    Case(names: ["PCM"], chosen: "PCM"),
    Case(names: ["Digital", "Analogue", "Auto Mute"], silent: ["Auto Mute"], chosen: "Digital"),
    Case(names: ["HDMI"], chosen: "HDMI"),
    Case(names: [], chosen: nil),
    Case(names: ["Auto Mute"], silent: ["Auto Mute"], chosen: nil),
    Case(names: ["Headphone", "Speaker", "PCM", "Master"], chosen: "Master"),
    Case(names: ["Master", "PCM"], silent: ["Master"], chosen: "PCM"),
    Case(names: ["Master", "Line Out"], configured: "Line Out", chosen: "Line Out"),
    Case(names: ["Master", "PCM"], configured: "Gone", chosen: "Master"),
    Case(names: ["Line Out"], configured: "Gone", chosen: "Line Out")
  ]

  @Test(arguments: cases.indices) func choosesTheVolume(index: Int) {
    let test = Self.cases[index]
    let controls = test.names.map { MixerControl(name: $0, hasPlaybackVolume: !test.silent.contains($0)) }
    let chosen = MixerChoice.index(among: controls, configured: test.configured).map { controls[$0].name }
    #expect(chosen == test.chosen)
  }

  @Test(
    arguments: [
      ("default", nil, nil), ("pulse", nil, nil), ("default", "Master", "default"), ("hw:1,0", nil, "hw:1"),
      ("plughw:CARD=Device,DEV=0", nil, "hw:Device"), ("sysdefault:CARD=DAC", "Digital", "hw:DAC")
    ] as [(String, String?, String?)])
  func hardwareOnlyWhereTheCardIsOurs(device: String, control: String?, card: String?) {
    #expect(MixerChoice.card(of: device, control: control) == card)
  }
}
