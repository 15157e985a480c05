/// An error that rejects an input, or reports a failed request to Apple.
///
/// Compare ``code``; messages may change. A message contains no claim, code, secret or part of a token.
public struct AppleIdentityError: Error, Sendable, CustomStringConvertible {
    /// Identifies the kind of error. Raw values are stable, so that programs can rely on them.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        // Errors in the form of a token.

        /// The input exceeds its limit: 16 KiB for a token, 64 KiB for a callback.
        public static let tooLarge = Code("too-large")
        /// The token does not have three parts separated by dots (RFC 7515, section 3.1).
        public static let notCompact = Code("not-compact")
        /// A part is not canonical base64url: it has padding, white space, non-zero trailing bits or characters outside the
        /// alphabet.
        public static let notBase64URL = Code("not-base64url")
        /// The header is not a JSON object, repeats a name, or has a member of the wrong type.
        public static let malformedHeader = Code("malformed-header")
        /// The header's `alg` is missing or is not a ``SignatureAlgorithm``. `none` is unsupported.
        public static let unsupportedAlgorithm = Code("unsupported-algorithm")
        /// The header has `crit`: it requires an extension, and this library supports none (RFC 7515, section 4.1.11).
        public static let criticalHeader = Code("critical-header")
        /// The header has `b64`, which changes the payload's encoding (RFC 7797).
        public static let unencodedPayload = Code("unencoded-payload")

        // Errors in the key or signature of a token.

        /// The header of a token, or an entry of a key set, has no `kid`.
        public static let missingKeyID = Code("missing-key-id")
        /// No key of Apple's set has the header's `kid`.
        public static let unknownKey = Code("unknown-key")
        /// No known key has the header's `kid`, and Apple's keys could not be fetched. The token may be valid.
        public static let keysUnavailable = Code("keys-unavailable")
        /// The key is unsupported or malformed; see ``AppleKeySet/SkippedKey``.
        public static let unusableKey = Code("unusable-key")
        /// The header's `kid` differs from the key's.
        public static let keyMismatch = Code("key-mismatch")
        /// The header's `alg` differs from the key's algorithm.
        public static let algorithmMismatch = Code("algorithm-mismatch")
        /// The signature does not verify with the key.
        public static let wrongSignature = Code("wrong-signature")

        // Errors in the claims of a token.

        /// The payload is not a JSON object, repeats a name, or a claim is missing or has the wrong type.
        public static let malformedClaims = Code("malformed-claims")
        /// `iss` is not an accepted issuer.
        public static let wrongIssuer = Code("wrong-issuer")
        /// `aud` is not a configured client ID, or also contains other values.
        public static let wrongAudience = Code("wrong-audience")
        /// `exp` plus the leeway has passed.
        public static let expired = Code("expired")
        /// `iat` or `nbf` is later than now plus the leeway.
        public static let notYetValid = Code("not-yet-valid")
        /// The token is older than the maximum age plus the leeway.
        public static let tooOld = Code("too-old")
        /// `nonce` differs from the expected one.
        public static let wrongNonce = Code("wrong-nonce")
        /// The caller expects a nonce, and the token has none.
        public static let missingNonce = Code("missing-nonce")

        // Errors in a notification.

        /// The body is not `{"payload":"…"}`.
        public static let malformedBody = Code("malformed-body")
        /// The message is signed by Apple for an accepted audience, but its event is malformed.
        public static let malformedEvent = Code("malformed-event")

        // Errors in a token policy.

        /// The list of client IDs is empty.
        public static let noClientID = Code("no-client-id")
        /// A client ID is empty or contains characters other than printable ASCII.
        public static let malformedClientID = Code("malformed-client-id")
        /// The list of issuers is empty, or contains an empty text.
        public static let noIssuer = Code("no-issuer")
        /// The leeway is not between 0 and 600 seconds.
        public static let leewayOutOfRange = Code("leeway-out-of-range")
        /// The maximum age is not a positive number.
        public static let maximumAgeOutOfRange = Code("maximum-age-out-of-range")

