/// A command of an SMTP client (RFC 5321, section 4.1.1).
enum RelayCommand: Sendable, Hashable {
    /// EHLO, or HELO if not extended.
    case hello(isExtended: Bool)
    /// MAIL, with the declared size (RFC 1870) and whether the body is 8BITMIME (RFC 6152). A nil sender is `<>`.
    case mail(from: EnvelopeAddress?, size: Int?, isEightBit: Bool)
    case recipient(EnvelopeAddress)
    case data
    case reset
    case noOperation
    case verify
    case quit

    /// Parses a line without its CRLF.
    ///
    /// - Throws: the reply to a line that is not a supported command.
    init(_ line: [UInt8]) throws(RelayReply) {
        guard line.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw RelayReply(500, "5.5.2 a command must have printable ASCII characters only")
        }
        let text = String(decoding: line, as: UTF8.self)
        let space = text.firstIndex(of: " ")
        let verb = text[..<(space ?? text.endIndex)].uppercased()
        let rest = space.map { text[text.index(after: $0)...] }
        switch verb {
        case "EHLO", "HELO":
            guard let rest, Self.isClientName(rest) else {
                throw RelayReply(501, "5.5.4 \(verb) requires a domain or an address literal")
            }
            self = .hello(isExtended: verb == "EHLO")
        case "MAIL": self = try Self.mailCommand(rest)
        case "RCPT":
            let (path, parameters) = try Self.path(rest, after: "TO:")
            guard parameters.isEmpty else { throw .unsupportedParameter }
            guard let recipient = EnvelopeAddress(path.utf8) else { throw RelayReply(501, "5.1.3 malformed recipient address") }
            self = .recipient(recipient)
        case "DATA", "RSET", "QUIT":
            guard rest == nil else { throw RelayReply(501, "5.5.4 \(verb) has no argument") }
            self = verb == "DATA" ? .data : verb == "RSET" ? .reset : .quit
        case "NOOP": self = .noOperation
        case "VRFY": self = .verify
        default: throw RelayReply(500, "5.5.1 unknown command")
        }
    }

    private static func mailCommand(_ rest: Substring?) throws(RelayReply) -> RelayCommand {
        let (path, parameters) = try path(rest, after: "FROM:")
        let sender = EnvelopeAddress(path.utf8)
        guard path.isEmpty || sender != nil else { throw RelayReply(501, "5.1.7 malformed sender address") }
        var size: Int?
        var body: String?
        for parameter in parameters {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1].uppercased() : ""
            switch parts[0].uppercased() {
            // RFC 1870, section 3: up to 20 digits, which may exceed an Int.
            case "SIZE" where size == nil && (1...20).contains(value.utf8.count) && value.utf8.allSatisfy(Self.isDigit):
                size = Int(value) ?? .max
            case "BODY" where body == nil && ["7BIT", "8BITMIME"].contains(value): body = value
            default: throw .unsupportedParameter
            }
        }
        return .mail(from: sender, size: size, isEightBit: body == "8BITMIME")
    }

    /// Parses `FROM:<path> parameters`. Returns the text between the angle brackets, and the parameters.
    private static func path(
        _ rest: Substring?, after word: String
    ) throws(RelayReply) -> (path: Substring, parameters: [Substring]) {
        guard let rest, rest.uppercased().hasPrefix(word + "<"), let end = rest.firstIndex(of: ">") else {
            throw .pathMalformed(word)
        }
        let start = rest.index(rest.startIndex, offsetBy: word.count + 1)
        let after = rest[rest.index(after: end)...]
        guard after.isEmpty || after.first == " " else { throw .pathMalformed(word) }
        return (rest[start..<end], after.split(separator: " "))
    }

    /// Returns whether the text can be a domain name or an address literal, such as `[127.0.0.1]`.
    private static func isClientName(_ text: Substring) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { Letters.isAlphanumeric($0) || "-.:[]".utf8.contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// A reply to an SMTP client (RFC 5321, section 4.2). The text begins with an enhanced status code (RFC 3463) where one applies.
struct RelayReply: Error, Sendable, Hashable, CustomStringConvertible {
    let code: Int
    private let lines: [String]

    init(_ code: Int, _ lines: String...) {
        self.code = code
        self.lines = lines
    }

    /// The lines with CRLF.
    var description: String {
        lines.enumerated().map { number, line in "\(code)\(number + 1 < lines.count ? "-" : " ")\(line)\r\n" }.joined()
    }

    fileprivate static let unsupportedParameter = RelayReply(555, "5.5.4 unsupported parameter")

    fileprivate static func pathMalformed(_ word: String) -> RelayReply {
        RelayReply(501, "5.5.4 the syntax is \(word)<address>")
    }
}
