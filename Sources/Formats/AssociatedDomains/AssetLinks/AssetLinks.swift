internal import JSONText

/// The statements of a site about apps and other sites: `/.well-known/assetlinks.json` (Digital Asset Links).
///
/// Android's counterpart to the association file: the same question, asked of another file. Statements that another file is
/// included by are named and not followed, since this library does no input or output.
public struct AssetLinks: Sendable {
    /// The sound statements, in order. What is broken permits nothing and is among the findings.
    public let statements: [Statement]

    /// Files that would have to be read as well.
    public let includes: [Include]

    /// What is wrong, in the order of the text.
    public let findings: [AssetLinksFinding]

    /// The largest file that is read, in bytes.
    public static let maximumBytes = JSONLimits.default.maximumBytes

    /// Statements from the bytes of a file. Never fails: a file that cannot be read has no statements and a finding that says why.
    public init(reading bytes: [UInt8]) {
        var reader = AssetLinksReader(bytes)
        reader.read()
        statements = reader.statements
        includes = reader.includes
        findings = Self.bounded(reader.findings.sorted { $0.position < $1.position })
    }

    /// Whether a text is such a file, and no association file: a JSON array, one element of which has a member of statements. An array
    /// in which there is none may be anything.
    public static func recognises(_ text: some Collection<UInt8>) -> Bool {
        let bytes = Array(text.starts(with: byteOrderMark) ? text.dropFirst(byteOrderMark.count) : text[...])
        guard bytes.first(where: { !$0.isSpaceOrControl }) == UInt8(ascii: "["), let document = try? JSONText.parse(bytes) else {
            return false
        }
        return document.root.elements?.contains { element in AssetLinksReader.members.contains { element[$0] != nil } } ?? false
    }

    /// The most findings that are told of one file. Errors have precedence.
    public static let maximumFindings = 500

    private static func bounded(_ findings: [AssetLinksFinding]) -> [AssetLinksFinding] {
        guard findings.count > maximumFindings else { return findings }
        let order = findings.indices.sorted { (findings[$1].severity, $0) < (findings[$0].severity, $1) }
        let told = order.prefix(maximumFindings - 1).sorted().map { findings[$0] }
        let rest = "There are \(findings.count - told.count) more findings."
        return told + [AssetLinksFinding(.moreFindings, at: findings[findings.count - 1].position, message: rest)]
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Whether the file gives a permission, and if not, how near it came.
    public func answer(_ relation: AssetRelation, for asker: AssetAsker) -> AssetAnswer {
        var nearest = AssetAnswer.noStatement
        for (index, statement) in statements.enumerated() where statement.relations.contains(relation) {
            switch (statement.target, asker) {
            case (.web(let site), .web(let other)) where site == other:
                return .granted(statement: index)
            case (.androidApp(let package, let fingerprints), .androidApp(let other, let fingerprint)) where package == other:
                if fingerprints.contains(fingerprint) { return .granted(statement: index) }
                nearest = .otherCertificate(statement: index)
            default: continue
            }
        }
        if case .noStatement = nearest, let index = statements.firstIndex(where: { $0.names(asker) }) {
            nearest = .otherRelation(statement: index)
        }
        return nearest == .noStatement && !includes.isEmpty ? .unknown(includes: includes.map(\.url)) : nearest
    }

    /// One sound statement.
    public struct Statement: Sendable, Hashable {
        /// What is permitted.
        public let relations: [AssetRelation]

        /// To whom.
        public let target: AssetTarget

        /// Where it begins.
        public let position: SourcePosition

        fileprivate func names(_ asker: AssetAsker) -> Bool {
            switch (target, asker) {
            case (.web(let site), .web(let other)): site == other
            case (.androidApp(let package, let fingerprints), .androidApp(let other, let fingerprint)):
                package == other && fingerprints.contains(fingerprint)
            default: false
            }
        }
    }

    /// One reference to another file.
    public struct Include: Sendable, Hashable {
        /// Its address.
        public let url: String

        /// Where it stands.
        public let position: SourcePosition
    }
}

/// Whether a file gives a permission.
public enum AssetAnswer: Sendable, Hashable {
    /// The statement of this index gives it.
    case granted(statement: Int)
    /// The statement of this index names the package, but signed with another certificate.
    case otherCertificate(statement: Int)
    /// The statement of this index names who asks, but permits something else.
    case otherRelation(statement: Int)
    /// This file does not give it; files that it includes may.
    case unknown(includes: [String])
    /// Nothing in the file is about who asks.
    case noStatement

    /// Whether the permission is given.
    public var isGranted: Bool { if case .granted = self { true } else { false } }
}

/// What a statement permits its target to do, as `kind/detail` (Digital Asset Links, "Statement list").
public struct AssetRelation: Sendable, Hashable, CustomStringConvertible {
    /// The relation as written.
    public let text: String

    /// `delegate_permission/common.handle_all_urls`: the app opens the site's links.
    public static let handleAllURLs = AssetRelation(known: "delegate_permission/common.handle_all_urls")

    /// `delegate_permission/common.get_login_creds`: app or site may be given the passwords and passkeys of this site.
    public static let getLoginCredentials = AssetRelation(known: "delegate_permission/common.get_login_creds")

    /// A relation from its text; nil where it is not two words of letters, digits, dots and underscores with a slash between them.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isWordByte) }) else { return nil }
        self.text = text
    }

    /// Whether it is one that Android or browsers act on.
    public var isKnown: Bool { Self.known.contains(self) }

    /// The relation as written.
    public var description: String { text }

    private init(known text: String) { self.text = text }

    private static let known: Set<AssetRelation> = [
        .handleAllURLs, .getLoginCredentials, AssetRelation(known: "delegate_permission/common.use_as_origin"),
        AssetRelation(known: "delegate_permission/common.query_webapk"),
    ]

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte.isLetterDigitOrHyphen || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
}
