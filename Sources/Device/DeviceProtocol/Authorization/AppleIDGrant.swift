/// The contents of `ASAuthorizationAppleIDCredential`. Prints nothing of them.
package struct AppleIDGrant: Equatable, Sendable {
    /// The longest text of each, in bytes.
    package static let maximumTextLength = 4_096
    /// The longest token, in bytes.
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
}

extension AppleIDGrant: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        func text(_ reader: inout WireReader) throws(WireError) -> String { try reader.text(atMost: Self.maximumTextLength) }
        func token(_ reader: inout WireReader) throws(WireError) -> String { try reader.text(atMost: Self.maximumTokenLength) }
        user = try text(&reader)
        state = try reader.optional(text)
        authorizedScopes = try reader.value()
        authorizationCode = try reader.optional(token)
        identityToken = try reader.optional(token)
        email = try reader.optional(text)
        givenName = try reader.optional(text)
        familyName = try reader.optional(text)
        realUserStatus = try reader.value()
        ageRange = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.text(user)
        writer.optional(state) { $0.text($1) }
        writer.value(authorizedScopes)
        writer.optional(authorizationCode) { $0.text($1) }
        writer.optional(identityToken) { $0.text($1) }
        writer.optional(email) { $0.text($1) }
        writer.optional(givenName) { $0.text($1) }
        writer.optional(familyName) { $0.text($1) }
        writer.value(realUserStatus)
        writer.value(ageRange)
    }
}

extension AppleIDGrant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "AppleIDGrant(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Whether the person seems to be real (`ASUserDetectionStatus`).
package enum UserDetection: UInt8, WireValue, CaseIterable, Sendable {
    case unsupported = 0
    case unknown = 1
    case likelyReal = 2
}

/// Whether the account is one of a child (`ASUserAgeRange`).
package enum UserAgeRange: UInt8, WireValue, CaseIterable, Sendable {
    case unknown = 0
    case child = 1
    case notChild = 2
}
