/// An error in a text, a file or stored daemon state, with its position.
public struct AssociatedDomainsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors. The raw values are stable identifiers for programs. For a file that cannot be parsed, the code of a
    /// ``Finding`` or of the property list parser.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        init(_ rawValue: String) { self.rawValue = rawValue }

        /// The app identifier is empty.
        public static let emptyAppIdentifier = Code("empty")
        /// The app identifier is longer than the longest prefix and bundle identifier.
        public static let appIdentifierTooLong = Code("too-long")
        /// The text contains a space, line end or control character.
        public static let space = Code("space")
        /// The prefix does not have ten characters.
        public static let teamLength = Code("team-id-length")
        /// The prefix contains characters other than upper-case letters and digits.
        public static let teamCharacter = Code("team-id-character")
        /// The bundle identifier precedes the team.
        public static let reversed = Code("reversed")
        /// The bundle identifier is missing.
        public static let missingBundleID = Code("missing-bundle-id")
        /// The bundle identifier has two dots in a row, or a dot at its end.
        public static let emptySegment = Code("empty-segment")
        /// The bundle identifier contains characters other than letters, digits, hyphens and dots.
        public static let bundleCharacter = Code("bundle-id-character")
        /// A star is not the whole last segment.
        public static let misplacedWildcard = Code("misplaced-wildcard")
        /// The domain name is empty.
        public static let emptyDomain = Code("empty-domain")
        /// The domain name has more than 253 characters.
        public static let domainTooLong = Code("domain-too-long")
        /// A label of the domain name has more than 63 characters.
        public static let labelTooLong = Code("label-too-long")
        /// The domain name contains a non-ASCII character.
        public static let notASCII = Code("unicode-domain")
        /// The domain is an IP address.
        public static let address = Code("ip-address")
        /// The domain name ends with a dot.
        public static let trailingDot = Code("trailing-dot")
        /// The domain name has two dots in a row, or a dot at its start.
        public static let emptyLabel = Code("empty-label")
        /// The domain name contains characters other than letters, digits, hyphens and dots.
        public static let character = Code("domain-character")
        /// A label begins or ends with a hyphen.
        public static let hyphen = Code("misplaced-hyphen")
        /// A label begins with `xn--` but is not valid Punycode (RFC 3492).
        public static let punycode = Code("bad-punycode")
        /// The entitlement is empty.
        public static let emptyEntitlement = Code("empty-entitlement")
        /// The entitlement has more than 512 characters.
        public static let entitlementTooLong = Code("entitlement-too-long")
        /// The entitlement has no colon and thus no service.
        public static let missingService = Code("missing-service")
        /// The service is not one of the four.
        public static let unknownService = Code("unknown-service")
        /// The domain is written as a URL.
        public static let scheme = Code("scheme")
        /// Slashes precede the domain.
        public static let slashes = Code("slashes")
        /// A user name or password precedes the domain.
        public static let userInformation = Code("user-information")
        /// A slash follows the domain.
        public static let trailingSlash = Code("trailing-slash")
        /// A path follows the domain.
        public static let path = Code("path")
        /// A port follows the domain.
        public static let port = Code("port")
        /// A fragment follows the domain.
        public static let fragment = Code("fragment")
        /// The query is not `mode=`.
        public static let query = Code("query")
        /// The mode is unknown.
        public static let unknownMode = Code("unknown-mode")
        /// The service does not support wildcards.
        public static let wildcardNotPermitted = Code("wildcard-not-permitted")
        /// The wildcard covers a whole top-level domain.
        public static let wildcardTooWide = Code("wildcard-too-wide")
        /// The domain has a single label, which is valid only in developer mode.
        public static let singleLabel = Code("single-label")
        /// The URL has no scheme and `://`.
        public static let notAbsolute = Code("not-absolute")
        /// The URL has no host.
        public static let missingHost = Code("missing-host")
        /// The URL has more than ``LinkURL/maximumBytes`` bytes.
        public static let urlTooLong = Code("url-too-long")
        /// The stored state is not one that a daemon stored.
        public static let malformed = Code("malformed")
        /// The stored state has an unsupported version.
        public static let unknownVersion = Code("unknown-version")
        /// The state cannot be encoded.
        public static let unwritable = Code("unwritable")
    }

    /// The kind of error.
    public let code: Code

    /// A sentence that describes the error.
    public let reason: String

    /// A sentence that says what to write instead. Empty if the reason suffices.
    public let remedy: String

    /// The position in a text of one line, in UTF-8 bytes from 0.
    public let position: Int?

    /// The position in a file. Nil for errors of the whole file, and for binary files, whose reason contains the byte offset.
    public let place: SourcePosition?

    /// The position and the reason.
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

    /// Creates an error for a file that cannot be parsed.
    init(_ code: Finding.Code, _ reason: String, at place: SourcePosition = .start) {
        self.init(Code(code.rawValue), reason, code.remedy, place: place)
    }

    /// Returns the error for a text that begins `offset` bytes earlier.
    func moved(by offset: Int) -> AssociatedDomainsError {
        AssociatedDomainsError(code, at: position.map { $0 + offset }, reason, remedy, place: place)
    }
}
