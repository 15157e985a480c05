/// A strict parser that reads one reply at a time from the bytes of a server.
///
/// The client never sends a command before it has the reply to the previous one. Bytes after the last line of a reply are therefore
/// a fault: the start of a reply to a command that was not sent.
package struct SMTPReplyParser: Sendable {
    private var line: [UInt8] = []
    private var code: Int?
    private var texts: [String] = []
    private var byteCount = 0

    package init() {}

    /// Adds bytes. Returns the reply once its last line is complete.
    ///
    /// - Throws: ``SMTPReplyFault``. The parser must not be used afterwards.
    package mutating func feed(_ bytes: some Sequence<UInt8>) throws(SMTPReplyFault) -> SMTPReply? {
        var reply: SMTPReply?
        for byte in bytes {
            guard reply == nil else { throw .textAfterReply }
            byteCount += 1
            guard byteCount <= Self.longestReply else { throw .replyTooLong }
            reply = try feed(byte)
        }
        return reply
    }

    private mutating func feed(_ byte: UInt8) throws(SMTPReplyFault) -> SMTPReply? {
        if byte == 0x0A {
            guard line.last == 0x0D else { throw .bareLineFeed }
            line.removeLast()
            return try endLine()
        }
        guard line.last != 0x0D else { throw .bareCarriageReturn }
        guard byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0D else { throw .controlCharacter }
        guard line.count < Self.longestLine else { throw .lineTooLong }
        line.append(byte)
        return nil
    }

    private mutating func endLine() throws(SMTPReplyFault) -> SMTPReply? {
        defer { line = [] }
        let digits = line.prefix(3)
        // RFC 5321 section 4.2: 2 to 5, 0 to 5, any digit.
        guard digits.count == 3, (0x32...0x35).contains(line[0]), (0x30...0x35).contains(line[1]), (0x30...0x39).contains(line[2]),
            line.count == 3 || line[3] == UInt8(ascii: " ") || line[3] == UInt8(ascii: "-")
        else { throw .codeMalformed }
        let value = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
        guard code ?? value == value else { throw .codeChanged }
        code = value
        texts.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        guard line.count == 3 || line[3] == UInt8(ascii: " ") else {
            guard texts.count < Self.mostLines else { throw .replyTooLong }
            return nil
        }
        defer { self = SMTPReplyParser() }
        return SMTPReply(code: value, lines: texts)
    }

    /// The maximum length of a line, in bytes. RFC 5321 section 4.5.3.1.5 permits 512 bytes, which servers with long explanations
    /// exceed.
    private static let longestLine = 2_048
    private static let longestReply = 65_536
    private static let mostLines = 128
}

/// The reason why bytes are not an accepted reply.
package enum SMTPReplyFault: String, Error, Hashable, Sendable, CaseIterable {
    /// A line feed without a carriage return, as in SMTP smuggling.
    case bareLineFeed
    /// A carriage return without a line feed.
    case bareCarriageReturn
    /// A control character other than a tab.
    case controlCharacter
    /// A line is longer than 2,048 bytes.
    case lineTooLong
    /// The reply has more than 128 lines or 65,536 bytes.
    case replyTooLong
    /// A line does not start with a reply code and a space or hyphen.
    case codeMalformed
    /// The lines of a reply have different codes.
    case codeChanged
    /// Bytes follow the reply, or arrive before a command.
    case textAfterReply
    /// The command does not permit a reply with this code.
    case unexpectedCode
}
