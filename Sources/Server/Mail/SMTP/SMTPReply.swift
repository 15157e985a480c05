/// A reply of an SMTP server (RFC 5321 section 4.2).
package struct SMTPReply: Hashable, Sendable {
    /// The reply code and the enhanced status code.
    package let code: MailReplyCode

    /// The text of each line. It comes from the server and may contain the recipient's address, so it must not be logged.
    package let lines: [String]

    init(code: Int, lines: [String]) {
        self.code = MailReplyCode(code, enhanced: lines.first.flatMap { EnhancedStatus(prefixOf: $0) })
        self.lines = lines
    }

    /// Whether the reply rejects the sender, with any code. Apple's private e-mail relay rejects a sender that is not registered with
    /// 5.1.1, the code of an unknown recipient (Apple Developer Forums, thread 798226).
    var namesSender: Bool { lines.contains { $0.hasSuffix(": unauthorized sender") } }
}

/// The codes of a reply, such as `550 5.1.1`.
package struct MailReplyCode: Hashable, Sendable, CustomStringConvertible {
    /// The reply code, 200 to 599.
    package let code: Int

    /// The enhanced status code (RFC 3463). Nil if it is missing, or its class differs from that of the reply code.
    package let enhanced: EnhancedStatus?

    package init(_ code: Int, enhanced: EnhancedStatus? = nil) {
        self.code = code
        self.enhanced = enhanced?.class == code / 100 ? enhanced : nil
    }

    package var description: String { "\(code)\(enhanced.map { " \($0)" } ?? "")" }

    var isPositive: Bool { code / 100 == 2 }
    var isIntermediate: Bool { code / 100 == 3 }
    var isPermanent: Bool { code / 100 == 5 }
}

/// An enhanced mail system status code (RFC 3463): class, subject, detail.
package struct EnhancedStatus: Hashable, Sendable, CustomStringConvertible {
    /// The class: 2 for success, 4 for a temporary and 5 for a permanent failure.
    package let `class`: Int
    /// The subject: 1 for addresses, 2 for mailboxes, 7 for policy.
    package let subject: Int
    /// The detail within the subject.
    package let detail: Int

    /// Creates a code. Returns nil unless the class is 2, 4 or 5, and the others have at most three digits.
    package init?(_ class: Int, _ subject: Int, _ detail: Int) {
        guard [2, 4, 5].contains(`class`), (0...999).contains(subject), (0...999).contains(detail) else { return nil }
        self.class = `class`
        self.subject = subject
        self.detail = detail
    }

    /// Parses `5.1.1`. Returns nil for other texts, and for numbers with leading zeros.
    package init?(_ text: some StringProtocol) {
        let numbers = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { digits in
            (1...3).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
                && (digits.count == 1 || digits.first != 0x30)
                ? digits.reduce(0) { $0 * 10 + Int($1) - 0x30 } : -1
        }
        guard numbers.count == 3 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2])
    }

    /// Parses the code at the start of the text of a reply (RFC 2034 section 4).
    init?(prefixOf text: String) {
        self.init(text.prefix { $0 != " " })
    }

    package var description: String { "\(`class`).\(subject).\(detail)" }

    /// Whether the code says that the recipient's address does not exist or is disabled: 5.1.x for destinations, and 5.2.1.
    ///
    /// 5.1.7, 5.1.8 and 5.1.9 are about the sender or the next host, and 5.1.5 means a valid address (RFC 3463 section 3.2).
    var condemnsAddress: Bool {
        `class` == 5 && (subject == 1 && ![5, 7, 8, 9].contains(detail) || subject == 2 && detail == 1)
    }
}
