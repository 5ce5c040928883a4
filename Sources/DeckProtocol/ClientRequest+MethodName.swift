extension ClientRequest {
  /// The methods' names on the wire.
  public enum MethodName: String, CaseIterable, Hashable, Sendable {
    case hello, subscribe
    case deckList = "deck.list"
    case deckGet = "deck.get"
    case deckCards = "deck.cards"
    case deckSwipe = "deck.swipe"
    case deckUndo = "deck.undo"
    case deckSelect = "deck.select"
    case deckDismiss = "deck.dismiss"
    case deckBounce = "deck.bounce"
    case deckScroll = "deck.scroll"
    case deckAppear = "deck.appear"
    case deckReset = "deck.reset"
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
    case daemonReload = "daemon.reload"
    case surfaceSet = "surface.set"
    case surfaceVsync = "surface.vsync"
    case inputInject = "input.inject"
    case explain
  }
}

extension ClientRequest.Method {
  /// The method's name.
  public var name: ClientRequest.MethodName {
    switch self {
    case .hello: .hello
    case .subscribe: .subscribe
    case .deckList: .deckList
    case .deckGet: .deckGet
    case .deckCards: .deckCards
    case .deckSwipe: .deckSwipe
    case .deckUndo: .deckUndo
    case .deckSelect: .deckSelect
    case .deckDismiss: .deckDismiss
    case .deckBounce: .deckBounce
    case .deckScroll: .deckScroll
    case .deckAppear: .deckAppear
    case .deckReset: .deckReset
    case .deckLoad: .deckLoad
    case .deckReload: .deckReload
    case .deckInsert: .deckInsert
    case .deckRemove: .deckRemove
    case .deckUpdate: .deckUpdate
    case .deckMove: .deckMove
    case .cardLoaded: .cardLoaded
    case .detailLayout: .detailLayout
    case .delegateRegister: .delegateRegister
    case .delegateUnregister: .delegateUnregister
    case .delegateInvalidate: .delegateInvalidate
    case .deckConfigure: .deckConfigure
    case .daemonReload: .daemonReload
    case .surfaceSet: .surfaceSet
    case .surfaceVsync: .surfaceVsync
    case .inputInject: .inputInject
    case .explain: .explain
    }
  }
}
