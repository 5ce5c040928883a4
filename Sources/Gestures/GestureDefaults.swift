/// Every tuned figure of this module and its source.
public enum GestureDefaults {
  /// Where a tap ends and a drag begins: 10 pt.
  ///
  /// Source: `DragGesture(minimumDistance:)` of SwiftUI. A gesture that is not yet a drag is still a tap.
  public static let slop = 10.0

  /// Between one tap of a double tap and the next, from up to down: 0.3 s.
  ///
  /// Source: Android's `ViewConfiguration.DOUBLE_TAP_TIMEOUT`; Flutter's `kDoubleTapTimeout`.
  public static let tapInterval = 0.3

  /// How far from each other the taps of a double tap may be: 100 pt.
  ///
  /// Source: Android's `DOUBLE_TAP_SLOP`; Flutter's `kDoubleTapSlop`.
  public static let tapSpacing = 100.0

  /// How long a finger is held for a long press: 0.5 s.
  ///
  /// Source: `LongPressGesture(minimumDuration:maximumDistance:)` of SwiftUI, whose distance is `slop`.
  public static let pressDuration = 0.5

  /// The slowest fling: 50 pt/s.
  ///
  /// Source: Android's `MINIMUM_FLING_VELOCITY`, in dp; Flutter's `kMinFlingVelocity`.
  public static let flingSpeed = 50.0

  /// How far two fingers must part or approach each other for a pinch: 18 pt.
  ///
  /// Source: Flutter's `kScaleSlop`; Android's `ScaleGestureDetector` has 16 dp.
  public static let pinchSlop = 18.0

  /// The smallest initial distance of a pinch: 1 pt, so that fingers on one spot have a finite scale.
  public static let pinchSpan = 1.0

  /// How long the second gesture of a sequence waits for a finger, where none is down: as long as a second tap.
  public static let sequenceInterval = tapInterval

  /// How far a finger at rest may seem to move: 0.5 pt.
  ///
  /// No gesture begins with less, whatever its parameters (I10).
  public static let jitter = 0.5

  /// The farthest that a contact can be from the surface's origin: 1,000,000 pt.
  ///
  /// A contact that is farther away has no position.
  public static let farthest = 1_000_000.0
}
