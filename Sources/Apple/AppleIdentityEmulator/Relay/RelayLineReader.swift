/// A strict reader of the lines of an SMTP client, one byte at a time.
///
/// A line ends with CRLF and contains no other CR or LF (RFC 5321, section 2.3.8). A relay that accepts other line ends can see
/// another end of a message than the server before it, which permits SMTP smuggling.
struct RelayLineReader: Sendable {
    private var line: [UInt8] = []

    /// Adds a byte. Returns the line without CRLF once it is complete.
    ///
    /// - Parameter limit: the largest length of the line with CRLF.
    /// - Throws: ``RelayLineFault``. The reader must not be used afterwards.
    mutating func read(_ byte: UInt8, limit: Int) throws(RelayLineFault) -> [UInt8]? {
        if byte == 0x0A {
            guard line.last == 0x0D else { throw .bareLineFeed }
            defer { line = [] }
            return Array(line.dropLast())
        }
        guard line.last != 0x0D else { throw .bareCarriageReturn }
        guard byte != 0 else { throw .nullCharacter }
        // The line feed needs the last place.
        guard line.count < limit - 1 else { throw .tooLong }
        line.append(byte)
        return nil
    }
}

/// The reason why bytes are not an accepted line.
enum RelayLineFault: Error, Sendable, Hashable, CaseIterable {
    case bareLineFeed
    case bareCarriageReturn
    case nullCharacter
    case tooLong

    /// The reply, after which the relay closes the connection.
    var reply: RelayReply {
        switch self {
        case .bareLineFeed, .bareCarriageReturn: RelayReply(554, "5.5.2 a line must end with CRLF and have no other CR or LF")
        case .nullCharacter: RelayReply(554, "5.5.2 a line must not contain a null character")
        case .tooLong: RelayReply(500, "5.5.2 the line is too long")
        }
    }
}
