/// A one-time code that a message binds to a site (WICG, "Origin-bound one-time codes delivered via SMS"): its last line is
/// `@example.com #123456`, or `@example.com #123456 @login.example` for a page of login.example within one of example.com.
public struct DomainBoundCode: Sendable, Hashable {
    /// The site that the person sees.
    public let host: CodeHost

    /// The site of the frame that asks for the code; nil where that is the page itself.
    public let embeddedHost: CodeHost?

    /// The code.
    public let code: String

    /// The longest message that is read, in UTF-8 bytes.
    public static let longestMessage = 65_536

    /// The code of a message; nil where the last line has not the form.
    ///
    /// The specification is followed where browsers differ: only the last line counts, and one that is empty is the last line. An
    /// embedded host is marked by `%`, as Apple documents, or by `@`, as browsers do; one that is no host counts as absent. What
    /// follows is ignored.
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

    /// A code for a site, to be sent; nil where the code is empty, or holds white space or control characters, and where a host
    /// holds a character beyond ASCII, which would match no origin.
    public init?(_ code: String, for host: CodeHost, embeddedIn embeddedHost: CodeHost? = nil) {
        let isSound = code.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
        guard !code.isEmpty, isSound, [host, embeddedHost].allSatisfy({ $0?.text.utf8.allSatisfy { $0 < 0x80 } ?? true }) else {
            return nil
        }
        self.code = code
        self.host = host
        self.embeddedHost = embeddedHost
    }

    /// How an embedded host is marked.
    public enum EmbeddedMark: String, Sendable, Hashable, CaseIterable {
        /// `%`, which Apple's systems read.
        case percent = "%"
        /// `@`, which browsers read.
        case at = "@"
    }

    /// The message to send: the text for people, an empty line, and the line for machines, without a line end after it.
    ///
    /// - Parameters:
    ///   - text: what people read; it should hold the code as well. Line ends at its end are left out.
    ///   - mark: how the embedded host is marked. No mark is read by all systems.
    public func message(_ text: String, mark: EmbeddedMark = .percent) -> String {
        var text = text[...]
        while let last = text.last, last.isNewline { text = text.dropLast() }
        let line = "@\(host) #\(code)" + (embeddedHost.map { " \(mark.rawValue)\($0)" } ?? "")
        return text.isEmpty ? line : "\(text)\n\n\(line)"
    }

    /// Whether the code may be offered to a document.
    ///
    /// A page itself takes codes without an embedded host. A frame takes codes whose embedded host is of its site, where each
    /// document around it is of the embedded host's or the page's site, and the page is of the site that the code names first.
    ///
    /// - Parameters:
    ///   - document: the origin of the document that asks.
    ///   - ancestors: the origins of the documents around it, from its parent to the page itself; empty for the page.
    ///   - rule: what says which hosts are of one site.
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

/// Whether a code may be offered to a document.
public enum CodeMatch: String, Sendable, Hashable, CaseIterable {
    /// The very origin that the code names.
    case origin
    /// Another origin of the same site. The person should be shown both domains.
    case site
    /// Not this document.
    case none
}

/// The last line of a message, read from left to right.
struct DomainBoundLine {
    private let scalars: [Unicode.Scalar]
    private let start: Int
    private var position = 0

    /// Where the last token stands, in Unicode scalars of the message.
    private(set) var place = 0..<0

    /// What follows the last line end; LF, CR and CR LF are line ends.
    init(lastOf message: String) {
        let all = Array(message.unicodeScalars)
        start = all.lastIndex { $0 == "\n" || $0 == "\r" }.map { $0 + 1 } ?? 0
        scalars = Array(all[start...])
    }

    /// The run of characters other than ASCII white space after a mark; nil where there is no mark here or nothing after it.
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

    /// Goes past one space; false where there is none.
    mutating func skipSpace() -> Bool {
        guard position < scalars.count, scalars[position] == " " else { return false }
        position += 1
        return true
    }

    /// ASCII white space as the Infra Standard defines it.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { ["\t", "\n", "\u{C}", "\r", " "].contains(scalar) }
}
