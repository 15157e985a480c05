internal import FoundationEssentials

/// A possible cause of a rejection by Apple, and its remedy.
public struct RejectionCause: Sendable, Hashable {
    /// The certainty of the cause.
    public enum Certainty: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// The cause is consistent with the known facts.
        case possible
        /// The cause is the usual one.
        case likely
        /// Apple's response or a local check confirms the cause.
        case certain

        /// Orders by certainty.
        public static func < (left: Certainty, right: Certainty) -> Bool { left.rawValue < right.rawValue }

        /// `possible`, `likely` or `certain`.
        public var name: String {
            switch self {
            case .possible: "possible"
            case .likely: "likely"
            case .certain: "certain"
            }
        }
    }

    /// The kinds of cause. Raw values are stable.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        // Causes in the client secret.

        /// The clocks of this machine and Apple differ.
        public static let clockDiffers = Code("clock-differs")
        /// The client secret has expired.
        public static let secretExpired = Code("secret-expired")
        /// The client secret's `iat` lies in the future.
        public static let secretNotYetValid = Code("secret-not-yet-valid")
        /// The client secret expires more than 15,777,000 seconds from now.
        public static let secretLivesTooLong = Code("secret-lives-too-long")
        /// The client secret is not a JWT, or lacks a claim.
        public static let secretMalformed = Code("secret-malformed")
        /// The client secret is not signed with ES256.
        public static let secretAlgorithm = Code("secret-algorithm")
        /// The client secret's signature is DER instead of r and s.
        public static let secretSignatureIsDER = Code("secret-signature-is-der")
        /// The client secret's signature does not verify with the key.
        public static let secretSignature = Code("secret-signature")
        /// The client secret's `kid` differs from the key ID.
        public static let secretKeyDiffers = Code("secret-key-differs")
        /// The client secret's `iss` differs from the team ID.
        public static let secretTeamDiffers = Code("secret-team-differs")
        /// The client secret's `aud` is not Apple's issuer.
        public static let secretAudience = Code("secret-audience")
        /// The client secret's `sub` differs from the client ID.
        public static let secretSubjectDiffers = Code("secret-subject-differs")
        /// Apple does not know the key: its ID is wrong, or it was revoked, or it belongs to another team.
        public static let keyUnknown = Code("key-unknown")
        /// The key does not cover this client. A key covers one primary App ID and the identifiers grouped with it.
        public static let keyNotForClient = Code("key-not-for-client")
        /// The team ID is not that of the key's team.
        public static let teamDiffers = Code("team-differs")
        /// Apple does not know the client ID, or Sign in with Apple is disabled for it.
        public static let clientUnknown = Code("client-unknown")

        // Causes in the code or token.

        /// The code is older than five minutes.
        public static let codeExpired = Code("code-expired")
        /// The code was exchanged before.
        public static let codeUsed = Code("code-used")
        /// The code was issued to another client.
        public static let codeOfOtherClient = Code("code-of-other-client")
        /// The request has a redirect URI, but the code came from an app.
        public static let redirectURISentNatively = Code("redirect-uri-sent-natively")
        /// The request has no redirect URI, but the code came from the web.
        public static let redirectURILeftOut = Code("redirect-uri-left-out")
        /// The redirect URI differs from that of the authorization request.
        public static let redirectURIDiffers = Code("redirect-uri-differs")
        /// The user revoked consent, changed the password of the Apple Account, or deleted that account.
        public static let consentEnded = Code("consent-ended")
        /// The token was issued to another client.
        public static let tokenOfOtherClient = Code("token-of-other-client")

        // Other causes.

        /// A parameter of the request is missing or malformed.
        public static let requestMalformed = Code("request-malformed")
        /// The redirect URI is not registered for the client.
        public static let redirectURINotRegistered = Code("redirect-uri-not-registered")
        /// The client is not permitted to send this request.
        public static let clientNotAllowed = Code("client-not-allowed")
        /// No transfer of the app between these teams is open: none was started, or its 60 days are over.
        public static let transferNotOpen = Code("transfer-not-open")
        /// Apple does not know the grant type or scope.
        public static let protocolDiffers = Code("protocol-differs")
        /// The cause is unknown.
        public static let unknown = Code("unknown")
    }

    /// The kind of cause.
    public let code: Code

    /// The certainty of the cause.
    public let certainty: Certainty

    /// The cause in one English sentence.
    public let explanation: String

    /// The remedy, as a sentence.
    public let remedy: String

    init(_ code: Code, _ certainty: Certainty, _ explanation: String, _ remedy: String) {
        self.code = code
        self.certainty = certainty
        self.explanation = explanation
        self.remedy = remedy
    }
}

/// Creates causes with their texts.
extension RejectionCause {
    static func clockDiffers(by seconds: TimeInterval, _ certainty: Certainty) -> RejectionCause {
        let amount = Int64(min(seconds.magnitude, 1e12))
        return RejectionCause(
            .clockDiffers, certainty, "This machine's clock is \(amount) seconds \(seconds > 0 ? "ahead of" : "behind") Apple's.",
            "Set the clock, and synchronize it with NTP.")
    }

    static let secretExpired = RejectionCause(
        .secretExpired, .certain, "The client secret has expired.",
        "Create a new one for each request, or every few minutes.")

