/// Why something is rejected, or why Apple's service did not do what it was asked.
///
/// Compare ``code``; the words may change. They never hold a claim, a code, a secret or a part of a token.
public struct AppleIdentityError: Error, Sendable, CustomStringConvertible {
    /// What is wrong. The raw values are stable and meant for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        // The form of a token.

        /// More bytes than are read: 16 KiB of a token, 64 KiB of a callback.
        public static let tooLarge = Code("too-large")
        /// The token is not three parts with two dots between (RFC 7515, section 3.1).
        public static let notCompact = Code("not-compact")
        /// A part is not base64url in its one spelling: padded, of another alphabet, with white space or superfluous bits.
        public static let notBase64URL = Code("not-base64url")
        /// The header is not a JSON object with each name once, or a member is of the wrong kind.
        public static let malformedHeader = Code("malformed-header")
        /// The header's `alg` is missing or is not one of ``SignatureAlgorithm``; `none` is not.
        public static let unsupportedAlgorithm = Code("unsupported-algorithm")
        /// The header has `crit`: it demands an extension, and none is known here (RFC 7515, section 4.1.11).
        public static let criticalHeader = Code("critical-header")
        /// The header has `b64` (RFC 7797).
        public static let unencodedPayload = Code("unencoded-payload")

        // The key and the signature of a token.

        /// The header of a token, or an entry of a key set, has no `kid`.
        public static let missingKeyID = Code("missing-key-id")
        /// Apple's keys hold none of the header's `kid`.
        public static let unknownKey = Code("unknown-key")
        /// The header's `kid` is not known and Apple's keys could not be fetched: the token may be good.
        public static let keysUnavailable = Code("keys-unavailable")
        /// The key given is not one that this library verifies with; see ``AppleKeySet/SkippedKey``.
        public static let unusableKey = Code("unusable-key")
        /// The header's `kid` is not that of the key.
        public static let keyMismatch = Code("key-mismatch")
        /// The header's `alg` is not the key's own algorithm.
        public static let algorithmMismatch = Code("algorithm-mismatch")
        /// The signature is not the key's over this header and payload.
        public static let wrongSignature = Code("wrong-signature")

        // The claims of a token.

        /// The payload is not a JSON object with each name once, or a claim is missing or of the wrong kind.
        public static let malformedClaims = Code("malformed-claims")
        /// `iss` is not an accepted issuer.
        public static let wrongIssuer = Code("wrong-issuer")
        /// `aud` is not among the configured client ids, or names others besides.
        public static let wrongAudience = Code("wrong-audience")
        /// `exp` has passed, leeway included.
        public static let expired = Code("expired")
        /// `iat` or `nbf` lies in the future, leeway included.
        public static let notYetValid = Code("not-yet-valid")
        /// `iat` is longer ago than the maximum age, leeway included.
        public static let tooOld = Code("too-old")
        /// `nonce` is not the one expected.
        public static let wrongNonce = Code("wrong-nonce")
        /// A nonce was sent, and the token has none.
        public static let missingNonce = Code("missing-nonce")

        // A notification.

        /// The body is not `{"payload":"…"}`.
        public static let malformedBody = Code("malformed-body")
        /// The message is Apple's and for us, but its event cannot be read.
        public static let malformedEvent = Code("malformed-event")

        // A token policy.

        /// No client identifier was given.
        public static let noClientID = Code("no-client-id")
        /// A client identifier is empty, or holds something else than printable ASCII.
        public static let malformedClientID = Code("malformed-client-id")
        /// No issuer was given.
        public static let noIssuer = Code("no-issuer")
        /// The leeway is negative, longer than ten minutes, or not a number.
        public static let leewayOutOfRange = Code("leeway-out-of-range")
        /// The maximum age is not a positive number.
        public static let maximumAgeOutOfRange = Code("maximum-age-out-of-range")

        // A key set and its keys.

        /// The text is not a key set, or not a record of ``AppleKeyCache``.
        public static let malformedKeySet = Code("malformed-key-set")
        /// The entry is not an object.
        public static let notAnObject = Code("not-an-object")
        /// Two different keys of the set have this `kid`.
        public static let duplicateKeyID = Code("duplicate-key-id")
        /// `kty` is missing or neither RSA nor EC.
        public static let unknownType = Code("unknown-type")
        /// `crv` is not P-256.
        public static let unknownCurve = Code("unknown-curve")
        /// `alg` is not the algorithm of this type of key: RS256 or ES256.
        public static let unknownAlgorithm = Code("unknown-algorithm")
        /// `use` is not `sig`, or `key_ops` does not hold `verify`.
        public static let otherUse = Code("other-use")
        /// A member is missing, is not a string or is not base64url in its one spelling.
        public static let malformedMember = Code("malformed-member")
        /// The RSA modulus has fewer than 2048 bits.
        public static let weakModulus = Code("weak-modulus")
        /// The RSA modulus has more than 8192 bits.
        public static let hugeModulus = Code("huge-modulus")
        /// The RSA exponent is even, smaller than 65537 or longer than 32 bits.
        public static let unusualExponent = Code("unusual-exponent")
        /// The coordinates are not those of a point of P-256.
        public static let notOnCurve = Code("not-on-curve")