        // Errors in a key set or a key.

        /// The text is not a key set or a record of ``AppleKeyCache``.
        public static let malformedKeySet = Code("malformed-key-set")
        /// The entry is not a JSON object.
        public static let notAnObject = Code("not-an-object")
        /// Two different keys of the set have this `kid`.
        public static let duplicateKeyID = Code("duplicate-key-id")
        /// `kty` is missing, or is not RSA or EC.
        public static let unknownType = Code("unknown-type")
        /// `crv` is not P-256.
        public static let unknownCurve = Code("unknown-curve")
        /// `alg` is not the algorithm of the key type: RS256 for RSA, ES256 for EC.
        public static let unknownAlgorithm = Code("unknown-algorithm")
        /// `use` is not `sig`, or `key_ops` does not contain `verify`.
        public static let otherUse = Code("other-use")
        /// A member is missing, is not a string or is not canonical base64url.
        public static let malformedMember = Code("malformed-member")
        /// The RSA modulus has fewer than 2048 bits.
        public static let weakModulus = Code("weak-modulus")
        /// The RSA modulus has more than 8192 bits.
        public static let hugeModulus = Code("huge-modulus")
        /// The RSA exponent is even, smaller than 65537 or longer than 32 bits.
        public static let unusualExponent = Code("unusual-exponent")
        /// The coordinates are not a point on P-256.
        public static let notOnCurve = Code("not-on-curve")

        // Errors in identifiers, the key file and client secrets.

        /// A team ID does not have 10 characters.
        public static let teamIDLength = Code("team-id-length")
        /// A team ID contains characters other than capital letters and digits.
        public static let teamIDCharacter = Code("team-id-character")
        /// A key ID does not have 10 characters.
        public static let keyIDLength = Code("key-id-length")
        /// A key ID contains characters other than capital letters and digits.
        public static let keyIDCharacter = Code("key-id-character")
        /// A client ID is empty or has more than 255 characters.
        public static let clientIDLength = Code("client-id-length")
        /// A client ID contains characters other than letters, digits, hyphens and periods, or has an empty part.
        public static let clientIDCharacter = Code("client-id-character")
        /// A client ID ends in `*`. A wildcard App ID does not support Sign in with Apple.
        public static let clientIDWildcard = Code("client-id-wildcard")
        /// A client ID begins with the team ID and a period. That is an application identifier; a client ID is the bundle
        /// identifier in it.
        public static let clientIDHasTeam = Code("client-id-has-team")
        /// The key file is larger than 4 KiB.
        public static let keyFileTooLarge = Code("key-file-too-large")
        /// The key file contains bytes that are not valid in PEM.
        public static let keyFileNotText = Code("key-file-not-text")
        /// The key file does not begin with `-----BEGIN PRIVATE KEY-----`.
        public static let keyFileNoHeading = Code("key-file-no-heading")
        /// The key file contains a private key in SEC 1 or PKCS #1 form, such as `EC PRIVATE KEY`, instead of PKCS #8.
        public static let keyFileIsSEC1 = Code("key-file-is-sec1")
        /// The key file contains a public key or a certificate.
        public static let keyFileIsPublic = Code("key-file-is-public")
        /// The key file is encrypted with a password.
        public static let keyFileIsEncrypted = Code("key-file-is-encrypted")
        /// The heading of the key file names another type of object.
        public static let keyFileIsOther = Code("key-file-is-other")
        /// The key file ends before `-----END PRIVATE KEY-----`.
        public static let keyFileUnfinished = Code("key-file-unfinished")
        /// The key file contains text after the key.
        public static let keyFileTrailing = Code("key-file-trailing")
        /// The text between the first and last line is not base64.
        public static let keyFileNotBase64 = Code("key-file-not-base64")
        /// The key is not a P-256 key: it is an RSA key, or uses another curve.
        public static let keyFileWrongCurve = Code("key-file-wrong-curve")
        /// The base64 does not decode to a PKCS #8 private key.
        public static let keyFileDamaged = Code("key-file-damaged")
        /// The requested lifetime of a client secret is less than 60 seconds.
        public static let lifetimeTooShort = Code("lifetime-too-short")
        /// The requested lifetime of a client secret is more than 15,777,000 seconds.
        public static let lifetimeTooLong = Code("lifetime-too-long")
        /// The time is before 1970 or after 9999, which a client secret cannot express.
        public static let timeOutOfRange = Code("time-out-of-range")
        /// Signing failed.
        public static let signingFailed = Code("signing-failed")

