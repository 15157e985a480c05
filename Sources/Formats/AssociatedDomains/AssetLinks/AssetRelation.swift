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
