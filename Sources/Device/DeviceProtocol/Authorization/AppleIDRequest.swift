/// What an app asks of Sign in with Apple.
package struct AppleIDRequest: Hashable, Sendable {
    /// The longest state and the longest nonce, in bytes: what Apple's service takes.
    package static let maximumEchoLength = 4_096
    /// The longest user identifier, in bytes.
    package static let maximumUserLength = 255

    package let scopes: AppleIDScopes
    package let state: String?
    package let nonce: String?
    package let operation: AppleIDOperation
    /// Whom the app takes the person for, by the identifier that it was given before.
    package let user: String?

    /// Gives nothing where a text is too long.
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
}

extension AppleIDRequest: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let request = AppleIDRequest(
            scopes: try reader.value(),
            state: try reader.optional { (reader) throws(WireError) in try reader.text() },
            nonce: try reader.optional { (reader) throws(WireError) in try reader.text() },
            operation: try reader.value(),
            user: try reader.optional { (reader) throws(WireError) in try reader.text() })
        self = try reader.checked(request, from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.value(scopes)
        writer.optional(state) { $0.text($1) }
        writer.optional(nonce) { $0.text($1) }
        writer.value(operation)
        writer.optional(user) { $0.text($1) }
    }
}

/// What an app may be told of a person at the first sign-in.
package struct AppleIDScopes: OptionSet, WireValue, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let fullName = AppleIDScopes(rawValue: 1)
    package static let email = AppleIDScopes(rawValue: 2)

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let bits: UInt8 = try reader.number()
        guard bits < 4 else { throw WireError(.unknownValue, at: start) }
        rawValue = bits
    }

    package func write(to writer: inout WireWriter) {
        writer.number(rawValue)
    }
}

/// What is to be done with the person's sign-in (`ASAuthorization.OpenIDOperation`).
package enum AppleIDOperation: UInt8, WireValue, CaseIterable, Sendable {
    case implicit = 1
    case login = 2
    case refresh = 3
    case logout = 4
}
