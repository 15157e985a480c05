/// Splits a client's stream into messages, wherever its pieces end (PostgreSQL documentation, section 55.7).
///
/// On a Unix socket no client requests encryption, so the first message starts the session.
struct ClientMessages {
    private var octets: [UInt8] = []
    private var isBegun = false

    /// Returns the kinds of the messages that end in this piece. The first message of a session has no kind and is omitted.
    mutating func kinds(endingIn piece: ArraySlice<UInt8>) -> [UInt8] {
        octets += piece
        var kinds: [UInt8] = []
        while let length = nextLength, octets.count >= length {
            if isBegun { kinds.append(octets[0]) }
            isBegun = true
            octets.removeFirst(length)
        }
        return kinds
    }

    /// The length of the complete next message; nil if its header is incomplete. The length follows the kind and counts itself.
    private var nextLength: Int? {
        let start = isBegun ? 1 : 0
        guard octets.count >= start + 4 else { return nil }
        return start + octets[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    static let execute = UInt8(ascii: "E")
    /// Requests the responses so far, without ending anything.
    static let flush = UInt8(ascii: "H")
    static let synchronization = UInt8(ascii: "S")
    /// A complete synchronization message.
    static let synchronizationOctets: [UInt8] = [synchronization, 0, 0, 0, 4]
}
