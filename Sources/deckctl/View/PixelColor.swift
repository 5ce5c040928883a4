/// A color of a terminal: red, green and blue from 0 to 1.
struct PixelColor: Equatable {
  var red: Float
  var green: Float
  var blue: Float

  /// A color by its parts.
  init(_ red: Float, _ green: Float, _ blue: Float) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// A color by its number, `0xrrggbb`.
  init(_ number: UInt32) {
    func part(_ shift: UInt32) -> Float { Float(number >> shift & 0xff) / 255 }
    self.init(part(16), part(8), part(0))
  }

  /// A color by hue in degrees, saturation and lightness (CSS Color 4, `hsl()`).
  init(hue: Double, saturation: Double, lightness: Double) {
    func part(_ offset: Double) -> Float {
      let turn = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return Float(lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(turn - 3, 9 - turn, 1)))
    }
    self.init(part(0), part(8), part(4))
  }

  static let white = PixelColor(1, 1, 1)
  static let black = PixelColor(0, 0, 0)

  /// The color with a part of another one over it.
  func mixed(with other: PixelColor, _ part: Double) -> PixelColor {
    let part = Float(min(max(part, 0), 1))
    return PixelColor(
      red + (other.red - red) * part,
      green + (other.green - green) * part,
      blue + (other.blue - blue) * part
    )
  }

  /// `0xrrggbb`, as the terminal receives it.
  var number: UInt32 {
    func part(_ value: Float) -> UInt32 { UInt32((min(max(value, 0), 1) * 255).rounded()) }
    return part(red) << 16 | part(green) << 8 | part(blue)
  }

  /// How bright it is, from 0 to 1 (ITU-R BT.709).
  var luminance: Float { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
