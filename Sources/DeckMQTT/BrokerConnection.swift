import CMosquitto
import Glibc

/// A message to the broker.
struct Publication {
  var topic: String
  var payload: [UInt8]
  /// Whether the broker acknowledges it.
  var isAcknowledged = true
  var isRetained = false
  /// The data by which the receiver of a reply knows its command.
  var correlation: [UInt8]?
}

/// One connection to a broker: what happens on it is collected, and taken by its owner.
///
/// Not to be used again after its end: what the library keeps of the messages of an ended connection would be sent on the
/// next one, beside those that the journal gives.
final class BrokerConnection {
  /// A message that the broker delivers.
  struct Message {
    var topic: String
    var payload: [UInt8]
    var isRetained: Bool
    var responseTopic: String?
    var correlation: [UInt8]?
  }

  enum Happening {
    case connected
    case acknowledged(Int32)
    /// The broker takes a message of this number not, for a reason.
    case refused(Int32, reason: String)
    case message(Message)
    case ended(reason: String)
  }

  /// Why there is no connection.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Seconds without traffic after which the broker declares the panel offline, in one and a half times as many.
  private static let keepAlive: Int32 = 20
  /// What a packet may have besides a payload, in bytes: its topic and a command's properties.
  private static let packetOverhead = 1 << 15

  private let handle: OpaquePointer
  private let options: BrokerOptions
  private var happenings: [Happening] = []
  private var lastError: String?
  private var isAccepted = false
  private var hasEnded = false

  /// Loads the library, which one thread of the process uses.
  static func startLibrary() throws(Failure) {
    if let reason = mosquitto_library_load() {
      throw Failure(description: "cannot load the MQTT library: \(String(cString: reason)); install libmosquitto1")
    }
    mosquitto_lib_init()
  }

