/// Every tuned figure of the gestures of a surface, and its source; lengths in millimeters, times in seconds.
public enum SurfaceGestureDefaults {
  /// From where a motion begins: 2.5 mm.
  ///
  /// Source: the 16 dp of Android's `ScaleGestureDetector`, twice the 8 dp of its touch slop. A finger that rests moves
  /// less; several fingers that come down for a tap roll by up to 2 mm.
  public static let slop = 2.5

  /// How far fingers swipe: 10 mm.
  ///
  /// Source: half of what lisgd asks for, 125 pixels at 160 dpi, since a swipe here has a direction and a zone as well.
  /// A thumb reaches 25 mm without moving the hand.
  public static let swipeDistance = 10.0

  /// From which distance a fast swipe counts: 5 mm, half of a slow one.
  public static let flingDistance = 5.0

  /// How fast a fast swipe is: 100 mm/s.
  ///
  /// Source: Android's pagers take 400 dp/s, 63 mm/s, for a fling; a finger that drifts while it is lifted stays below
  /// 40 mm/s in the recordings.
  public static let flingSpeed = 100.0

  /// How fast fingers may return when a swipe is lifted: 60 mm/s.
  ///
  /// Source: as `flingSpeed`; a person who takes a swipe back moves faster.
  public static let returnSpeed = 60.0

  /// The tangent of the steepest slant of a swipe: 40° from its direction.
  ///
  /// Source: five degrees short of the diagonal, where lisgd's four directions meet; hands that hold a tablet slant their
  /// swipes by up to 30°.
  public static let slant = 0.839

  /// The least share of the mean that each finger of a swipe moves: a third.
  ///
  /// One that rests is none of its fingers.
  public static let fingerShare = 1.0 / 3

  /// From the first finger down to the last one up: 0.35 s for a tap.
  ///
  /// Source: `UITapGestureRecognizer` of UIKit; libinput has 0.18 s for a single finger on a touchpad.
  public static let tapDuration = 0.35

  /// How far a finger moves in a tap or while it is held, at most: 3 mm.
  ///
  /// Source: libinput's 3 mm for taps with several fingers.
  public static let tapMovement = 3.0

  /// From one tap to the next: 0.3 s, as `GestureDefaults.tapInterval`.
  public static let tapInterval = GestureDefaults.tapInterval

  /// How far the next tap is from the last: 16 mm, the 100 dp of Android's `DOUBLE_TAP_SLOP`.
  public static let tapSpacing = 16.0

  /// How long fingers are held: 0.5 s, as `GestureDefaults.pressDuration`.
  public static let holdDuration = GestureDefaults.pressDuration

  /// The scale at which fingers that move apart have performed a pinch; its inverse for fingers that move together.
  ///
  /// Source: between Android's 1.1 and the 1.5 at which GNOME's overview opens.
  public static let pinchScale = 1.3

  /// The angle at which a rotation begins, and at which it is performed: 10° and 30°, in radians.
  ///
  /// Source: 15° of Mapbox's `ROTATION_THRESHOLD` for a continuous rotation; 30° is what a wrist turns without effort.
  public static let (rotationSlop, rotation) = (10 * Double.pi / 180, 30 * Double.pi / 180)

  /// How far a finger moves until it pinches with one that rests, or turns around it: 4 mm.
  ///
  /// Source: libinput's touchpad gestures, from where a finger beside a resting one is a pinch. A fast finger that is a
  /// report ahead of another is farther: it must have been alone for `settling` as well.
  public static let pivot = 4.0

  /// Within what time the fingers of one gesture come down: 0.12 s from the first; a later one ends it.
  ///
  /// Source: InputActions and libinput wait 40–50 ms for the second; five fingers of one hand take up to 0.1 s.
  public static let gathering = 0.12

  /// How long a motion waits for another finger, where a gesture of more fingers can begin, or for one that is down to
  /// move as well: 0.06 s.
  public static let settling = 0.06

  /// How far a finger moves while it rests: 1 mm.
  ///
  /// Source: the recordings, where a finger that is held still wanders by up to 0.6 mm.
  public static let jitter = 1.0

  /// From when fingers that do not move rest: 0.7 s, longer than a hold.
  ///
  /// The next finger begins a gesture without them.
  public static let resting = 0.7

  /// How close to an edge a swipe from it begins: 6 mm.
  ///
  /// Source: the 24–30 dp of Android's back gesture, 4 to 5 mm, and a millimeter for a bezel that stands out.
  public static let edgeDepth = 6.0

  /// The side of a corner: 15 mm, twice the width of a finger.
  public static let cornerDepth = 15.0
}
