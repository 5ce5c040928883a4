import DeckConfiguration
import Testing

@Suite
struct `A screen's file` {
  @Test(arguments: [
    ("/sys/class/backlight/10-0045/bl_power", "0\n", false), ("/sys/class/backlight/10-0045/bl_power", "4\n", true),
    ("/sys/class/backlight/intel/brightness", "0\n", true), ("/sys/class/backlight/intel/brightness", "96000\n", false),
    ("/sys/class/drm/card0-HDMI-A-1/dpms", "On\n", false), ("/sys/class/drm/card0-HDMI-A-1/dpms", "Off\n", true),
    ("/sys/class/drm/card0-HDMI-A-1/dpms", "Standby\n", true), ("/sys/class/drm/card0-HDMI-A-1/dpms", "\n", false),
  ])
  func `says by its name whether the screen is dark`(path: String, text: String, isDark: Bool) throws {
    #expect(try #require(ScreenFile(path)).isDark(text) == isDark)
  }

  @Test
  func `is refused without an absolute path and a known name`() throws {
    for path in ["bl_power", "/sys/class/backlight/10-0045/actual_brightness", "/", ""] {
      #expect(ScreenFile(path) == nil)
    }
    let error = try #require(throws: ConfigurationError.self) {
      try DaemonConfiguration(toml: #"surfaces = [{ name = "main", screen = "/dev/null" }]"#, file: "deckd.toml")
    }
    #expect(
      "\(error)".contains(
        """
        surfaces[0].screen: "/dev/null" says nothing of a screen; expected an absolute path to a file called bl_power, \
        brightness, dpms
        """
      ),
      "\(error)"
    )
  }
}
