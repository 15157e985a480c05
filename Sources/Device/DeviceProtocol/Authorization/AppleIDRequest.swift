/// An app's request for Sign in with Apple.
package struct AppleIDRequest: WireRecord, Hashable {
    /// The maximum length of the state and of the nonce, in bytes: Apple's limit.
    package static let maximumEchoLength = 4_096
    /// The maximum length of a user identifier, in bytes.
    package static let maximumUserLength = 255

    package let scopes: AppleIDScopes
    package let state: String?
    package let nonce: String?
    package let operation: AppleIDOperation
    /// The user identifier from an earlier sign-in that the app expects.
    package let user: String?

    /// Returns nil if a text is too long.
    package init?(
        scopes: AppleIDScopes = [], state: String? = nil, nonce: String? = nil, operation: AppleIDOperation = .implicit,
        user: String? = nil
    ) {
        guard (state?.utf8.count ?? 0) <= Self.maximumEchoLength, (nonce?.utf8.count ?? 0) <= Self.maximumEchoLength,
            (user?.utf8.count ?? 0) <= Self.maximumUserLength
        else { return nil }
        self.scopes = scopes
        self.state = state
        self.nonce = nonce
        self.operation = operation
        self.user = user
    }

    package static let wire = WireForm(
        Self.init, .field(\.scopes), .field(\.state, .optional(.text())), .field(\.nonce, .optional(.text())),
        .field(\.operation), .field(\.user, .optional(.text())))
}

/// The personal data that an app requests at the first sign-in.
package struct AppleIDScopes: OptionSet, WireValue, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let fullName = AppleIDScopes(rawValue: 1)
    package static let email = AppleIDScopes(rawValue: 2)

    package init(from reader: inout WireReader) throws(WireError) {
        rawValue = try reader.number(below: 1 << 2)
    }
}

/// The requested operation (`ASAuthorization.OpenIDOperation`).
package enum AppleIDOperation: UInt8, WireValue, CaseIterable {
    case implicit = 1
    case login = 2
    case refresh = 3
    case logout = 4
}

/// The contents of `ASAuthorizationAppleIDCredential`. Its description is redacted.
package struct AppleIDGrant: WireRecord, Equatable, RedactedValue {
    /// The maximum length of each text, in bytes.
    package static let maximumTextLength = 4_096
    /// The maximum length of a token, in bytes.
    package static let maximumTokenLength = 16_384

    package let user: String
    package let state: String?
    package let authorizedScopes: AppleIDScopes
    package let authorizationCode: String?
    package let identityToken: String?
    package let email: String?
    package let givenName: String?
    package let familyName: String?
    package let realUserStatus: UserDetection
    package let ageRange: UserAgeRange

    package init(
        user: String, state: String? = nil, authorizedScopes: AppleIDScopes = [], authorizationCode: String? = nil,
        identityToken: String? = nil, email: String? = nil, givenName: String? = nil, familyName: String? = nil,
        realUserStatus: UserDetection = .unsupported, ageRange: UserAgeRange = .unknown
    ) {
        self.user = user
        self.state = state
        self.authorizedScopes = authorizedScopes
        self.authorizationCode = authorizationCode
        self.identityToken = identityToken
        self.email = email
        self.givenName = givenName
        self.familyName = familyName
        self.realUserStatus = realUserStatus
        self.ageRange = ageRange
    }

    package static let wire = WireForm(
        Self.init, .field(\.user, text), .field(\.state, .optional(text)), .field(\.authorizedScopes),
        .field(\.authorizationCode, .optional(token)), .field(\.identityToken, .optional(token)),
        .field(\.email, .optional(text)), .field(\.givenName, .optional(text)), .field(\.familyName, .optional(text)),
        .field(\.realUserStatus), .field(\.ageRange))

    private static let text = WireKind.text(atMost: maximumTextLength)
    private static let token = WireKind.text(atMost: maximumTokenLength)
}

/// Whether the user appears to be a real person (`ASUserDetectionStatus`).
package enum UserDetection: UInt8, WireValue, CaseIterable {
    case unsupported = 0
    case unknown = 1
    case likelyReal = 2
}

/// Whether the account belongs to a child (`ASUserAgeRange`).
package enum UserAgeRange: UInt8, WireValue, CaseIterable {
    case unknown = 0
    case child = 1
    case notChild = 2
}
