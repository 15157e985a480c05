import Accounts
import AppleIdentity
import FoundationEssentials
import JSONText
import Secrets
import Traces

/// The checks of an identity token, in the order of `IdentityTokenVerifier`. They have no subject, nonce, e-mail address or signature.
enum TracedVerification {
    /// A check, with the codes of `AppleIdentityError` that report its failure.
    private struct Check: Sendable {
        let claim: String
        let requirement: String
        let codes: [AppleIdentityError.Code]

        init(_ claim: String, _ requirement: String, _ codes: AppleIdentityError.Code...) {
            self.claim = claim
            self.requirement = requirement
            self.codes = codes
        }
    }

    private static let checks = [
        Check(
            "form", "a signed token of three parts", .tooLarge, .notCompact, .notBase64URL, .malformedHeader, .unsupportedAlgorithm,
            .criticalHeader, .unencodedPayload),
        Check(
            "signature", "signed with a key of Apple", .missingKeyID, .unknownKey, .keysUnavailable, .unusableKey, .keyMismatch,
            .algorithmMismatch, .wrongSignature),
        Check("claims", "all required claims, in their form", .malformedClaims),
        Check("iss", "Apple's issuer", .wrongIssuer),
        Check("aud", "a configured client ID", .wrongAudience),
        Check("exp", "later than now", .expired),
        Check("iat", "not in the future, and not older than the maximum age", .notYetValid, .tooOld),
        Check("nonce", "the nonce of this sign-in", .wrongNonce, .missingNonce),
    ]

    /// The claims whose values are recorded with their check.
    private static let shown = ["iss", "aud", "exp", "iat"]
    /// The members of the header and the claims that no check is named after. This check records their names and values.
    private static let others = [
        (check: "form", part: 0, names: ["alg"]), (check: "signature", part: 0, names: ["kid"]),
        (check: "claims", part: 1, names: ["auth_time", "nonce_supported", "real_user_status", "is_private_email"]),
    ]
    private static let times: Set = ["exp", "iat", "auth_time"]

    /// Returns the checks of a token.
    ///
    /// - Parameters:
    ///   - error: the reason of the rejection; nil for a verified token. The checks before the one that failed have passed, and those
    ///     after it were skipped.
    ///   - hasNonce: whether the verifier expected a nonce.
    static func checks(of token: String, _ error: AppleIdentityError?, hasNonce: Bool = true) -> [SpanCheck] {
        let values = values(of: token)
        let made = checks.filter { hasNonce || $0.claim != "nonce" }
        let failed = error.map { error in made.firstIndex { $0.codes.contains(error.code) } ?? 0 }
        return made.enumerated().map { index, check in
            let result: SpanCheck.Result
            if let failed, let error, index >= failed {
                result = index == failed ? .failed(error.reason) : .skipped
            } else {
                result = .passed
            }
            return SpanCheck(check.claim, check.requirement, value: values[check.claim], result)
        }
    }

    /// Returns the unverified values that are recorded, by their check; none for a malformed token.
    private static func values(of token: String) -> [String: String] {
        let parts = token.utf8.prefix(longestToken + 1).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard token.utf8.count <= longestToken, parts.count == 3 else { return [:] }
        let objects = parts.prefix(2).map { part in Base64URL.decode(utf8: part).flatMap { try? JSONText.parse($0) } }
        func value(_ name: String, in part: Int) -> String? {
            guard let node = objects[part]?.root[name] else { return nil }
            let text = node.string ?? node.value.text()
            return times.contains(name) ? Int64(text).flatMap(moment) ?? text : text
        }
        var values: [String: String] = [:]
        for claim in shown { values[claim] = value(claim, in: 1) }
        for (check, part, names) in others {
            let known = names.compactMap { name in value(name, in: part).map { "\(name) \($0)" } }
            values[check] = known.isEmpty ? nil : known.joined(separator: ", ")
        }
        return values
    }

    /// Returns a time in seconds since 1970 as ISO 8601; nil outside the years 1970 to 9999.
    private static func moment(_ seconds: Int64) -> String? {
        (0..<253_402_300_800).contains(seconds) ? Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601) : nil
    }

    /// The limit of the verifier, 16 KiB.
    private static let longestToken = 16 << 10
}

extension AuditEvent {
    /// Records the event as a step of the current request, without the account and the client.
    func trace() {
        TraceSpan.current?.child(.event, in: .server, [.event: kind.rawValue])
            .end(kind.rawValue.hasSuffix("-failed") ? .failed(kind.rawValue) : .succeeded)
    }
}
