extension DeckFrame {
  /// What is shown of a stack's open card besides the card: scrolled content that its owner draws.
  public struct Detail: Hashable, Sendable {
    /// The effect of scrolling on the card at the head of the content.
    public struct Header: Hashable, Sendable {
      /// From 0, invisible, to 1, opaque.
      public var opacity: Double
      /// 1 is the header's own size.
      public var scale: Double

      /// A header, invisible at `opacity` 0.
      public init(opacity: Double, scale: Double) {
        self.opacity = opacity
        self.scale = scale
      }
    }

    /// The id of the open card.
    public var card: String
    /// The detail's index in the drawing order of the cards, just below the open card's.
    public var order: Int
    /// The rectangle's left edge, in points of the deck.
    public var x: Double
    /// The rectangle's upper edge, in points of the deck.
    public var y: Double
    /// In points, before `scale`.
    public var width: Double
    /// In points, before `scale`.
    public var height: Double
    /// From 0, invisible, to 1, opaque.
    public var opacity: Double
    /// About the middle of the upper edge; 1 is the rectangle's own size.
    public var scale: Double
    /// The content's scroll offset, in points; outside its range during overscroll.
    public var scroll: Double
    /// The content's length, in points, as its owner reported it.
    public var content: Double
    /// The effect of scrolling on the card.
    public var header: Header
    /// How far the card is open: from 0, in its stack, to 1.
    public var progress: Double

    /// The detail of `card` in a rectangle.
    public init(
      card: String,
      order: Int = 0,
      x: Double,
      y: Double,
      width: Double,
      height: Double,
      opacity: Double,
      scale: Double,
      scroll: Double,
      content: Double,
      header: Header,
      progress: Double
    ) {
      self.card = card
      self.order = order
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.opacity = opacity
      self.scale = scale
      self.scroll = scroll
      self.content = content
      self.header = header
      self.progress = progress
    }
  }
}

extension DeckFrame.Detail: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("card", .cardID, "The open card.", at: \.card),
    .init("order", .total, "Its place in the drawing order of the cards: just below the open card.", at: \.order),
    .init("x", "Left edge, pt of the deck.", at: \.x),
    .init("y", "Upper edge, pt of the deck.", at: \.y),
    .init("w", .extent, "Width, pt, before scale.", at: \.width),
    .init("h", .extent, "Height, pt, before scale.", at: \.height),
    .init("opacity", .fraction, "0 invisible, 1 opaque.", at: \.opacity),
    .init("scale", .extent, "About the middle of the upper edge; 1 is w × h.", at: \.scale),
    .init("scroll", "How far the content is scrolled, pt; beyond its ends while it is pulled there.", at: \.scroll),
    .init("content", .extent, "The content's length, pt, from detail.layout.", at: \.content),
    .init("header", "How the content's scrolling changes the card above it.", at: \.header),
    .init("progress", .fraction, "How far the card is open: 0 in its stack, 1 open.", at: \.progress)
  )

  package static let definition = define(
    "detail",
    "Detail",
    "The content of a stack's open card: it scrolls, and the front end draws it into a rectangle."
  )
}

extension DeckFrame.Detail.Header: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("opacity", .fraction, "0 invisible, 1 opaque.", at: \.opacity),
    .init("scale", .extent, "1 is the card's own size.", at: \.scale)
  )

  package static let definition = define(
    "header",
    "Header",
    "How the open card is drawn above its detail, besides its own opacity and scale."
  )
}
