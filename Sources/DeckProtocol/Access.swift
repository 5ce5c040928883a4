/// What a socket of the daemon permits, as named on the wire.
public enum Access: String, CaseIterable, Hashable, Sendable {
  /// Every method.
  case control
  /// Methods that change nothing.
  case observe
}

/// What takes a permission of its own, as named on the wire.
public enum Grant: String, CaseIterable, Hashable, Sendable {
  /// To put touches in.
  case inject = "input.inject"
}

extension ClientRequest.MethodName {
  /// Whether it leaves everything as it is, so that the read-only socket serves it.
  public var onlyReads: Bool {
    switch self {
    case .hello, .subscribe, .deckList, .deckGet, .deckCards, .explain:
      true
    case .deckSwipe, .deckUndo, .deckSelect, .deckDismiss, .deckBounce, .deckScroll, .deckAppear, .deckReset,
      .deckLoad, .deckReload, .deckInsert, .deckRemove, .deckUpdate, .deckMove, .detailLayout, .cardLoaded,
      .delegateRegister, .delegateUnregister, .delegateInvalidate, .surfaceSet, .surfaceVsync, .inputInject,
      .deckConfigure, .daemonReload:
      false
    }
  }
}
