/// Why a text, a file or a stored memory is rejected, and where.
public struct AssociatedDomainsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong. The raw values are stable and meant for programs. A file that cannot be read has the code of a ``Finding``, or that of
    /// its property list.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        init(_ rawValue: String) { self.rawValue = rawValue }

        /// An app identifier without text.
        public static let emptyAppIdentifier = Code("empty")
        /// An app identifier of more characters than the longest prefix and bundle identifier have.
        public static let appIdentifierTooLong = Code("too-long")
        /// A space, line end or control character.
        public static let space = Code("space")
        /// The prefix has fewer or more than ten characters.
        public static let teamLength = Code("team-id-length")
        /// The prefix holds something other than capital letters and digits.
        public static let teamCharacter = Code("team-id-character")
        /// The bundle identifier stands before the team.
        public static let reversed = Code("reversed")
        /// Nothing follows the prefix.
        public static let missingBundleID = Code("missing-bundle-id")
        /// Two dots in a row, or a dot at the end.
        public static let emptySegment = Code("empty-segment")
        /// The bundle identifier holds something other than letters, digits, hyphens and dots.
        public static let bundleCharacter = Code("bundle-id-character")
        /// A star that is not the whole last segment.
        public static let misplacedWildcard = Code("misplaced-wildcard")
        /// A domain name without text.
        public static let emptyDomain = Code("empty-domain")
        /// A domain name of more than 253 characters.
        public static let domainTooLong = Code("domain-too-long")
        /// A label of a domain name with more than 63 characters.
        public static let labelTooLong = Code("label-too-long")
        /// A domain name with a character beyond ASCII.
        public static let notASCII = Code("unicode-domain")
        /// An address instead of a name.
        public static let address = Code("ip-address")
        /// A dot at the end.
        public static let trailingDot = Code("trailing-dot")
        /// Two dots in a row, or a dot at the beginning.
        public static let emptyLabel = Code("empty-label")
        /// Something other than letters, digits, hyphens and dots.
        public static let character = Code("domain-character")
        /// A label that begins or ends with a hyphen.
        public static let hyphen = Code("misplaced-hyphen")
        /// A label that begins with `xn--` and encodes nothing (RFC 3492).
        public static let punycode = Code("bad-punycode")
        /// An entitlement without text.
        public static let emptyEntitlement = Code("empty-entitlement")
        /// An entitlement of more than 512 characters.
        public static let entitlementTooLong = Code("entitlement-too-long")
        /// No colon, so that no service is named.
        public static let missingService = Code("missing-service")
        /// The service is none of the four.
        public static let unknownService = Code("unknown-service")
        /// The domain is written as a URL.
        public static let scheme = Code("scheme")
        /// Slashes before the domain.
        public static let slashes = Code("slashes")
        /// A name or password before the domain.
        public static let userInformation = Code("user-information")
        /// A slash at the end of the domain.
        public static let trailingSlash = Code("trailing-slash")
        /// A path after the domain.
        public static let path = Code("path")
        /// A port after the domain.
        public static let port = Code("port")
        /// A fragment after the domain.
        public static let fragment = Code("fragment")
        /// A query other than `mode=`.
        public static let query = Code("query")
        /// A mode that does not exist.
        public static let unknownMode = Code("unknown-mode")
        /// A wildcard for a service that permits none.
        public static let wildcardNotPermitted = Code("wildcard-not-permitted")
        /// A wildcard above a whole top-level domain.
        public static let wildcardTooWide = Code("wildcard-too-wide")
        /// One label alone, outside of developer mode.
        public static let singleLabel = Code("single-label")
        /// A URL without a scheme and `://`.
        public static let notAbsolute = Code("not-absolute")
        /// A URL without a host.
        public static let missingHost = Code("missing-host")
        /// A URL of more than ``LinkURL/maximumBytes`` bytes.
        public static let urlTooLong = Code("url-too-long")
        /// A stored memory that is not what a daemon stored.
        public static let malformed = Code("malformed")
        /// A memory stored by another version of this library.
        public static let unknownVersion = Code("unknown-version")
        /// A memory that cannot be encoded.
        public static let unwritable = Code("unwritable")
    }

    /// What is wrong.
    public let code: Code

    /// What is wrong, as a sentence.
    public let reason: String

    /// What to write instead, as a sentence; empty where the reason says it.
    public let remedy: String

    /// Where in a text of one line, in UTF-8 bytes from 0.
    public let position: Int?

    /// Where in a file; nil for what concerns the whole file, and in binary files, whose reason names the byte.
    public let place: SourcePosition?

    /// Place and reason.
    public var description: String {
        (place?.description ?? position.map { "\($0)" }).map { "\($0): \(reason)" } ?? reason
    }

    init(
        _ code: Code, at position: Int? = nil, _ reason: String, _ remedy: String = "", place: SourcePosition? = nil
    ) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
        self.position = position
        self.place = place
    }

    /// A file that cannot be read: an error of lint.
    init(_ code: Finding.Code, _ reason: String, at place: SourcePosition = .start) {
        self.init(Code(code.rawValue), reason, code.remedy, place: place)
    }

    /// The same in a text that begins `offset` bytes earlier.
    func moved(by offset: Int) -> AssociatedDomainsError {
        AssociatedDomainsError(code, at: position.map { $0 + offset }, reason, remedy, place: place)
    }
}
