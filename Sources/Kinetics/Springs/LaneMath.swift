import RealModule

/// Exponential, sine and cosine of eight numbers at once, to a few units of the last place.
///
/// Swift has no vector versions of these functions, and eight scalar calls are the cost that a batch avoids.
enum LaneMath {
  typealias Lanes = SIMD8<Double>
  private typealias Bits = SIMD8<UInt64>

  /// Adding and then subtracting this rounds a number below 2⁵¹ to the nearest integer, which is in the low bits of the
  /// sum: the x86-64 baseline has no vector instruction that rounds.
  private static let rounder = 0x1.8p52

  /// e^x for x ≤ 0; 0 below −708, where the true value is under 1e-307.
  @inline(__always)
  static func exp(_ exponent: Lanes) -> Lanes {
    let (power, rest) = split(exponent)
    var result = power + power * rest
    result.replace(with: 0, where: exponent .< -708)
    return result
  }

  /// e^x − 1 for x ≤ 0, exact near 0 too.
  @inline(__always)
  static func expMinusOne(_ exponent: Lanes) -> Lanes {
    let (power, rest) = split(exponent)
    return power * rest + (power - 1)
  }

  /// 2ᵏ and e^r − 1 with x = k·ln 2 + r, |r| ≤ ln 2 / 2.
  @inline(__always)
  private static func split(_ exponent: Lanes) -> (power: Lanes, rest: Lanes) {
    let bounded = exponent.replacing(with: -708, where: exponent .< -708)
    let rounded = bounded * 1.442_695_040_888_963_4 + rounder
    let whole = rounded - rounder
    // ln 2 in two parts, the first with 32 trailing zeros so that its multiples are exact (fdlibm's e_exp.c).
    let rest = bounded - whole * 6.931_471_803_691_238_164_9e-1 - whole * 1.908_214_929_270_587_700_02e-10
    let exponentBits = (unsafeBitCast(rounded, to: Bits.self) &+ Bits(repeating: 1023)) &<< Bits(repeating: 52)
    return (unsafeBitCast(exponentBits, to: Lanes.self), seriesMinusOne(rest))
  }

  /// e^r − 1 by its Taylor series to r¹³, whose next term is 4e-18 at |r| = ln 2 / 2.
  @inline(__always)
  private static func seriesMinusOne(_ rest: Lanes) -> Lanes {
    var sum = Lanes(repeating: 1 / 6_227_020_800)
    sum = sum * rest + 1 / 479_001_600
    sum = sum * rest + 1 / 39_916_800
    sum = sum * rest + 1 / 3_628_800
    sum = sum * rest + 1 / 362_880
    sum = sum * rest + 1 / 40_320
    sum = sum * rest + 1 / 5040
    sum = sum * rest + 1 / 720
    sum = sum * rest + 1 / 120
    sum = sum * rest + 1 / 24
    sum = sum * rest + 1 / 6
    sum = sum * rest + 0.5
    return rest + rest * rest * sum
  }

  /// Sine and cosine of angles from 0 up, in radians.
  @inline(__always)
  static func sineAndCosine(_ angle: Lanes) -> (sine: Lanes, cosine: Lanes) {
    // Above a million, the parts of π/2 below are not precise enough; a spring that swings for so long is rare.
    guard all(angle .< 1e6) else { return exactSineAndCosine(angle) }
    let rounded = angle * 0.636_619_772_367_581_4 + rounder
    let quarters = rounded - rounder
    // π/2 in three parts, the first two with 33 bits so that their multiples are exact (fdlibm's e_rem_pio2.c).
    let rest =
      angle - quarters * 1.570_796_326_734_125_614_17 - quarters * 6.077_100_506_303_965_976_60e-11
      - quarters * 2.022_266_248_795_950_631_54e-21
    let square = rest * rest
    let sine = rest + rest * square * sineSeries(square)
    let cosine = 1 - (0.5 * square - square * square * cosineSeries(square))

    let quadrant = unsafeBitCast(rounded, to: Bits.self)
    let swapped = (quadrant & Bits(repeating: 1)) .== Bits(repeating: 1)
    let sineSign = (quadrant & Bits(repeating: 2)) &<< Bits(repeating: 62)
    let cosineSign = ((quadrant &+ Bits(repeating: 1)) & Bits(repeating: 2)) &<< Bits(repeating: 62)
    return (
      flip(sine.replacing(with: cosine, where: swapped), by: sineSign),
      flip(cosine.replacing(with: sine, where: swapped), by: cosineSign)
    )
  }

  @inline(__always)
  private static func flip(_ number: Lanes, by sign: Bits) -> Lanes {
    unsafeBitCast(unsafeBitCast(number, to: Bits.self) ^ sign, to: Lanes.self)
  }

  @inline(never)
  private static func exactSineAndCosine(_ angle: Lanes) -> (sine: Lanes, cosine: Lanes) {
    var (sine, cosine) = (Lanes.zero, Lanes.zero)
    for lane in angle.indices {
      sine[lane] = Double.sin(angle[lane])
      cosine[lane] = Double.cos(angle[lane])
    }
    return (sine, cosine)
  }

  /// (sin r − r)/r³ as a polynomial in r², |r| ≤ π/4: fdlibm's k_sin.c, exact to 2⁻⁵⁸.
  @inline(__always)
  private static func sineSeries(_ square: Lanes) -> Lanes {
    var sum = Lanes(repeating: 1.589_690_995_211_550_102_21e-10)
    sum = sum * square - 2.505_076_025_340_686_341_95e-08
    sum = sum * square + 2.755_731_370_707_006_767_89e-06
    sum = sum * square - 1.984_126_982_985_794_931_34e-04
    sum = sum * square + 8.333_333_333_322_489_461_24e-03
    return sum * square - 1.666_666_666_666_663_243_48e-01
  }

  /// (cos r − 1 + r²/2)/r⁴ as a polynomial in r², |r| ≤ π/4: fdlibm's k_cos.c, exact to 2⁻⁵⁸.
  @inline(__always)
  private static func cosineSeries(_ square: Lanes) -> Lanes {
    var sum = Lanes(repeating: -1.135_964_755_778_819_482_65e-11)
    sum = sum * square + 2.087_572_321_298_174_827_90e-09
    sum = sum * square - 2.755_731_435_139_066_330_35e-07
    sum = sum * square + 2.480_158_728_947_672_941_78e-05
    sum = sum * square - 1.388_888_888_887_410_957_49e-03
    return sum * square + 4.166_666_666_666_660_190_37e-02
  }
}
