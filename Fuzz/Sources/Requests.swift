import DeckProtocol
import JSON

/// A line is a request, an answer or refused with a reply that is JSON; what is read from it can be written again.
func fuzzRequests(_ bytes: [UInt8]) {
  let line = bytes.filter { $0 != UInt8(ascii: "\n") }
  do {
    let message = try ClientMessage.read(line)
    if case .request(let request) = message { checkWriting(request) }
  } catch {
    if let id = error.id { checkReply(Reply.failure(id: id, error.error)) }
  }
  checkOutline(line)
}

/// Whatever is read, written and read again is the same.
private func checkWriting(_ request: ClientRequest) {
  guard let id = request.id, case .command(let command, let deck) = request.method else { return }
  var json = JSONWriter(capacity: 256)
  json.object { json in
    json.key("jsonrpc")
    json.value("2.0")
    json.key("id")
    json.raw(id)
    json.key("method")
    json.value(command.method.rawValue)
    json.key("params")
    json.object { json in
      if let deck {
        json.key("deck")
        json.value(deck)
      }
      command.writeParameters(to: &json)
    }
  }
  let text = String(decoding: json.bytes, as: UTF8.self)
  guard let again = try? ClientRequest.read(json.bytes) else { fatalError("a written request is refused: \(text)") }
  // Numbers are written with three decimals: a second reading and writing changes nothing any more.
  guard case .command(let second, deck) = again.method else { fatalError("another method: \(text)") }
  require(second.method == command.method && again.id == id, "another request: \(text)")
}

/// An outline and a reader agree about what is JSON, and the outline's parts lie in the text.
private func checkOutline(_ line: [UInt8]) {
  guard let value = try? JSONReader.read(line) else { return }
  let outline = JSONOutline(line)
  switch value {
  case .object(let members):
    require(outline.members(of: outline.root).count == members.count, "the outline has other members")
  case .array(let elements):
    require(outline.elements(of: outline.root).count == elements.count, "the outline has other elements")
  default: break
  }
}

/// A reply is one line of JSON.
func checkReply(_ line: [UInt8]) {
  let text = String(decoding: line, as: UTF8.self)
  require(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1, "not one line: \(text)")
  guard (try? JSONReader.read(Array(line.dropLast()))) != nil else { fatalError("not JSON: \(text)") }
}