  /// A connection that is not made yet, whose `will` the broker publishes where the connection breaks.
  init(_ options: BrokerOptions, will: Publication) throws(Failure) {
    self.options = options
    guard let handle = mosquitto_new(options.client, true, nil) else {
      throw Failure(description: "no MQTT client: \(String(cString: mosquitto_strerror(MOSQ_ERR_NOMEM.code)))")
    }
    self.handle = handle
    mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    let version = options.version == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
    try check(mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version))
    try check(mosquitto_username_pw_set(handle, options.user, options.password))
    try check(
      mosquitto_will_set(handle, will.topic, Int32(will.payload.count), will.payload, 1, will.isRetained)
    )
    if options.address.isSecure { try setUpTLS() }
    observe()
  }

  deinit {
    mosquitto_destroy(handle)
  }

  private func setUpTLS() throws(Failure) {
    for file in [options.authorities, options.certificate?.chain, options.certificate?.key] {
      if let file, access(file, R_OK) != 0 {
        throw Failure(description: "cannot read \(file): \(String(cString: strerror(errno)))")
      }
    }
    if options.authorities == nil { try check(mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1)) }
    try check(
      mosquitto_tls_set(
        handle,
        options.authorities,
        options.authorities == nil ? "/etc/ssl/certs" : nil,
        options.certificate?.chain,
        options.certificate?.key,
        nil
      )
    )
  }

  private func observe() {
    mosquitto_connect_v5_callback_set(handle) { _, own, code, _, _ in
      let own = BrokerConnection.own(own)
      guard code == 0 else { return own.end(because: own.refusal(code)) }
      own.isAccepted = true
      own.happenings.append(.connected)
    }
    mosquitto_publish_v5_callback_set(handle) { _, own, message, code, _ in
      let own = BrokerConnection.own(own)
      own.happenings.append(
        code < 0x80 ? .acknowledged(message) : .refused(message, reason: String(cString: mosquitto_reason_string(code)))
      )
    }
    mosquitto_message_v5_callback_set(handle) { _, own, message, properties in
      guard let message else { return }
      BrokerConnection.own(own).receive(message.pointee, properties)
    }
    mosquitto_disconnect_v5_callback_set(handle) { _, own, code, _ in
      let own = BrokerConnection.own(own)
      own.end(code)
    }
    mosquitto_log_callback_set(handle) { _, own, level, text in
      guard let text, level & (MOSQ_LOG_ERR | MOSQ_LOG_WARNING) != 0 else { return }
      // Of several lines the last says the least.
      let own = BrokerConnection.own(own)
      if own.lastError == nil { own.lastError = String(cString: text) }
    }
  }

  private static func own(_ pointer: UnsafeMutableRawPointer?) -> BrokerConnection {
    guard let pointer else { preconditionFailure("a callback without the connection it was set with") }
    return Unmanaged<BrokerConnection>.fromOpaque(pointer).takeUnretainedValue()
  }

  // MARK: - Its owner

  /// Connects, which may take as long as the system tries.
  func connect() throws(Failure) {
    var properties: OpaquePointer?
    defer { mosquitto_property_free_all(&properties) }
    if options.version == .v5 {
      // The library reads a packet whole before anybody sees its length: the broker is not to send a longer one.
      let longest = UInt32(CommandPolicy.longestPayload + Self.packetOverhead)
      _ = mosquitto_property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE.code, longest)
    }
    let (host, port) = (options.address.host, options.address.port)
    let code = mosquitto_connect_bind_v5(handle, host, port, Self.keepAlive, nil, properties)
    guard code == MOSQ_ERR_SUCCESS.code else { throw Failure(description: reason(code)) }
  }

  /// The descriptor to wait for; `nil` where the connection has ended.
  var descriptor: Int32? {
    let descriptor = mosquitto_socket(handle)
    return descriptor < 0 ? nil : descriptor
  }

  /// Whether something waits to be written.
  var wantsWrite: Bool { mosquitto_want_write(handle) }

  /// Reads and writes what can be, and keeps the connection alive.
  func exchange(isReadable: Bool, isWritable: Bool) {
    if isReadable { finish(mosquitto_loop_read(handle, 1)) }
    if isWritable, !hasEnded { finish(mosquitto_loop_write(handle, 1)) }
    if !hasEnded { finish(mosquitto_loop_misc(handle)) }
  }

  /// What has happened since the last call, in order.
  func takeHappenings() -> [Happening] {
    defer { happenings = [] }
    return happenings
  }

  /// Sends a message, and returns its number; `nil` if it is larger than the broker takes.
  func publish(_ publication: Publication) -> Int32? {
    var properties: OpaquePointer?
    defer { mosquitto_property_free_all(&properties) }
    if let data = publication.correlation, options.version == .v5 {
      _ = mosquitto_property_add_binary(
        &properties,
        MQTT_PROP_CORRELATION_DATA.code,
        data,
        UInt16(clamping: data.count)
      )
    }
    var message: Int32 = 0
    let code = mosquitto_publish_v5(
      handle,
      &message,
      publication.topic,
      Int32(publication.payload.count),
      publication.payload,
      publication.isAcknowledged ? 1 : 0,
      publication.isRetained,
      properties
    )
    switch code {
    case MOSQ_ERR_SUCCESS.code: return message
    case MOSQ_ERR_OVERSIZE_PACKET.code, MOSQ_ERR_PAYLOAD_SIZE.code: return nil
    default:
      finish(code)
      return message
    }
  }

  /// Subscribes to topics, of which each message comes at least once, and with MQTT 5 no retained one.
  func subscribe(to filters: [String]) {
    let retained = options.version == .v5 ? Int32(MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue) : 0
    for filter in filters { finish(mosquitto_subscribe_v5(handle, nil, filter, 1, retained, nil)) }
  }

  /// Ends the connection in order: the broker publishes no will.
  func disconnect() {
    _ = mosquitto_disconnect(handle)
    _ = mosquitto_loop_write(handle, 1)
  }

  // MARK: - What happens

  private func receive(_ message: mosquitto_message, _ properties: OpaquePointer?) {
    guard let topic = message.topic else { return }
    let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
    var happening = Message(topic: String(cString: topic), payload: Array(payload), isRetained: message.retain)
    var text: UnsafeMutablePointer<CChar>?
    if mosquitto_property_read_string(properties, MQTT_PROP_RESPONSE_TOPIC.code, &text, false) != nil, let text {
      happening.responseTopic = String(cString: text)
      free(text)
    }
    var (data, length): (UnsafeMutableRawPointer?, UInt16) = (nil, 0)
    if mosquitto_property_read_binary(properties, MQTT_PROP_CORRELATION_DATA.code, &data, &length, false) != nil,
      let data
    {
      happening.correlation = Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
      free(data)
    }
    happenings.append(.message(happening))
  }

  private func finish(_ code: Int32) {
    if code != MOSQ_ERR_SUCCESS.code { end(code) }
  }

  private func end(_ code: Int32) {
    if !hasEnded { end(because: reason(code)) }
  }

  /// The first reason is the closest to the cause.
  private func end(because reason: String) {
    guard !hasEnded else { return }
    hasEnded = true
    happenings.append(.ended(reason: reason))
  }

  private func check(_ code: Int32) throws(Failure) {
    guard code == MOSQ_ERR_SUCCESS.code else { throw Failure(description: reason(code)) }
  }

  /// Why a call failed, in the words of the library, of TLS where it is that, or of the system.
  private func reason(_ code: Int32) -> String {
    let system = errno
    defer { lastError = nil }
    if let lastError, options.address.isSecure { return Self.explained(lastError, options) }
    let names = "give each panel a name of its own with --panel"
    switch code {
    case MQTT_RC_SESSION_TAKEN_OVER.code: return "another client connected as \(options.client); \(names)"
    // Mosquitto 2.0 gives no reason.
    case MOSQ_ERR_CONN_LOST.code where isAccepted:
      return "the broker closed the connection; where it does so again, another client is \(options.client): \(names)"
    case MOSQ_ERR_ERRNO.code where system == EPROTO && options.address.isSecure:
      return "TLS: no agreement; does the broker speak TLS at this port, and know the panel's certificate?"
    case MOSQ_ERR_ERRNO.code: return String(cString: strerror(system))
    case MOSQ_ERR_EAI.code: return "there is no host \(options.address.host), or no name server"
    case MOSQ_ERR_CONN_LOST.code, MOSQ_ERR_SUCCESS.code: return "the broker closed the connection"
    case 0x80...: return String(cString: mosquitto_reason_string(code))
    default: return String(cString: mosquitto_strerror(code))
    }
  }

  private func refusal(_ code: Int32) -> String {
    let text = options.version == .v5 ? mosquitto_reason_string(code) : mosquitto_connack_string(code)
    return "the broker refuses the client: \(text.map { String(cString: $0) } ?? "code \(code)")"
  }

  /// The last part of OpenSSL's line, and for a certificate what can be wrong with it.
  private static func explained(_ line: String, _ options: BrokerOptions) -> String {
    let what = line.split(separator: ":").last.map { String($0).trimmed } ?? line
    let named = options.authorities.map { "the authorities in \($0)" } ?? "the system's authorities"
    return switch what {
    case "certificate verify failed": "TLS: the broker's certificate has expired, or none of \(named) signed it"
    case "host name verification failed.": "TLS: the broker's certificate is not for \(options.address.host)"
    default: "TLS: \(what)"
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " })
  }
}

extension mosq_err_t {
  fileprivate var code: Int32 { Int32(rawValue) }
}

extension mqtt5_return_codes {
  fileprivate var code: Int32 { Int32(rawValue) }
}

extension mqtt5_property {
  fileprivate var code: Int32 { Int32(rawValue) }
}
