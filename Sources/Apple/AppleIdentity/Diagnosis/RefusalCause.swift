internal import FoundationEssentials

/// Something that may have made Apple refuse, and what to do about it.
public struct RefusalCause: Sendable, Hashable {
    /// How sure it is.
    public enum Certainty: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// It fits what is known.
        case possible
        /// It is what usually lies behind this.
        case likely
        /// Apple says so, or this machine can tell.
        case certain

        /// By how sure they are.
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

    /// The kinds of cause. The raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // The client secret.

        /// The clocks of this machine and of Apple differ.
        case clockDiffers = "clock-differs"
        /// The client secret has expired.
        case secretExpired = "secret-expired"
        /// The client secret's `iat` lies in the future.
        case secretNotYetValid = "secret-not-yet-valid"
        /// The client secret expires more than 15,777,000 seconds from now.
        case secretLivesTooLong = "secret-lives-too-long"
        /// The client secret is not a token, or lacks a claim.
        case secretMalformed = "secret-malformed"
        /// The client secret is not signed with ES256.
        case secretAlgorithm = "secret-algorithm"
        /// The client secret's signature is in DER instead of r and s.
        case secretSignatureIsDER = "secret-signature-is-der"
        /// The client secret is not signed with this key.
        case secretSignature = "secret-signature"
        /// The client secret's `kid` is not the key ID.
        case secretKeyDiffers = "secret-key-differs"
        /// The client secret's `iss` is not the team ID.
        case secretTeamDiffers = "secret-team-differs"
        /// The client secret's `aud` is not Apple.
        case secretAudience = "secret-audience"
        /// The client secret's `sub` is not the client id.
        case secretSubjectDiffers = "secret-subject-differs"
        /// Apple does not know the key: another ID, revoked, or of another team.
        case keyUnknown = "key-unknown"
        /// The key was not made for this client: it belongs to one primary App ID and what is grouped with it.
        case keyNotForClient = "key-not-for-client"
        /// The team ID is not the one the key belongs to.
        case teamDiffers = "team-differs"
        /// Apple does not know the client id, or Sign in with Apple is not switched on for it.
        case clientUnknown = "client-unknown"

        // The code or token.

        /// The code is older than five minutes.
        case codeExpired = "code-expired"
        /// The code was exchanged before.
        case codeUsed = "code-used"
        /// The code was issued to another client.
        case codeOfOtherClient = "code-of-other-client"
        /// A redirect URI was sent with a code that came natively.
        case redirectURISentNatively = "redirect-uri-sent-natively"
        /// No redirect URI was sent with a code that came from the web.
        case redirectURILeftOut = "redirect-uri-left-out"
        /// The redirect URI is not that of the authorization request.
        case redirectURIDiffers = "redirect-uri-differs"
        /// The person withdrew their consent, changed the password of the Apple account, or deleted it.
        case consentEnded = "consent-ended"
        /// The token was issued to another client.
        case tokenOfOtherClient = "token-of-other-client"

        // The rest.

        /// A member of the request is missing or malformed.
        case requestMalformed = "request-malformed"
        /// The redirect URI is not registered for the client.
        case redirectURINotRegistered = "redirect-uri-not-registered"
        /// The client may not do this.
        case clientNotAllowed = "client-not-allowed"
        /// The app is not being transferred between these teams, or the 60 days are over.
        case transferNotOpen = "transfer-not-open"
        /// Apple does not know the grant type or the scope.
        case protocolDiffers = "protocol-differs"
        /// Nothing is known about this refusal.
        case unknown
    }

    /// The kind of cause, for programs.
    public let code: Code

    /// How sure it is.
    public let certainty: Certainty

    /// What is wrong, in one English sentence.
    public let explanation: String

    /// What to do about it.
    public let remedy: String

    init(_ code: Code, _ certainty: Certainty, _ explanation: String, _ remedy: String) {
        self.code = code
        self.certainty = certainty
        self.explanation = explanation
        self.remedy = remedy
    }
}

/// The causes in words.
extension RefusalCause {
    static func clockDiffers(by seconds: TimeInterval, _ certainty: Certainty) -> RefusalCause {
        let amount = Int64(min(seconds.magnitude, 1e12))
        return RefusalCause(
            .clockDiffers, certainty, "This machine's clock is \(amount) seconds \(seconds > 0 ? "ahead of" : "behind") Apple's.",
            "Set the clock; let it be kept by NTP.")
    }

    static let secretExpired = RefusalCause(
        .secretExpired, .certain, "The client secret has expired.",
        "Make a new one; make one for each request, or every few minutes.")

