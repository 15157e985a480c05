/// Why a text is no entitlement, and where.
public struct EntitlementError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong. The raw values are stable and meant for programs.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// There is no text.
        public static let empty = Code("empty-entitlement")
        /// More than 512 characters.
        public static let tooLong = Code("entitlement-too-long")
        /// A space, line end or control character.
        public static let space = Code("space")
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
        /// A star that is not the whole first label.
        public static let misplacedWildcard = Code("misplaced-wildcard")
        /// A wildcard above a whole top-level domain.
        public static let wildcardTooWide = Code("wildcard-too-wide")
        /// One label alone, outside of developer mode.
        public static let singleLabel = Code("single-label")

        /// What a domain name refuses.
        public static func domain(_ code: DomainNameError.Code) -> Code { Code(code.rawValue) }

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// What is wrong.
    public let code: Code

    /// Where, in UTF-8 bytes from 0.
    public let position: Int

    /// What is wrong, as a sentence.
    public let reason: String

    /// What to write instead, as a sentence.
    public let remedy: String

    /// Place and reason.
    public var description: String { "\(position): \(reason)" }

    init(_ code: Code, at position: Int, _ reason: String, _ remedy: String) {
        self.code = code
        self.position = position
        self.reason = reason
        self.remedy = remedy
    }

    /// What is wrong with the domain of an entitlement, whose text begins at `offset`.
    init(_ error: DomainNameError, offset: Int) {
        self.init(.domain(error.code), at: error.position + offset, error.reason, error.remedy)
    }
}
