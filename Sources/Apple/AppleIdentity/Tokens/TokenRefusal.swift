/// Why a token is not accepted.
///
/// Compare ``code``; the words may change. Neither ever holds a claim or a part of the token.
public struct TokenRefusal: Error, Sendable, CustomStringConvertible {
    /// The kind of refusal, for programs.
    public let code: Code

    /// The reason in one English sentence.
    public let reason: String

    /// In how many seconds the same token may fare better; nil where it never will.
    ///
    /// Set with ``Code/keysUnavailable``, and with ``Code/unknownKey`` where Apple's keys may not be asked for again before.
    public let retryAfterSeconds: Int?

    /// Whether nothing is known against the token: Apple's keys could not be had. An answer to a person is then "later", not "no".
    public var isTemporary: Bool { code == .keysUnavailable }

    /// The code and the reason.
    public var description: String { "\(code): \(reason)" }

    package init(_ code: Code, _ reason: String, retryAfterSeconds: Int? = nil) {
        self.code = code
        self.reason = reason
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// The kinds of refusal.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String, CaseIterable {
            case tooLarge, notCompact, notBase64URL, malformedHeader, unsupportedAlgorithm, criticalHeader, unencodedPayload
            case missingKeyID, unknownKey, keysUnavailable, unusableKey, keyMismatch, algorithmMismatch, wrongSignature
            case malformedClaims, wrongIssuer, wrongAudience, expired, notYetValid, tooOld, wrongNonce, missingNonce
        }
        private let kind: Kind

        // The form of the token.

        /// The token has more than 16 KiB.
        public static let tooLarge = Code(kind: .tooLarge)
        /// The token is not three parts with two dots between (RFC 7515, section 3.1).
        public static let notCompact = Code(kind: .notCompact)
        /// A part is not base64url in its one spelling: padded, of another alphabet, with white space or superfluous bits.
        public static let notBase64URL = Code(kind: .notBase64URL)
        /// The header is not a JSON object with each name once, or a member is of the wrong kind.
        public static let malformedHeader = Code(kind: .malformedHeader)
        /// The header's `alg` is missing or is not one of ``SignatureAlgorithm``; `none` is not.
        public static let unsupportedAlgorithm = Code(kind: .unsupportedAlgorithm)
        /// The header has `crit`: it demands an extension, and none is known here (RFC 7515, section 4.1.11).
        public static let criticalHeader = Code(kind: .criticalHeader)
        /// The header has `b64` (RFC 7797).
        public static let unencodedPayload = Code(kind: .unencodedPayload)

        // The key and the signature.

        /// The header names no key.
        public static let missingKeyID = Code(kind: .missingKeyID)
        /// Apple's keys hold none of the header's `kid`.
        public static let unknownKey = Code(kind: .unknownKey)
        /// The header's `kid` is not known and Apple's keys could not be fetched: the token may be good.
        public static let keysUnavailable = Code(kind: .keysUnavailable)
        /// The key given is not one that this library verifies with; see ``SkippedKey``.
        public static let unusableKey = Code(kind: .unusableKey)
        /// The header's `kid` is not that of the key.
        public static let keyMismatch = Code(kind: .keyMismatch)
        /// The header's `alg` is not the key's own algorithm.
        public static let algorithmMismatch = Code(kind: .algorithmMismatch)
        /// The signature is not the key's over this header and payload.
        public static let wrongSignature = Code(kind: .wrongSignature)

        // The claims.

        /// The payload is not a JSON object with each name once, or a claim is missing or of the wrong kind.
        public static let malformedClaims = Code(kind: .malformedClaims)
        /// `iss` is none of the accepted issuers.
        public static let wrongIssuer = Code(kind: .wrongIssuer)
        /// `aud` is not among the configured client ids, or names others besides.
        public static let wrongAudience = Code(kind: .wrongAudience)
        /// `exp` has passed, leeway included.
        public static let expired = Code(kind: .expired)
        /// `iat` or `nbf` lies in the future, leeway included.
        public static let notYetValid = Code(kind: .notYetValid)
        /// `iat` is longer ago than the maximum age, leeway included.
        public static let tooOld = Code(kind: .tooOld)
        /// `nonce` is not the one expected.
        public static let wrongNonce = Code(kind: .wrongNonce)
        /// A nonce was sent, and the token has none.
        public static let missingNonce = Code(kind: .missingNonce)

        /// Every code, in the order in which checks are made.
        public static let all = Kind.allCases.map { Code(kind: $0) }

        /// The code in words with hyphens, such as `wrong-audience`. It is stable.
        public var description: String {
            if kind == .notBase64URL { return "not-base64url" }
            if kind == .missingKeyID { return "missing-key-id" }
            var words = ""
            for letter in kind.rawValue {
                if letter.isUppercase { words += "-" }
                words += letter.lowercased()
            }
            return words
        }
    }
}