        // Identifiers, the key file and client secrets.

        /// A team ID has not 10 characters.
        public static let teamIDLength = Code("team-id-length")
        /// A team ID holds something else than capital letters and digits.
        public static let teamIDCharacter = Code("team-id-character")
        /// A key ID has not 10 characters.
        public static let keyIDLength = Code("key-id-length")
        /// A key ID holds something else than capital letters and digits.
        public static let keyIDCharacter = Code("key-id-character")
        /// A client id is empty or has more than 255 characters.
        public static let clientIDLength = Code("client-id-length")
        /// A client id holds something else than letters, digits, hyphens and periods, or an empty part.
        public static let clientIDCharacter = Code("client-id-character")
        /// A client id ends in `*`: a wildcard App ID, which cannot sign anyone in.
        public static let clientIDWildcard = Code("client-id-wildcard")
        /// A client id begins with the team ID and a period: that is an application identifier, not the bundle identifier in it.
        public static let clientIDHasTeam = Code("client-id-has-team")
        /// The key file has more than 4 KiB.
        public static let keyFileTooLarge = Code("key-file-too-large")
        /// The key file holds bytes that no PEM text has.
        public static let keyFileNotText = Code("key-file-not-text")
        /// The key file does not begin with `-----BEGIN PRIVATE KEY-----`.
        public static let keyFileNoHeading = Code("key-file-no-heading")
        /// The key file holds a private key in the form before PKCS #8: `EC PRIVATE KEY`.
        public static let keyFileIsSEC1 = Code("key-file-is-sec1")
        /// The key file holds a public key or a certificate.
        public static let keyFileIsPublic = Code("key-file-is-public")
        /// The key file is encrypted with a password.
        public static let keyFileIsEncrypted = Code("key-file-is-encrypted")
        /// The key file holds something else, as its heading says.
        public static let keyFileIsOther = Code("key-file-is-other")
        /// The key file ends before `-----END PRIVATE KEY-----`.
        public static let keyFileUnfinished = Code("key-file-unfinished")
        /// The key file continues after its key.
        public static let keyFileTrailing = Code("key-file-trailing")
        /// The text between the headings is not base64.
        public static let keyFileNotBase64 = Code("key-file-not-base64")
        /// The key is not one on the curve P-256: RSA, or another curve.
        public static let keyFileWrongCurve = Code("key-file-wrong-curve")
        /// What the base64 holds is not a private key in PKCS #8.
        public static let keyFileDamaged = Code("key-file-damaged")
        /// A client secret would live for less than 60 seconds.
        public static let lifetimeTooShort = Code("lifetime-too-short")
        /// A client secret would live for more than 15,777,000 seconds.
        public static let lifetimeTooLong = Code("lifetime-too-long")
        /// The time given is no time of day that a client secret can name.
        public static let timeOutOfRange = Code("time-out-of-range")
        /// The signature could not be made.
        public static let signingFailed = Code("signing-failed")

        // The base URL of the endpoints, and redirect URIs.

        /// More than ``RedirectURI/maximumByteCount`` bytes.
        public static let tooLong = Code("too-long")
        /// A character that no URL holds: a space, a control character, one outside ASCII.
        public static let unprintable = Code("unprintable")
        /// It does not begin with a scheme and `://`.
        public static let notAbsolute = Code("not-absolute")
        /// Its scheme is not https; a base URL may be http to this machine.
        public static let notHTTPS = Code("not-https")
        /// It names a user before the host.
        public static let userInformation = Code("user-information")
        /// Its host is neither a domain name nor an address.
        public static let malformedHost = Code("malformed-host")
        /// Its port is not a number from 1 to 65535.
        public static let malformedPort = Code("malformed-port")
        /// A base URL has a path, a query or a fragment.
        public static let notAnOrigin = Code("not-an-origin")
        /// The host of a redirect URI is an IP address.
        public static let ipAddress = Code("ip-address")
        /// The host of a redirect URI is `localhost` or within it.
        public static let localhost = Code("localhost")
        /// The host of a redirect URI is a single word.
        public static let singleLabel = Code("single-label")
        /// A redirect URI has a fragment.
        public static let fragment = Code("fragment")

        // An authorization request.

        /// Apple: "response_mode must be form_post when name or email scope is requested."
        public static let scopesNeedFormPost = Code("scopes-need-form-post")
        /// An identity token must not be in a query.
        public static let identityTokenInQuery = Code("identity-token-in-query")
        /// An identity token that comes through the browser proves nothing without a nonce.
        public static let identityTokenWithoutNonce = Code("identity-token-without-nonce")
        /// The state is empty, longer than 1,024 bytes, or not printable ASCII without spaces.
        public static let malformedState = Code("malformed-state")
        /// The nonce is empty, longer than 1,024 bytes, or not printable ASCII without spaces.
        public static let malformedNonce = Code("malformed-nonce")

        // A callback.