        // Errors in the settings of a transport.

        /// A certificate authority is not a PEM certificate.
        public static let malformedAuthority = Code("malformed-authority")

        // Errors in the base URL of the endpoints, and in redirect URIs.

        /// The URL has more than ``RedirectURI/maximumByteCount`` bytes.
        public static let tooLong = Code("too-long")
        /// The URL contains a space, a control character or a character outside ASCII.
        public static let unprintable = Code("unprintable")
        /// The URL does not begin with a scheme and `://`.
        public static let notAbsolute = Code("not-absolute")
        /// The scheme is not https. Only a base URL on a loopback host can use http.
        public static let notHTTPS = Code("not-https")
        /// The URL has user information before the host.
        public static let userInformation = Code("user-information")
        /// The host is not a domain name or an IP address.
        public static let malformedHost = Code("malformed-host")
        /// The port is not a number from 1 to 65535.
        public static let malformedPort = Code("malformed-port")
        /// A base URL has a path, a query or a fragment.
        public static let notAnOrigin = Code("not-an-origin")
        /// The host of a redirect URI is an IP address.
        public static let ipAddress = Code("ip-address")
        /// The host of a redirect URI is `localhost` or a subdomain of it.
        public static let localhost = Code("localhost")
        /// The host of a redirect URI has only one label.
        public static let singleLabel = Code("single-label")
        /// A redirect URI has a fragment.
        public static let fragment = Code("fragment")

        // Errors in an authorization request.

        /// The request asks for scopes and another mode than a posted form. Apple's message: "response_mode must be form_post when
        /// name or email scope is requested."
        public static let scopesNeedFormPost = Code("scopes-need-form-post")
        /// The request asks for an identity token in the query, which OpenID Connect prohibits.
        public static let identityTokenInQuery = Code("identity-token-in-query")
        /// The request asks for an identity token without a nonce. Without one, the server cannot detect that the token was
        /// replayed.
        public static let identityTokenWithoutNonce = Code("identity-token-without-nonce")
        /// The state is empty, longer than 1,024 bytes, or not printable ASCII without spaces.
        public static let malformedState = Code("malformed-state")
        /// The nonce is empty, longer than 1,024 bytes, or not printable ASCII without spaces.
        public static let malformedNonce = Code("malformed-nonce")

        // Errors in a callback.

        /// The form has more than 16 fields.
        public static let tooManyFields = Code("too-many-fields")
        /// The form repeats a name.
        public static let duplicateField = Code("duplicate-field")
        /// A `%` is not followed by two hexadecimal digits. Applies to URLs too.
        public static let malformedPercent = Code("malformed-percent")
        /// A name or value is not UTF-8.
        public static let notUTF8 = Code("not-utf8")
        /// A required field is missing.
        public static let missingField = Code("missing-field")
        /// A field is empty, too long, or malformed.
        public static let malformedField = Code("malformed-field")
        /// The callback contains both an error and fields of a successful sign-in.
        public static let contradiction = Code("contradiction")

        // Failed requests to Apple; see ``AppleIdentityError/call``.

