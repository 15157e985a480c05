/// Tells the messages of a client apart, wherever the pieces of their stream end (PostgreSQL documentation, section 55.7).
///
/// In a socket of this machine no client asks for encryption first: what comes first begins the session.
struct ClientMessages {
    private var octets: [UInt8] = []
    private var isBegun = false

    /// The kinds of the messages that end in this piece. The one that begins the session has none and is left out.
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

    /// Of the whole next message; nil where it has not come yet. After the kind comes the length, which counts itself.
    private var nextLength: Int? {
        let start = isBegun ? 1 : 0
        guard octets.count >= start + 4 else { return nil }
        return start + octets[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    static let execute = UInt8(ascii: "E")
    /// Asks for the answers until now, without the end of anything.
    static let flush = UInt8(ascii: "H")
    static let synchronization = UInt8(ascii: "S")
    /// A synchronization as a whole.
    static let synchronizationOctets: [UInt8] = [synchronization, 0, 0, 0, 4]
}
