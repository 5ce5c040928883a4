/// Everything that can be tuned only in a carousel; the defaults are those of the preset `carousel`.
package struct CarouselSettings: KindSettings {
  package static let kind = DeckKind.carousel
  package static var path: any WritableKeyPath<DeckSettings, CarouselSettings?> & Sendable { \.carousel }

  // Layout (K1)
  package var width = 0.7
  package var aspect = 0.75
  package var gap = Length.points(16)
  package var scale = 0.1
  package var fade = 0.2
  package var rotation = 0.0

  // Scroll (K2, K3)
  package var band = 0.55
  package var deceleration = 0.998
  package var spring = SpringSetting.response(0.5, dampingFraction: 1)
  package var single = false

  /// The settings of the preset `carousel`.
  package init() {}
}

extension SettingsTable {
  /// The settings that only carousels have.
  static let carousel: [SettingRow] = [
    SettingRow(
      "carousel.width",
      of: CarouselSettings.self,
      at: \.width,
      takes: .number(0.1...1),
      takesEffect: .byRelayout,
      summary:
        "A card's width as a fraction of the deck's; a card that would be higher than the deck is as high as it.",
      source: "K1"
    ),
    SettingRow(
      "carousel.aspect",
      of: CarouselSettings.self,
      at: \.aspect,
      takes: .number(0.1...10),
      takesEffect: .byRelayout,
      summary: "A card's aspect ratio, its width divided by its height.",
      source: "K1"
    ),
    SettingRow(
      "carousel.gap",
      of: CarouselSettings.self,
      at: \.gap,
      takes: .length(0...1000),
      takesEffect: .byRelayout,
      summary: "The distance between two adjacent cards, before they are scaled.",
      source: "K1"
    ),
    SettingRow(
      "carousel.scale",
      of: CarouselSettings.self,
      at: \.scale,
      takes: .number(0...0.45),
      takesEffect: .byRelayout,
      summary:
        "The fraction by which a card one position off center is smaller; two positions and more, by twice that.",
      source: "K1"
    ),
    SettingRow(
      "carousel.fade",
      of: CarouselSettings.self,
      at: \.fade,
      takes: .number(0...0.5),
      takesEffect: .byRelayout,
      summary: "The opacity that a card one position off center lacks; two positions and more, twice that.",
      source: "K1"
    ),
    SettingRow(
      "carousel.rotation",
      of: CarouselSettings.self,
      at: \.rotation,
      takes: .number(-90...90, "°"),
      takesEffect: .byRelayout,
      summary: "Clockwise rotation of a card per position to the right of the center.",
      source: "K1"
    ),
    SettingRow(
      "carousel.band",
      of: CarouselSettings.self,
      at: \.band,
      takes: .number(0...1),
      takesEffect: .byRelayout,
      summary: "Rubber-band coefficient beyond the first and the last card, the fraction of the finger's movement "
        + "followed at first; 0 disables overscroll.",
      source: "K2, M4"
    ),
    SettingRow(
      "carousel.deceleration",
      of: CarouselSettings.self,
      at: \.deceleration,
      takes: .number(0.9...0.9995),
      takesEffect: .atNextUse,
      summary: "The fraction of its velocity per millisecond with which the end of a fling is projected; the carousel "
        + "settles on the card nearest to it.",
      source: "K3, M4"
    ),
    SettingRow(
      "carousel.spring",
      of: CarouselSettings.self,
      at: \.spring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring with which the carousel settles on a card, and its cards close up.",
      source: "K3"
    ),
    SettingRow(
      "carousel.single",
      of: CarouselSettings.self,
      at: \.single,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether a fling moves the carousel by at most one card.",
      source: "K3"
    ),
  ]
}