        /// The request was not sent, because its credentials or parameters are invalid. ``AppleIdentityError/cause`` says why.
        public static let localMistake = Code("local-mistake")
        /// The recipient of a transfer is the requesting team. Apple accepts such a request, but returns identifiers that no other
        /// team can use. A library that sent it by mistake caused 700,000 users to lose access to their accounts.
        public static let recipientIsOwnTeam = Code("recipient-is-own-team")
        /// No response arrived. For a failed request, ``AppleIdentityError/cause`` is the transport's error.
        public static let noAnswer = Code("no-answer")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The response body exceeds ``AppleResponse/maximumByteCount`` bytes.
        public static let oversizeAnswer = Code("oversize-answer")
        /// The status is 500 or above.
        public static let serverFailure = Code("server-failure")
        /// The status is 429: too many requests.
        public static let throttled = Code("throttled")
        /// The status is unexpected, for example a redirect.
        public static let unexpectedStatus = Code("unexpected-status")
        /// The status is 200, but the body does not match Apple's documentation.
        public static let malformedAnswer = Code("malformed-answer")
        /// Apple rejected the request. ``AppleIdentityError/FailedCall/rejection`` has the reason.
        public static let rejected = Code("rejected")
    }

    /// A failed request to Apple, and Apple's response.
    public struct FailedCall: Sendable {
        /// The kind of request.
        public let operation: AppleOperation

        /// The status of a response without a documented error.
        public var status: Int?

        /// Apple's error code.
        public var rejection: AppleErrorCode?

        /// Apple's `error_description`, truncated to 256 characters.
        public var appleDescription: String?

        /// Possible causes on the caller's side, most likely first; see ``RejectionDiagnosis``. Empty unless Apple rejected the
        /// request.
        public var diagnosis: [RejectionCause] = []
    }

    /// The kind of error.
    public let code: Code

    /// The error in one English sentence.
    public let reason: String

    /// The solution; empty if ``reason`` implies it.
    public let remedy: String

    /// The position of the error: a line from 1 in a key file, otherwise a byte offset from 0. Nil if it concerns the whole input.
    public let position: Int?

    /// The field of a callback, if it is one that Apple documents.
    public let field: String?

    /// The request that failed; nil if the error does not concern a request to Apple.
    public let call: FailedCall?

    /// The underlying error.
    public let cause: (any Error)?

    /// Whether the same call may succeed later without changes. Ask the client to try again later instead of rejecting its request.
    ///
    /// True for ``Code/keysUnavailable``. False if the response to a code exchange was malformed, because the code is used up.
    public let isTemporary: Bool

    /// The seconds until a retry may succeed, if known. Set with ``Code/keysUnavailable``; with ``Code/unknownKey`` while the cache
    /// must not fetch; and if Apple's response had `Retry-After`. At most one day.
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

    /// Returns an error for a missing response, for an ``AppleTransport`` to throw.
    ///
    /// - Parameters:
    ///   - reason: one English sentence, without any part of the request.
    ///   - isTemporary: whether a retry may succeed. True for an unreachable host, false for an untrusted certificate.
    public static func noAnswer(_ reason: String, isTemporary: Bool) -> AppleIdentityError {
        AppleIdentityError(.noAnswer, reason, isTemporary: isTemporary)
    }

    /// Returns the error for a certificate authority that is not a PEM certificate.
    package static func malformedAuthority(at index: Int) -> AppleIdentityError {
        AppleIdentityError(.malformedAuthority, "authorities[\(index)] is not a PEM certificate.")
    }

    /// The error of an ``AppleTransport`` whose response exceeds the size limit.
    public static let oversizeAnswer = AppleIdentityError(
        .oversizeAnswer, "The response has more than \(AppleResponse.maximumByteCount) bytes.")

    /// Whether Apple rejected the request with this error code.
    public func isRejection(_ rejection: AppleErrorCode) -> Bool { call?.rejection == rejection }

    /// The reason, Apple's description, and the remedy or the most likely cause.
    public var description: String {
        let cause = call?.diagnosis.first
        let sentences = [reason, call?.appleDescription.map { "Apple says: \($0)" }, remedy, cause?.explanation, cause?.remedy]
        return sentences.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
