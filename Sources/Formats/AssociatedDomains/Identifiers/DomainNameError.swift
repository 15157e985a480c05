/// Why a text is no domain name, and where.
public struct DomainNameError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong. The raw values are stable and meant for programs.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no text.
        case empty = "empty-domain"
        /// More than 253 characters.
        case tooLong = "domain-too-long"
        /// A label of more than 63 characters.
        case labelTooLong = "label-too-long"
        /// A character beyond ASCII.
        case notASCII = "unicode-domain"
        /// A space, line end or control character.
        case space = "space"
        /// An address instead of a name.
        case address = "ip-address"
        /// A dot at the end.
        case trailingDot = "trailing-dot"
        /// Two dots in a row, or a dot at the beginning.
        case emptyLabel = "empty-label"
        /// Something other than letters, digits, hyphens and dots.
        case character = "domain-character"
        /// A label that begins or ends with a hyphen.
        case hyphen = "misplaced-hyphen"
        /// A label that begins with `xn--` and encodes nothing (RFC 3492).
        case punycode = "bad-punycode"
    }

    /// What is wrong.
    public let code: Code

    /// Where, in UTF-8 bytes from 0.
    public let position: Int

    /// What is wrong, as a sentence.
    public var reason: String { words.reason }

    /// What to write instead, as a sentence.
    public var remedy: String { words.remedy }

    /// Place and reason.
    public var description: String { "\(position): \(reason)" }

    private let suggestion: String?

    init(_ code: Code, at position: Int, suggestion: String? = nil) {
        self.code = code
        self.position = position
        self.suggestion = suggestion
    }

    private var words: (reason: String, remedy: String) {
        switch code {
        case .empty: ("The domain is missing.", "Write the name of the site, as in www.example.com.")
        case .tooLong: ("A domain name has at most 253 characters.", "Compare it with the name of the site.")
        case .labelTooLong: ("Between two dots a domain name has at most 63 characters.", "Compare it with the name of the site.")
        case .notASCII:
            ("Names beyond ASCII are compared in their encoded form.", suggestion.map { "Write \($0)." } ?? "Write it with xn--.")
        case .space: ("A domain name holds no spaces or control characters.", "Remove them.")
        case .address: ("An address has no association file; only a name has one.", "Write the name of the site.")
        case .trailingDot: ("The dot at the end of the domain does not belong there.", "Remove the dot.")
        case .emptyLabel: ("Before each dot of a domain name something must stand.", "Remove the superfluous dot.")
        case .character: ("A domain name consists of letters, digits, hyphens and dots.", "Write the name of the site alone.")
        case .hyphen: ("No part of a domain name begins or ends with a hyphen.", "Compare it with the name of the site.")
        case .punycode: ("What follows xn-- does not encode a name.", "Encode the name again (RFC 3492).")
        }
    }
}
