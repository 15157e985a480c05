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
