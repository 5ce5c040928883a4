import DeckProtocol

/// A grammar of requests: a method of the protocol, with the parameters of any methods.
extension ByteReader {
  private static let parameters = [
    "deck", "cards", "card", "current", "at", "count", "from", "to", "direction", "force", "topics", "rate", "since",
    "journal", "settings", "length", "questions", "surface", "t", "period", "contacts", "frames", "protocol", "client",
    "bytes", "ids", "reducedMotion", "rotation", "refresh", "panel", "touches",
  ]
  private static let words = [
    "main", "stack", "row", "card-0", "card-1", "new-1", "new-2", "events", "frames", "motions", "all", "left", "up",
    "shouldSwipe", "threshold", "down", "", "é😀", "\\u0000", "\\ud83d",
  ]
  private static let numbers = [
    "0", "1", "2", "-1", "0.5", "1e2", "60", "1e9", "-1e9", "1e300", "1e999", "9223372036854775807",
    "-9223372036854775808", "4294967296", "01",
  ]
  private static let bodies = [
    #""topics":["events","frames","gestures","motions","haptics","prefetch"]"#, #""topics":["events"],"since":0"#,
    #""deck":"main","direction":"left""#, #""deck":"main""#, #""deck":"stack""#, #""deck":"row""#,
    #""deck":"main","cards":[{"id":"new-1"},{"id":"new-2","data":[1]}]"#, #""deck":"main","at":0,"count":2"#,
    #""deck":"stack","card":"card-0""#, #""deck":"row","to":120.5"#, #""deck":"stack","card":"card-1","to":0"#,
    #""contacts":[{"id":1,"phase":"down","x":200,"y":400}]"#, #""contacts":[{"id":1,"phase":"move","x":260,"y":400}]"#,
    #""contacts":[{"id":1,"phase":"up","x":390,"y":400}]"#,
    #""contacts":[{"id":2,"phase":"down","x":1e300,"y":-1e300}]"#,
    #""contacts":[{"id":2,"phase":"move","x":-1e300,"y":0}]"#, #""deck":"row","to":1e9"#, #""deck":"stack","to":-1e9"#,
    #""deck":"stack","settings":{"stack.step":"1000mm","fling.deceleration":0.9999}"#,
    #""deck":"main","questions":["shouldSwipe","threshold"]"#,
    #""deck":"main","settings":{"loop":true,"commit.threshold":0.3}"#, #""surface":"main","reducedMotion":true"#,
    #""surface":"main","refresh":47.5"#, #""deck":"main","from":0,"count":10"#,
  ]

  /// The bytes of a request, or of a delegate's answer; without its newline.
  package mutating func requestLine() -> [UInt8] {
    let number = index(below: 64)
    let id = element(of: [#""id":\#(number),"#, #""id":\#(number),"#, #""id":"x","#, #""id":null,"#, ""])
    if index(below: 8) == 7 {
      let result = element(of: ["true", "false", "null", #"["left","up"]"#, "0.5", #"{"allow":false}"#])
      return Array(#"{"jsonrpc":"2.0",\#(id)"result":\#(result)}"#.utf8)
    }
    let method = element(of: ClientRequest.methodNames)
    let members = bool() ? element(of: Self.bodies) : parameters(depth: 3)
    return Array(#"{"jsonrpc":"2.0",\#(id)"method":"\#(method)","params":{\#(members)}}"#.utf8)
  }

  private mutating func parameters(depth: Int) -> String {
    list(upTo: 4) { #""\#($0.element(of: Self.parameters))":\#($0.value(depth: depth - 1))"# }.joined(separator: ",")
  }

  private mutating func value(depth: Int) -> String {
    switch index(below: depth > 0 ? 6 : 4) {
    case 0...1: return #""\#(element(of: Self.words))""#
    case 2: return element(of: Self.numbers)
    case 3: return element(of: ["true", "false", "null"])
    case 4: return "{\(parameters(depth: depth))}"
    default: return "[\(list(upTo: 4) { $0.value(depth: depth - 1) }.joined(separator: ","))]"
    }
  }
}
