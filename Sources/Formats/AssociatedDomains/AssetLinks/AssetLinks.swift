internal import JSONText

/// A Digital Asset Links file (`/.well-known/assetlinks.json`): statements of a site about apps and other sites.
///
/// Android's counterpart to the association file. Included files are listed but not loaded, because this library does no input or
/// output.
public struct AssetLinks: Sendable {
    /// The valid statements, in order. Invalid statements grant nothing and are reported as findings.
    public let statements: [Statement]

    /// The files that the file includes.
    public let includes: [Include]

    /// The problems found, in the order of the text.
    public let findings: [Finding]

    /// The maximum size of a file in bytes.
    public static let maximumBytes = JSONLimits.default.maximumBytes

    /// Parses a file. Never fails: a malformed file has no statements, and a finding with the reason.
    public init(reading bytes: [UInt8]) {
        var reader = AssetLinksReader(bytes)
        reader.read()
        statements = reader.statements
        includes = reader.includes
        findings = Self.bounded(reader.findings.sorted { $0.place.bytes.lowerBound < $1.place.bytes.lowerBound })
    }

    /// Returns whether a text is an asset links file and not an association file: a JSON array with an element that has a statement
    /// member. Returns false for other arrays.
    public static func recognises(_ text: some Collection<UInt8>) -> Bool {
        let bytes = Array(text.starts(with: byteOrderMark) ? text.dropFirst(byteOrderMark.count) : text[...])
        guard bytes.first(where: { !$0.isSpaceOrControl }) == UInt8(ascii: "["), let document = try? JSONText.parse(bytes) else {
            return false
        }
        return document.root.elements?.contains { element in AssetLinksReader.members.contains { element[$0] != nil } } ?? false
    }

    /// The maximum number of findings for one file. Errors have priority.
    public static let maximumFindings = 500

    private static func bounded(_ findings: [Finding]) -> [Finding] {
        guard findings.count > maximumFindings else { return findings }
        let order = findings.indices.sorted { (findings[$1].severity, $0) < (findings[$0].severity, $1) }
        let listed = order.prefix(maximumFindings - 1).sorted().map { findings[$0] }
        let rest = "There are \(findings.count - listed.count) more findings."
        return listed + [Finding(.assetLinksMoreFindings, at: findings[findings.count - 1].position, rest)]
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns whether the file grants a permission, or why it does not.
    public func answer(_ relation: AssetRelation, for asker: AssetRequester) -> AssetAnswer {
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

    /// A valid statement.
    public struct Statement: Sendable, Hashable {
        /// The granted permissions.
        public let relations: [AssetRelation]

        /// The app or site that receives the permissions.
        public let target: AssetTarget

        /// The position of the statement.
        public let position: SourcePosition

        fileprivate func names(_ asker: AssetRequester) -> Bool {
            switch (target, asker) {
            case (.web(let site), .web(let other)): site == other
            case (.androidApp(let package, let fingerprints), .androidApp(let other, let fingerprint)):
                package == other && fingerprints.contains(fingerprint)
            default: false
            }
        }
    }

    /// A reference to another file.
    public struct Include: Sendable, Hashable {
        /// The URL of the file.
        public let url: String

        /// The position of the reference.
        public let position: SourcePosition
    }
}

/// The result of a permission check.
public enum AssetAnswer: Sendable, Hashable {
    /// The statement with this index grants the permission.
    case granted(statement: Int)
    /// The statement with this index names the package, but another signing certificate.
    case otherCertificate(statement: Int)
    /// The statement with this index names the requester, but grants another permission.
    case otherRelation(statement: Int)
    /// This file does not grant the permission, but the included files may.
    case unknown(includes: [String])
    /// No statement names the requester.
    case noStatement

    /// Whether the permission is granted.
    public var isGranted: Bool { if case .granted = self { true } else { false } }
}

/// A permission that a statement grants, as `kind/detail` (Digital Asset Links, "Statement list").
public struct AssetRelation: Sendable, Hashable, CustomStringConvertible {
    /// The relation as written.
    public let text: String

    /// `delegate_permission/common.handle_all_urls`: the app may open the site's links.
    public static let handleAllURLs = AssetRelation(known: "delegate_permission/common.handle_all_urls")

    /// `delegate_permission/common.get_login_creds`: the app or site may use passwords and passkeys of this site.
    public static let getLoginCredentials = AssetRelation(known: "delegate_permission/common.get_login_creds")

    /// Parses a relation. Returns nil unless the text is two words of letters, digits, dots and underscores, separated by a
    /// slash.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isWordByte) }) else { return nil }
        self.text = text
    }

    /// Whether Android or browsers support the relation.
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