    static let secretNotYetValid = RejectionCause(
        .secretNotYetValid, .certain, "The client secret's iat is in the future.", "Set the clock of the machine that creates it.")

    static let secretLivesTooLong = RejectionCause(
        .secretLivesTooLong, .certain,
        "The client secret expires more than \(ClientSecretLifetime.maximum.seconds) seconds from now, which Apple rejects.",
        "Use a lifetime of a few minutes.")

    static func keyUnknown(_ keyID: KeyID?, _ team: TeamID?) -> RejectionCause {
        RejectionCause(
            .keyUnknown, .likely,
            "Apple may not know the key \(keyID?.text ?? "of the client secret")\(team.map { " of team \($0)" } ?? "").",
            "Compare the key ID with the name of the key file; check in the developer account that the key is not revoked.")
    }

    static func teamDiffers(_ team: TeamID?) -> RejectionCause {
        RejectionCause(
            .teamDiffers, .possible, "The team ID \(team.map { "\($0) " } ?? "")may not be the team of the key and the client.",
            "Compare it with the membership page of the developer account, especially if you belong to several teams.")
    }

    static func clientUnknown(_ client: ClientID?) -> RejectionCause {
        RejectionCause(
            .clientUnknown, .likely,
            "Apple may not know the client ID\(client.map { " \($0.text)" } ?? ""), or Sign in with Apple is disabled for it. Case matters.",
            "Use the bundle identifier for codes from an app and the Services ID for codes from the web; enable Sign in with Apple for it."
        )
    }

    static let keyNotForClient = RejectionCause(
        .keyNotForClient, .possible, "The key may belong to another primary App ID than the client.",
        "Group the client with the key's primary App ID in the developer account.")

    static func codeExpired(_ certainty: Certainty) -> RejectionCause {
        RejectionCause(
            .codeExpired, certainty, "The code is older than five minutes.",
            "Exchange codes immediately; ask the user to sign in again."
        )
    }

    static func codeUsed(_ certainty: Certainty) -> RejectionCause {
        RejectionCause(
            .codeUsed, certainty, "The code was exchanged before.",
            "Exchange each code once; look for a retry, a reloaded callback page or a second server.")
    }

    static func codeOfOtherClient(_ client: ClientID?, _ certainty: Certainty) -> RejectionCause {
        RejectionCause(
            .codeOfOtherClient, certainty, "The code was issued to another client than \(client?.text ?? "this one").",
            "Codes from an app belong to its bundle identifier, codes from the web to the Services ID.")
    }

    static func redirectURISentNatively(_ certainty: Certainty) -> RejectionCause {
        RejectionCause(
            .redirectURISentNatively, certainty, "The request has a redirect URI, but the code came from an app.",
            "Omit redirect_uri for codes from an app.")
    }

    static func redirectURILeftOut(_ certainty: Certainty) -> RejectionCause {
        RejectionCause(
            .redirectURILeftOut, certainty, "The request has no redirect URI, but the code came from the web.",
            "Send the redirect URI of the authorization request.")
    }

    static func redirectURIDiffers(_ certainty: Certainty) -> RejectionCause {
        RejectionCause(
            .redirectURIDiffers, certainty, "The redirect URI differs from that of the authorization request.",
            "Send the same URI, byte for byte, including a trailing slash.")
    }

    static func consentEnded(_ certainty: Certainty) -> RejectionCause {
        RejectionCause(
            .consentEnded, certainty,
            "The user revoked consent, changed the password of the Apple Account, or deleted the account.",
            "End the sessions that depend on it, and ask the user to sign in again.")
    }

    static func tokenOfOtherClient(_ client: ClientID?, _ certainty: Certainty) -> RejectionCause {
        RejectionCause(
            .tokenOfOtherClient, certainty, "The token was issued to another client than \(client?.text ?? "this one").",
            "Store the client ID with each token, and use the same one.")
    }

    static let requestMalformed = RejectionCause(
        .requestMalformed, .possible, "A parameter of the request is missing, repeated or malformed.",
        "Compare the request with Apple's documentation; the body must be a form, not JSON.")

    static func redirectURINotRegistered(_ certainty: Certainty) -> RejectionCause {
        RejectionCause(
            .redirectURINotRegistered, certainty, "The redirect URI is not registered for the Services ID.",
            "Add it as a return URL in the developer account, byte for byte.")
    }

    static func clientNotAllowed(_ client: ClientID?) -> RejectionCause {
        RejectionCause(
            .clientNotAllowed, .possible, "The client \(client.map { "\($0) " } ?? "")is not permitted to send this request.",
            "Check in the developer account that Sign in with Apple is configured for it.")
    }

    static let transferNotOpen = RejectionCause(
        .transferNotOpen, .likely,
        "The app is not being transferred between these teams, the user does not belong to this team, or the 60 days are over.",
        "Check both team IDs; after 60 days, transfer the app back and start again.")

    static func protocolDiffers(_ what: String) -> RejectionCause {
        RejectionCause(
            .protocolDiffers, .likely, "Apple does not know the \(what) of the request.",
            "Check the endpoints: they may not be Apple's, or Apple's service has changed.")
    }

    static let unknownRejection = RejectionCause(
        .unknown, .possible, "The cause of this rejection is unknown.", "Look up the error in Apple's documentation.")
}
