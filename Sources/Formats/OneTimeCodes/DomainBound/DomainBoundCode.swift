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
}
