/// The format of a method's request: its parameters, how they are read, and the daemon's reply.
package struct MethodFormat: Sendable {
  /// A description of the method, as a clause with the verb first.
  package let summary: String
  package let parameters: ObjectSchema
  /// The result of a request that was executed.
  package let result: Definition
  /// Whether the method changes nothing, so that the read-only socket serves it.
  package let isReadOnly: Bool
  private let readParameters: @Sendable (Fields) throws(ProtocolError) -> ClientRequest.Method

  init<each Parameter: Sendable>(
    _ summary: String,
    result: Definition = Reply.Done.definition,
    isReadOnly: Bool = false,
    rules: [MemberRule] = [],
    _ parameters: repeat Field<each Parameter>,
    make: @escaping @Sendable (repeat each Parameter) throws(ProtocolError) -> ClientRequest.Method
  ) {
    self.summary = summary
    self.result = result
    self.isReadOnly = isReadOnly
    self.parameters = ObjectSchema(of: repeat each parameters, rules: rules)
    readParameters = { (fields) throws(ProtocolError) in try make(repeat try (each parameters).read(fields)) }
  }

  /// The format of a method without a result of its own, whose parameters `read` reads.
  init(
    _ summary: String,
    parameters: ObjectSchema,
    read: @escaping @Sendable (Fields) throws(ProtocolError) -> ClientRequest.Method
  ) {
    self.summary = summary
    result = Reply.Done.definition
    isReadOnly = false
    self.parameters = parameters
    readParameters = read
  }

  /// Reads the parameters of a request of the method called `name`.
  func read(_ fields: Fields, of name: ClientRequest.MethodName) throws(ProtocolError) -> ClientRequest.Method {
    try fields.check(parameters, of: name.rawValue)
    return try readParameters(fields)
  }
}

extension ClientRequest.MethodName {
  /// The format of this method's requests.
  package var format: MethodFormat {
    switch self {
    case .hello: Self.helloFormat
    case .subscribe: Self.subscribeFormat
    case .unsubscribe: Self.unsubscribeFormat
    case .deckList: Self.deckListFormat
    case .surfaceList: Self.surfaceListFormat
    case .deckGet: Self.deckGetFormat
    case .deckCards: Self.deckCardsFormat
    case .deckSettings: Self.deckSettingsFormat
    case .deckSwipe: Self.deckSwipeFormat
    case .deckUndo: Self.deckUndoFormat
    case .deckSelect: Self.deckSelectFormat
    case .deckDismiss: Self.deckDismissFormat
    case .deckBounce: Self.deckBounceFormat
    case .deckScroll: Self.deckScrollFormat
    case .deckAppear: Self.deckAppearFormat
    case .deckReset: Self.deckResetFormat
    case .deckStage: Self.deckStageFormat
    case .deckLoad: Self.deckLoadFormat
    case .deckReload: Self.deckReloadFormat
    case .deckInsert: Self.deckInsertFormat
    case .deckRemove: Self.deckRemoveFormat
    case .deckUpdate: Self.deckUpdateFormat
    case .deckMove: Self.deckMoveFormat
    case .cardLoaded: Self.cardLoadedFormat
    case .detailLayout: Self.detailLayoutFormat
    case .delegateRegister: Self.delegateRegisterFormat
    case .delegateUnregister: Self.delegateUnregisterFormat
    case .delegateInvalidate: Self.delegateInvalidateFormat
    case .deckConfigure: Self.deckConfigureFormat
    case .daemonStatus: Self.daemonStatusFormat
    case .daemonReload: Self.daemonReloadFormat
    case .surfaceSet: Self.surfaceSetFormat
    case .surfaceVsync: Self.surfaceVsyncFormat
    case .panelCalibrate: Self.panelCalibrateFormat
    case .inputInject: Self.inputInjectFormat
    case .explain: Self.explainFormat
    }
  }

  /// Whether the method changes nothing, so that the read-only socket serves it.
  public var isReadOnly: Bool { format.isReadOnly }
}
