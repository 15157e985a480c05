/// A one-time code that a message binds to a site (WICG, "Origin-bound one-time codes delivered via SMS").
///
/// The last line of the message is `@example.com #123456`. For a frame of login.example within a page of example.com it is
/// `@example.com #123456 @login.example`.
public struct DomainBoundCode: Sendable, Hashable {
    /// The site that the user sees.
    public let host: CodeHost

    /// The site of the frame that requests the code. Nil if the page itself requests it.
    public let embeddedHost: CodeHost?

    /// The code.
    public let code: String

    /// The maximum length of a message in UTF-8 bytes.
    public static let longestMessage = 65_536

    /// Parses the last line of a message. Returns nil if the line does not have the required form.
    ///
    /// Follows the specification where browsers differ: only the last line counts, even if it is empty. An embedded host is
    /// marked by `%`, as Apple documents, or by `@`, as in browsers. A malformed embedded host counts as absent. Text after it is
    /// ignored.
    public init?(message: String) {
        guard message.utf8.count <= Self.longestMessage else { return nil }
        var line = DomainBoundLine(lastOf: message)
        guard let host = line.token(after: ["@"]).flatMap({ CodeHost($0) }), line.skipSpace(), let code = line.token(after: ["#"])
        else {
            return nil
        }
        self.host = host
        self.code = code
        embeddedHost = line.skipSpace() ? line.token(after: ["%", "@"]).flatMap { CodeHost($0) } : nil
    }

    /// Creates a code to send. Returns nil if the code is empty or contains white space or control characters, or if a host
    /// contains a non-ASCII character, which would not match any origin.
    public init?(_ code: String, for host: CodeHost, embeddedIn embeddedHost: CodeHost? = nil) {
        let isSound = code.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
        guard !code.isEmpty, isSound, [host, embeddedHost].allSatisfy({ $0?.text.utf8.allSatisfy { $0 < 0x80 } ?? true }) else {
            return nil
        }
        self.code = code
        self.host = host
        self.embeddedHost = embeddedHost
    }

    /// The character that marks an embedded host.
    public enum EmbeddedMark: String, Sendable, Hashable, CaseIterable {
        /// `%`, as Apple's systems expect.
        case percent = "%"
        /// `@`, as browsers expect.
        case at = "@"
    }

    /// Returns the message to send: the human-readable text, an empty line, and the machine-readable line without a line end.
    ///
    /// - Parameters:
    ///   - text: The human-readable text, which should also contain the code. Line ends at its end are removed.
    ///   - mark: The mark of the embedded host. No mark is supported by all systems.
    public func message(_ text: String, mark: EmbeddedMark = .percent) -> String {
        var text = text[...]
        while let last = text.last, last.isNewline { text = text.dropLast() }
        let line = "@\(host) #\(code)" + (embeddedHost.map { " \(mark.rawValue)\($0)" } ?? "")
        return text.isEmpty ? line : "\(text)\n\n\(line)"
    }

    /// Returns whether a system may offer the code to a document.
    ///
    /// A page matches codes without an embedded host. A frame matches codes whose embedded host has the same site as the frame.
    /// The page must have the site that the code names first, and each document between must have the site of the page or of the
    /// embedded host.
    ///
    /// - Parameters:
    ///   - document: The origin of the document that requests the code.
    ///   - ancestors: The origins of the enclosing documents, from the parent to the page. Empty for the page itself.
    ///   - rule: Decides which hosts belong to one site.
    public func match(_ document: WebOrigin, ancestors: [WebOrigin] = [], rule: PublicSuffixRule) -> CodeMatch {
        let top = WebOrigin(secure: host)
        guard let page = ancestors.last else {
            guard embeddedHost == nil, rule.isSameSite(document, top) else { return .none }
            return document == top ? .origin : .site
        }
        guard let embedded = embeddedHost.map(WebOrigin.init(secure:)), rule.isSameSite(document, embedded),
            rule.isSameSite(page, top),
            ancestors.dropLast().allSatisfy({ rule.isSameSite($0, embedded) || rule.isSameSite($0, top) })
        else { return .none }
        return document == embedded && page == top ? .origin : .site
    }
}

/// Whether a system may offer a code to a document.
public enum CodeMatch: String, Sendable, Hashable, CaseIterable {
    /// The document has the origin that the code names.
    case origin
    /// The document has another origin of the same site. The system should show the user both domains.
    case site
    /// The document does not match.
    case none
}

/// A parser for the last line of a message.
struct DomainBoundLine {
    private let scalars: [Unicode.Scalar]
    private let start: Int
    private var position = 0

    /// The position of the last token, in Unicode scalars of the message.
    private(set) var place = 0..<0

    /// Starts after the last line end: LF, CR or CR LF.
    init(lastOf message: String) {
        let all = Array(message.unicodeScalars)
        start = all.lastIndex { $0 == "\n" || $0 == "\r" }.map { $0 + 1 } ?? 0
        scalars = Array(all[start...])
    }

    /// Reads a mark and the characters up to ASCII white space. Returns nil if the mark or the characters are missing.
    mutating func token(after marks: [Unicode.Scalar]) -> String? {
        guard position < scalars.count, marks.contains(scalars[position]) else { return nil }
        let start = position + 1
        var end = start
        while end < scalars.count, !Self.isSpace(scalars[end]) { end += 1 }
        guard end > start else { return nil }
        position = end
        place = (self.start + start)..<(self.start + end)
        return String(String.UnicodeScalarView(scalars[start..<end]))
    }

    /// Skips one space. Returns false if none exists.
    mutating func skipSpace() -> Bool {
        guard position < scalars.count, scalars[position] == " " else { return false }
        position += 1
        return true
    }

    /// Returns whether the scalar is ASCII white space as defined by the Infra Standard.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { ["\t", "\n", "\u{C}", "\r", " "].contains(scalar) }
}
