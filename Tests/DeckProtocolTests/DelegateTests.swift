import DeckProtocol
import TestSupport
import Testing

/// Questions of the daemon's, and a client's answers.
struct DelegateTests {
  private static let subjects: [DelegateQuestion.Subject] = [
    .shouldDrag, .allowedDirections, .threshold, .shouldSwipe(.topLeft),
  ]

  private func answer(_ members: String, id: String = "main/7") throws -> ClientAnswer {
    let line = #"{"jsonrpc":"2.0","id":"\#(id)",\#(members)}"#
    guard case .answer(let answer) = try ClientMessage.read(Array(line.utf8)) else {
      preconditionFailure("it was written as an answer")
    }
    return answer
  }

  @Test func `a question is a request`() throws {
    let lines = Self.subjects.map { subject in
      DelegateQuestion(deck: "a/b", card: "é", index: 3, subject: subject).line(ticket: 7).dropLast()
    }
    let last = #"{"deck":"a/b","card":"é","index":3,"direction":"topLeft"}"#
    #expect(
      String(decoding: lines[3], as: UTF8.self)
        == #"{"jsonrpc":"2.0","id":"a/b/7","method":"delegate.shouldSwipe","params":\#(last)}"#
    )
    try SchemaValidator.expectValid(lines.map { Array($0) }, from: .daemon)
  }

  @Test func `an answer is read by its question`() throws {
    let yes = try answer(#""result":true"#, id: "a/b/7")
    #expect(yes.deck == "a/b" && yes.ticket == 7 && yes.failure == nil)
    #expect(try yes.answer(to: .shouldDrag) == .permission(true))
    #expect(try answer(#""result":false"#).answer(to: .shouldSwipe(.up)) == .permission(false))
    #expect(try answer(#""result":["up","left"]"#).answer(to: .allowedDirections) == .directions([.up, .left]))
    #expect(try answer(#""result":0.01"#).answer(to: .threshold) == .threshold(0.01))
    for subject in Self.subjects {
      #expect(try answer(#""result":null"#).answer(to: subject) == nil)
      let failed = try answer(#""error":{"code":-1,"message":"no idea"}"#)
      #expect(failed.failure == "\"no idea\"")
      #expect(try failed.answer(to: subject) == nil)
    }
  }

  @Test(
    arguments: [
      (DelegateQuestion.Subject.shouldDrag, "1", "result", "true or false, not 1"),
      (.shouldSwipe(.left), #""yes""#, "result", "true or false, not a string"),
      (.threshold, "0", "result", "a number from 0.01 to 1, not 0"),
      (.threshold, "true", "result", "a number from 0.01 to 1, not a boolean"),
      (.allowedDirections, "[]", "result", ""),
      (.allowedDirections, #"["north"]"#, "result[0]", ""),
      (.allowedDirections, #"["up","up"]"#, "result[1]", "each direction once, not up again"),
    ]
  )
  func `a wrong answer is refused by its field`(
    subject: DelegateQuestion.Subject,
    result: String,
    field: String,
    expected: String
  ) throws {
    let wrong = try answer(#""result":\#(result)"#)
    let error = try #require(throws: ProtocolError.self) { try wrong.answer(to: subject) }
    #expect(error.code == .invalidParameters && error.field == field)
    #expect(expected.isEmpty || error.expected == expected)
  }

  @Test(
    arguments: [
      (#"{"jsonrpc":"2.0","id":7,"result":true}"#, "id"),
      (#"{"jsonrpc":"2.0","id":"main","result":true}"#, "id"),
      (#"{"jsonrpc":"2.0","id":"main/x","result":true}"#, "id"),
      (#"{"jsonrpc":"2.0","result":true}"#, "id"),
      (#"{"id":"main/1","result":true}"#, "jsonrpc"),
      (#"{"jsonrpc":"2.0","id":"main/1","result":true,"error":{}}"#, "error"),
      (#"{"jsonrpc":"2.0","id":"main/1"}"#, "method"),
    ]
  )
  func `an answer to no question is answered with an error`(line: String, field: String) throws {
    let refused = try #require(throws: RejectedRequest.self) { try ClientMessage.read(Array(line.utf8)) }
    #expect(refused.error.code == .invalidRequest && refused.error.field == field)
    #expect(refused.id == (field == "method" ? Array(#""main/1""#.utf8) : ClientRequest.unknownID))
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the schema allows the answers that are read and no others`() throws {
    func line(_ rest: String) -> String { #"{"jsonrpc":"2.0","id":"main/1"\#(rest)}"# }
    let sound = [
      #","result":true"#, #","result":null"#, #","result":0.5"#, #","result":["up"]"#, #","error":{"code":1}"#,
    ]
    try SchemaValidator.expectValid(sound.map(line), from: .client)
    let wrong = ["", #","result":1.5"#, #","result":[]"#, #","result":"yes""#, #","result":1,"error":{}"#]
    let failures = try SchemaValidator.failures(in: wrong.map { Array(line($0).utf8) }, from: .client)
    #expect(failures.map(\.line) == Array(1...wrong.count))
  }
}
