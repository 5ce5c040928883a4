import Logging
package import NIOCore
package import NIOHTTP1
package import NIOPosix

/// Answers the one request of a connection, or passes it on where it opens the WebSocket.
///
/// A connection has one request, so that none is kept that another client waits for: what a page consists of is a few
/// files.
package final class WebRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPServerRequestPart
  package typealias InboundOut = HTTPServerRequestPart
  package typealias OutboundOut = HTTPServerResponsePart

  private enum Phase {
    case waiting
    case answering
    /// The answer was written; what the client still sends is dropped.
    case answered
    /// The request opens the WebSocket.
    case upgrading
  }

  /// The path of the WebSocket.
  package static let socketPath = "/socket"
  /// The first part of the paths of photographs and other files of the user's.
  private static let filesPath = "files"
  /// For the whole request to arrive; a browser opens another connection in place of one that is closed unused.
  static let requestTime = TimeAmount.seconds(3)
  /// For each part of an answer to be read.
  static let patience = TimeAmount.seconds(10)
  /// For the client to end the connection after its answer.
  private static let closingTime = TimeAmount.seconds(1)
  private static let chunk = 1 << 16

  private let host: WebHost
  private let reading: NIOThreadPool
  private var phase = Phase.waiting
  private var deadline: Scheduled<Void>?

  /// A handler for one connection; `reading` are the threads that read files.
  package init(_ host: WebHost, reading: NIOThreadPool) {
    self.host = host
    self.reading = reading
  }

  package func channelActive(context: ChannelHandlerContext) {
    startDeadline(context, Self.requestTime)
    context.fireChannelActive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (Self.unwrapInboundIn(data), phase) {
    case (.head(let head), .waiting): answer(context, head)
    case (_, .upgrading): context.fireChannelRead(data)
    case (.head, _), (.body, _), (.end, _): break
    }
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case is RequestLimit.Exceeded:
      refuse(context, HTTPRefusal(.requestHeaderFieldsTooLarge, "A request has at most \(RequestLimit.bytes) bytes."))
    case is HTTPParserError:
      refuse(context, HTTPRefusal(.badRequest, "This is not an HTTP request."))
    default:
      context.close(promise: nil)
    }
  }

  private func answer(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
    startDeadline(context, Self.patience)
    if let refusal = host.options.policy.refusal(of: head, at: context.channel.localAddress) {
      return refuse(context, refusal)
    }
    let target = RequestTarget(head.uri)
    guard head.method == .GET || head.method == .HEAD else {
      return refuse(context, HTTPRefusal(.methodNotAllowed, "expected GET or HEAD."), [("Allow", "GET, HEAD")])
    }
    guard host.beginAnswer(context.channel) else {
      return refuse(context, HTTPRefusal(.serviceUnavailable, "Too many requests at the same time; try again."))
    }
    if target.path == Self.socketPath[...] { return upgrade(context, head) }
    if let token = host.options.policy.token, let shown = target.token, token.matches(shown) {
      return remember(token, context, at: target.location)
    }
    guard let parts = target.parts else { return refuse(context, notFound([])) }
    if parts.first == Self.filesPath, let folder = host.options.files {
      serve(Array(parts.dropFirst()), of: folder, context, head)
    } else if let folder = host.options.assets {
      serve(parts, of: folder, context, head)
    } else {
      serveBuiltIn(parts, context, head)
    }
  }

  // MARK: The WebSocket

  private func upgrade(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
    if let refusal = WebSocketHandshake.refusal(of: head) {
      return refuse(context, refusal, refusal.status == .upgradeRequired ? WebSocketHandshake.required : [])
    }
    guard host.hasRoom(forPage: context.channel) else {
      return refuse(context, HTTPRefusal(.serviceUnavailable, "Too many pages are open (--connections); close one."))
    }
    phase = .upgrading
    context.fireChannelRead(Self.wrapInboundOut(.head(head)))
  }

  // MARK: Answers

  private func notFound(_ parts: [String]) -> HTTPRefusal {
    if parts.first == Self.filesPath, host.options.files == nil {
      host.reportUnservedFiles()
      return HTTPRefusal(.notFound, "There are no files: start deckd-web with --files FOLDER.")
    }
    if parts == [WebAssets.index] { return HTTPRefusal(.notFound, "The folder has no \(WebAssets.index).") }
    return HTTPRefusal(.notFound, "There is no such file.")
  }

  /// Sends the page to its address without the token, which a cookie shows from now on.
  private func remember(_ token: AccessToken, _ context: ChannelHandlerContext, at location: String) {
    // Lax: a link to this page works, and other sites' requests do not show it.
    let cookie = "\(AdmissionPolicy.cookie)=\(token.text); Path=/; HttpOnly; SameSite=Lax"
    respond(context, .seeOther, [("Location", location), ("Set-Cookie", cookie), ("Cache-Control", "no-store")], nil)
  }

  private func serveBuiltIn(_ parts: [String], _ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
    let name = parts == [WebAssets.studio] ? WebAssets.studio + ".html" : parts[0]
    // Every browser asks for it, and would show its author an error.
    if parts == [WebAssets.icon] { return respond(context, .noContent, [], nil) }
    guard parts.count == 1, let asset = WebAssets.builtIn[name] else { return refuse(context, notFound(parts)) }
    let headers = [("ETag", asset.tag), ("Content-Type", asset.type)]
    if Self.hasSeen(asset.tag, head) { return respond(context, .notModified, headers, nil) }
    respond(context, .ok, headers, asset.bytes, isHead: head.method == .HEAD)
  }

  private func serve(
    _ parts: [String],
    of folder: AssetFolder,
    _ context: ChannelHandlerContext,
    _ head: HTTPRequestHead
  ) {
    phase = .answering
    let opened = reading.runIfActive(eventLoop: context.eventLoop) { folder.open(parts) }
    opened.assumeIsolated().whenComplete { [self] result in
      guard context.channel.isActive else { return }
      guard let file = try? result.get() else {
        let isModule = parts.count == 1 && WebAssets.modules.contains(parts[0])
        if isModule { return serveBuiltIn(parts, context, head) }
        return refuse(context, notFound(parts))
      }
      let headers = [("ETag", file.tag), ("Content-Type", file.type)]
      if Self.hasSeen(file.tag, head) { return respond(context, .notModified, headers, nil) }
      begin(context, .ok, headers, length: file.size)
      if head.method == .HEAD { return finish(context) }
      send(file, from: 0, context)
    }
  }

  /// Sends the rest of a file, a part at a time: the next is read when the client has read this one.
  private func send(_ file: AssetFile, from offset: Int, _ context: ChannelHandlerContext) {
    guard offset < file.size else { return finish(context) }
    let count = min(Self.chunk, file.size - offset)
    let read = reading.runIfActive(eventLoop: context.eventLoop) { try file.read(count, at: offset) }
    read.assumeIsolated().whenComplete { [self] result in
      // Less than announced: only the end of the connection can say so.
      guard context.channel.isActive, let bytes = try? result.get() else { return context.close(promise: nil) }
      let written = context.writeAndFlush(Self.wrapOutboundOut(.body(.byteBuffer(bytes))))
      written.assumeIsolated().whenSuccess { [self] in
        startDeadline(context, Self.patience)
        send(file, from: offset + bytes.readableBytes, context)
      }
    }
  }

  private func refuse(_ context: ChannelHandlerContext, _ refusal: HTTPRefusal, _ headers: [(String, String)] = []) {
    switch phase {
    case .waiting, .answering: break
    case .answered, .upgrading: return
    }
    host.log.debug("refused a request: \(refusal.status.code) \(refusal.message)")
    var headers = headers + [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
    switch refusal.status {
    case .unauthorized: headers.append(("WWW-Authenticate", "Bearer"))
    case .serviceUnavailable: headers.append(("Retry-After", "1"))
    default: break
    }
    respond(context, refusal.status, headers, ByteBuffer(string: refusal.message + "\n"))
  }

  private func respond(
    _ context: ChannelHandlerContext,
    _ status: HTTPResponseStatus,
    _ headers: [(String, String)],
    _ body: ByteBuffer?,
    isHead: Bool = false
  ) {
    begin(context, status, headers, length: status == .notModified ? nil : body?.readableBytes ?? 0)
    if let body, !isHead { context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
    finish(context)
  }

  private func begin(
    _ context: ChannelHandlerContext,
    _ status: HTTPResponseStatus,
    _ headers: [(String, String)],
    length: Int?
  ) {
    phase = .answering
    startDeadline(context, Self.patience)
    var fields = HTTPHeaders(SecurityHeaders.all + headers)
    // Asked for again each time, and sent again when it is another.
    if !fields.contains(name: "cache-control") { fields.add(name: "Cache-Control", value: "no-cache") }
    if !fields.contains(name: "connection") { fields.add(name: "Connection", value: "close") }
    if let length { fields.add(name: "Content-Length", value: "\(length)") }
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
  }

  /// Ends the answer.
  ///
  /// The connection is closed when the client has closed it, or a little later: closing it at once would lose the
  /// answer where the client is still sending.
  private func finish(_ context: ChannelHandlerContext) {
    phase = .answered
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { [self] _ in
      host.endAnswer(context.channel)
      startDeadline(context, Self.closingTime)
      context.close(mode: .output, promise: nil)
    }
  }

  private func startDeadline(_ context: ChannelHandlerContext, _ time: TimeAmount) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
      switch phase {
      case .waiting: refuse(context, HTTPRefusal(.requestTimeout, "The request did not arrive in time."))
      case .answering, .answered, .upgrading: context.close(promise: nil)
      }
    }
  }

  private static func hasSeen(_ tag: String, _ head: HTTPRequestHead) -> Bool {
    head.headers[canonicalForm: "if-none-match"].contains { $0 == tag[...] || $0 == "W/\(tag)" }
  }
}

/// Headers of every answer: a page loads from here alone, and no other site's page embeds or reads it.
enum SecurityHeaders {
  static let all = [
    (
      "Content-Security-Policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]
}
