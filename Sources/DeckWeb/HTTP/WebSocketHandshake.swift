package import NIOHTTP1

/// What a request has to be in order to open a WebSocket (RFC 6455, 4.2.1).
///
/// A proxy that judges one otherwise would take what follows for another request.
package enum WebSocketHandshake {
  /// What a refusal with status 426 names.
  static let required = [("Upgrade", "websocket"), ("Connection", "upgrade"), ("Sec-WebSocket-Version", "13")]

  /// The subprotocol of pages that take several lines in a message: a drag has some ten a touch, and a browser spends more
  /// on a message than on what is in it.
  package static let lines = "deckd.lines"

  /// Whether a page takes several lines in a message.
  package static func joinsLines(_ head: HTTPRequestHead) -> Bool {
    // Unlike the names of headers, compared with case: the answer has to be one of those that are offered.
    head.headers[canonicalForm: "sec-websocket-protocol"].contains { $0 == lines }
  }

  /// Why a request opens no WebSocket; `nil` if it does.
  package static func refusal(of head: HTTPRequestHead) -> HTTPRefusal? {
    let headers = head.headers
    guard has("websocket", headers[canonicalForm: "upgrade"]), headers["sec-websocket-version"] == ["13"] else {
      return HTTPRefusal(.upgradeRequired, "expected the handshake of a WebSocket, version 13.")
    }
    let keys = headers["sec-websocket-key"]
    let problem: String? =
      if head.method != .GET || head.version != .http1_1 {
        "expected GET and HTTP/1.1"
      } else if !has("upgrade", headers[canonicalForm: "connection"]) {
        "expected Connection: Upgrade"
      } else if keys.count != 1 || !keys.allSatisfy(isKey) {
        "expected one Sec-WebSocket-Key, 16 bytes as base64"
      } else if headers.contains(name: "content-length") || headers.contains(name: "transfer-encoding") {
        "expected no body"
      } else {
        nil
      }
    return problem.map { HTTPRefusal(.badRequest, "The handshake of the WebSocket: \($0).") }
  }

  private static func has(_ name: String, _ values: [Substring]) -> Bool {
    values.contains { $0.lowercased() == name }
  }

  /// Whether a text is 16 bytes as base64: 22 characters for 128 bits.
  private static func isKey(_ text: String) -> Bool {
    text.utf8.count == 24 && text.hasSuffix("==")
      && text.utf8.prefix(22).allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"): true
        default: false
        }
      }
  }
}
