internal import JSONText

/// The body of a notification: `{"payload":"…"}` and nothing besides.
struct NotificationEnvelope {
    /// The largest body in bytes: a signed message at its largest, every byte of it escaped, is beyond what Apple sends.
    static let maximumByteCount = 32_768

    let payload: CompactJWS

    init(_ body: [UInt8]) throws(NotificationRefusal) {
        let root: JSONNode
        do {
            root = try JSONText.parse(body, limits: JSONLimits(maximumBytes: Self.maximumByteCount, maximumDepth: 4)).root
        } catch {
            throw .malformedBody("it is not JSON (\(error.code.rawValue) at byte \(error.position.offset))")
        }
        guard let members = root.members.map(Array.init) else { throw .malformedBody("it is \(root.kind)") }
        guard members.count == 1, let only = members.first, only.isNamed("payload"), let text = only.value.string else {
            throw .malformedBody("it is not an object with the one member payload, a string")
        }
        do {
            payload = try CompactJWS(text)
        } catch {
            throw .token(error)
        }
    }
}