        /// More than 16 fields.
        public static let tooManyFields = Code("too-many-fields")
        /// A name is repeated.
        public static let duplicateField = Code("duplicate-field")
        /// A `%` without two hexadecimal digits; in a URL too.
        public static let malformedPercent = Code("malformed-percent")
        /// A name or value is not UTF-8.
        public static let notUTF8 = Code("not-utf8")
        /// A field is missing.
        public static let missingField = Code("missing-field")
        /// A field is empty, too long, or holds what Apple never sends in it.
        public static let malformedField = Code("malformed-field")
        /// An error is next to what only a sign-in brings.
        public static let contradiction = Code("contradiction")

        // Apple's service: see ``AppleIdentityError/call``.

        /// Nothing was sent: ``AppleIdentityError/cause`` is an error about the credentials, or ``recipientIsOwnTeam``.
        public static let localMistake = Code("local-mistake")
        /// The recipient of a transfer is the team that asks. Apple answers such a request, with identifiers that no other team can use; a library has
        /// sent it by mistake, and 700,000 people were lost to their accounts.
        public static let recipientIsOwnTeam = Code("recipient-is-own-team")
        /// There was no answer; for an operation, ``AppleIdentityError/cause`` is what the transport threw.
        public static let noAnswer = Code("no-answer")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The answer has more than ``AppleResponse/maximumByteCount`` bytes.
        public static let oversizeAnswer = Code("oversize-answer")
        /// A status of 500 or above.
        public static let serverFailure = Code("server-failure")
        /// Status 429: too many requests.
        public static let throttled = Code("throttled")
        /// Any other status that is not an answer to the request, redirects among them.
        public static let unexpectedStatus = Code("unexpected-status")
        /// Status 200, but the answer is not what Apple documents.
        public static let malformedAnswer = Code("malformed-answer")
        /// Apple refused: ``AppleIdentityError/FailedCall/refusal`` says how.
        public static let refused = Code("refused")
    }

    /// What was asked of Apple's service, and what it said.
    public struct FailedCall: Sendable {
        /// What was asked.
        public let operation: AppleOperation

        /// The status of an answer that is not Apple's refusal.
        public var status: Int?

        /// How Apple refused.
        public var refusal: AppleRefusal?

        /// What Apple's `error_description` says, at most 256 characters.
        public var appleDescription: String?

        /// What may be wrong on this side, the likeliest first; see ``RefusalDiagnosis``. Empty unless Apple refused.
        public var diagnosis: [RefusalCause] = []
    }

    /// What is wrong.
    public let code: Code

    /// What is wrong, in one English sentence.
    public let reason: String

    /// What to do about it; empty where the reason says it.
    public let remedy: String

    /// Where: for a key file the line from 1, otherwise the byte of the text from 0. Nil where it is the whole.
    public let position: Int?

    /// The field of a callback, where it is one of those that Apple sends.
    public let field: String?

    /// The request that failed; nil for what concerns no request to Apple's service.
    public let call: FailedCall?

    /// What it rests on.
    public let cause: (any Error)?

    /// Whether the same may succeed later, without anything being changed: an answer to a person is then "later", not "no".
    ///
    /// True for ``Code/keysUnavailable``. False for a code whose exchange got an answer that cannot be read: the code is spent.
    public let isTemporary: Bool

    /// In how many seconds the same may succeed, as far as that is known: with ``Code/keysUnavailable``, with ``Code/unknownKey`` where Apple's keys
    /// may not be asked for again before, and where Apple asked to be left alone, at most for a day.
    public let retryAfterSeconds: Int?

    init(
        _ code: Code, _ reason: String, remedy: String = "", position: Int? = nil, field: String? = nil, call: FailedCall? = nil,
        cause: (any Error)? = nil, isTemporary: Bool = false, retryAfterSeconds: Int? = nil
    ) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
        self.position = position
        self.field = field
        self.call = call
        self.cause = cause
        self.isTemporary = isTemporary
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// No answer from Apple, as an ``AppleTransport`` throws it.
    ///
    /// - Parameters:
    ///   - reason: one English sentence; no part of the request.
    ///   - isTemporary: whether a later try may succeed: an unreachable host rather than a certificate that is not trusted.
    public static func noAnswer(_ reason: String, isTemporary: Bool) -> AppleIdentityError {
        AppleIdentityError(.noAnswer, reason, isTemporary: isTemporary)
    }

    /// An answer that an ``AppleTransport`` cut off because of its size.
    public static let oversizeAnswer = AppleIdentityError(
        .oversizeAnswer, "The answer has more than \(AppleResponse.maximumByteCount) bytes.")

    /// Whether Apple refused with this name.
    public func isRefusal(_ refusal: AppleRefusal) -> Bool { call?.refusal == refusal }

    /// The reason, what Apple says, and what to do: the remedy, or the likeliest cause with its remedy.
    public var description: String {
        let cause = call?.diagnosis.first
        let sentences = [reason, call?.appleDescription.map { "Apple says: \($0)" }, remedy, cause?.explanation, cause?.remedy]
        return sentences.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