    static let secretNotYetValid = RefusalCause(
        .secretNotYetValid, .certain, "The client secret was issued in the future.", "Set the clock of the machine that makes it.")

    static let secretLivesTooLong = RefusalCause(
        .secretLivesTooLong, .certain,
        "The client secret expires more than \(ClientSecretLifetime.maximum.seconds) seconds from now, which Apple refuses.",
        "Let it expire in a few minutes.")

    static func keyUnknown(_ keyID: KeyID?, _ team: TeamID?) -> RefusalCause {
        RefusalCause(
            .keyUnknown, .likely,
            "Apple may not know the key \(keyID?.text ?? "of the client secret")\(team.map { " of team \($0)" } ?? "").",
            "Compare the key ID with that of the file's name, and look in the developer account whether the key was revoked.")
    }

    static func teamDiffers(_ team: TeamID?) -> RefusalCause {
        RefusalCause(
            .teamDiffers, .possible, "The team ID \(team.map { "\($0) " } ?? "")may not be that of the key and the client.",
            "Compare it with the membership page of the developer account; people in several teams often take the wrong one.")
    }

    static func clientUnknown(_ client: ClientID?) -> RefusalCause {
        RefusalCause(
            .clientUnknown, .likely,
            "Apple may not know the client id \(client?.text ?? "") as one with Sign in with Apple, to the letter and its case.",
            "Use the bundle identifier for codes from an app and the Services ID for codes from the web; switch Sign in with Apple on for it."
        )
    }

    static let keyNotForClient = RefusalCause(
        .keyNotForClient, .possible, "The key may have been made for another primary App ID than that of this client.",
        "Look up the key's primary App ID in the developer account, and group the client with it.")

    static func codeExpired(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .codeExpired, certainty, "The code is older than five minutes.", "Exchange codes at once; let the person sign in again."
        )
    }

    static func codeUsed(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .codeUsed, certainty, "The code was exchanged before.",
            "Exchange each code once; look for a retry, a reloaded callback page or a second server.")
    }

    static func codeOfOtherClient(_ client: ClientID?, _ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .codeOfOtherClient, certainty, "The code was issued to another client than \(client?.text ?? "this one").",
            "Codes from an app belong to its bundle identifier, codes from the web to the Services ID.")
    }

    static func redirectURISentNatively(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .redirectURISentNatively, certainty, "A redirect URI was sent though the code came from an app.",
            "Leave redirect_uri out for codes from an app.")
    }

    static func redirectURILeftOut(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .redirectURILeftOut, certainty, "No redirect URI was sent though the code came from the web.",
            "Send the redirect URI of the authorization request.")
    }

    static func redirectURIDiffers(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .redirectURIDiffers, certainty, "The redirect URI is not that of the authorization request.",
            "Send the same one, byte for byte; a slash at the end counts.")
    }

    static func consentEnded(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .consentEnded, certainty,
            "The person withdrew their consent, changed the password of the Apple account, or deleted it.",
            "End the sessions that rest on it, and let the person sign in again.")
    }

    static func tokenOfOtherClient(_ client: ClientID?, _ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .tokenOfOtherClient, certainty, "The token was issued to another client than \(client?.text ?? "this one").",
            "Keep the client id beside each token, and use it again.")
    }

    static let requestMalformed = RefusalCause(
        .requestMalformed, .possible, "The request lacks a parameter, has one twice, or one that is malformed.",
        "Compare it with Apple's documentation; it must be a form, not JSON.")

    static func redirectURINotRegistered(_ certainty: Certainty) -> RefusalCause {
        RefusalCause(
            .redirectURINotRegistered, certainty, "The redirect URI is not registered for the Services ID.",
            "Enter it as a return URL in the developer account, byte for byte.")
    }

    static func clientNotAllowed(_ client: ClientID?) -> RefusalCause {
        RefusalCause(
            .clientNotAllowed, .possible, "The client \(client.map { "\($0) " } ?? "")may not ask this.",
            "Look in the developer account whether Sign in with Apple is configured for it.")
    }

    static let transferNotOpen = RefusalCause(
        .transferNotOpen, .likely,
        "The app is not being transferred between these two teams, the person is not one of this team's, or the 60 days are over.",
        "Check both team IDs; after 60 days transfer the app back and begin again.")

    static func protocolDiffers(_ what: String) -> RefusalCause {
        RefusalCause(
            .protocolDiffers, .likely, "Apple does not know the \(what) of the request.",
            "The place asked may not be Apple's service, or the service has changed.")
    }

    static let unknownRefusal = RefusalCause(
        .unknown, .possible, "Nothing is known about this refusal.", "Look it up in Apple's documentation.")
}
