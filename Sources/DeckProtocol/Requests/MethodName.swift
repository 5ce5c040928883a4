extension ClientRequest {
  /// The methods' names on the wire.
  public enum MethodName: String, CaseIterable, Hashable, Sendable {
    case hello, subscribe, unsubscribe
    case deckList = "deck.list"
    case deckGet = "deck.get"
    case deckCards = "deck.cards"
    case deckSettings = "deck.settings"
    case deckSwipe = "deck.swipe"
    case deckUndo = "deck.undo"
    case deckSelect = "deck.select"
    case deckDismiss = "deck.dismiss"
    case deckBounce = "deck.bounce"
    case deckScroll = "deck.scroll"
    case deckAppear = "deck.appear"
    case deckReset = "deck.reset"
    case deckStage = "deck.stage"
    case deckLoad = "deck.load"
    case deckReload = "deck.reload"
    case deckInsert = "deck.insert"
    case deckRemove = "deck.remove"
    case deckUpdate = "deck.update"
    case deckMove = "deck.move"
    case cardLoaded = "card.loaded"
    case detailLayout = "detail.layout"
    case delegateRegister = "delegate.register"
    case delegateUnregister = "delegate.unregister"
    case delegateInvalidate = "delegate.invalidate"
    case deckConfigure = "deck.configure"
    case daemonStatus = "daemon.status"
    case daemonReload = "daemon.reload"
    case surfaceList = "surface.list"
    case surfaceSet = "surface.set"
    case surfaceVsync = "surface.vsync"
    case panelCalibrate = "panel.calibrate"
    case inputInject = "input.inject"
    case explain
  }
}
