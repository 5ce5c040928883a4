import DeckEngine
import Kinetics
import Testing

/// Springs as texts of settings.
struct SpringSettingTests {
  @Test func `each way makes its spring`() throws {
    let ways: [(String, Spring)] = [
      ("response 0.4, dampingFraction 0.7", try Spring(response: 0.4, dampingFraction: 0.7)),
      ("duration 0.5, bounce -0.25", try Spring(duration: 0.5, bounce: -0.25)),
      ("bounciness 10, speed 20", try Spring(bounciness: 10, speed: 20)),
      ("mass 2, stiffness 100, damping 10", try Spring(mass: 2, stiffness: 100, damping: 10)),
      ("stiffness 100, damping 10", try Spring(mass: 1, stiffness: 100, damping: 10)),
    ]
    for (text, spring) in ways {
      let setting = try SpringSetting(text)
      #expect(setting.spring == spring)
      #expect(setting.text == text)
    }
  }

  @Test(
    arguments: [
      "dampingFraction 0.7, response 0.4", "response 0.4,dampingFraction 0.7",
      "  response  0.40 ,\tdampingFraction 7e-1 ",
      "response +0.4, dampingFraction .7",
    ]
  )
  func `order, white space and digits do not matter`(_ text: String) throws {
    let setting = try SpringSetting(text)
    #expect(setting.text == "response 0.4, dampingFraction 0.7")
    #expect(setting == SwipeSettings().snapSpring)
  }

  @Test func `a limit may be given in other parameters, which are rounded`() throws {
    #expect(try SpringSetting("duration 5, bounce -0.9").spring.dampingFraction > 9.999_999)
    #expect(throws: SpringSettingError.self) { try SpringSetting("duration 5, bounce -0.9000001") }
    #expect(throws: SpringSettingError.self) { try SpringSetting("duration 5.000001, bounce -0.9") }
  }

  @Test func `a text is its own canonical one`() throws {
    for text in ["damping 10.5, mass 1, stiffness 1e2", "speed 0, bounciness 4", "bounce 0.9, duration 1"] {
      let setting = try SpringSetting(text)
      #expect(try SpringSetting(setting.text) == setting)
    }
  }

  @Test(
    arguments: [
      ("", .way(.nothing)),
      ("\t ", .way(.nothing)),
      ("response", .noPair("response")),
      ("response 0.4 0.7", .noPair("response 0.4 0.7")),
      ("response 0.4,", .noPair("")),
      (",response 0.4", .noPair("")),
      ("response=0.4, dampingFraction 0.7", .noPair("response=0.4")),
      ("Response 0.4, dampingFraction 0.7", .unknown("Response")),
      ("0.4 response, dampingFraction 0.7", .unknown("0.4")),
      ("response 0x1, dampingFraction 0.7", .noNumber(.response, "0x1")),
      ("response inf, dampingFraction 0.7", .noNumber(.response, "inf")),
      ("response 1e999, dampingFraction 0.7", .noNumber(.response, "1e999")),
      ("response 1, dampingFraction nan", .noNumber(.dampingFraction, "nan")),
      ("response 1, response 1", .repeated(.response)),
      ("response 1, damping 1", .way(.mixed([.response, .damping]))),
      ("response 1", .way(.missing([.dampingFraction], beside: [.response]))),
      ("mass 1", .way(.missing([.stiffness, .damping], beside: [.mass]))),
      ("response -1, dampingFraction 1", .refused(.invalid(.response, value: -1, expected: .positive))),
      ("response 1e-200, dampingFraction 1", .refused(.invalid(.stiffness, value: .infinity, expected: .positive))),
      ("duration 1, bounce -1", .refused(.invalid(.bounce, value: -1, expected: .above(-1, atMost: 1)))),
      ("bounciness 4, speed 20.5", .refused(.invalid(.speed, value: 20.5, expected: .within(0...20)))),
      ("mass 0, stiffness 1, damping 1", .refused(.invalid(.mass, value: 0, expected: .positive))),
      ("response 0.04, dampingFraction 1", .unfit(.response, 0.04, 0.05...5)),
      ("duration 5.5, bounce 0", .unfit(.response, 5.5, 0.05...5)),
      ("duration 1, bounce 1", .unfit(.dampingFraction, 0, 0.05...10)),
      ("mass 1, stiffness 100, damping 0", .unfit(.dampingFraction, 0, 0.05...10)),
      ("mass 1, stiffness 100, damping 400", .unfit(.dampingFraction, 20, 0.05...10)),
    ] as [(String, SpringSettingError)]
  )
  func `a text that tells no spring that rests is refused`(_ text: String, _ error: SpringSettingError) {
    #expect(throws: error) { try SpringSetting(text) }
  }

  @Test func `the limits themselves are springs`() throws {
    for text in ["response 0.05, dampingFraction 0.05", "response 5, dampingFraction 10"] {
      #expect(try SpringSetting(text).spring.settlingDuration.isFinite)
    }
  }
}
