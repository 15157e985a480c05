public import FoundationEssentials
internal import JSONText

/// Finds reasons for which Apple will reject a client secret that another program created, such as one in a configuration.
public enum ClientSecretInspection {
    /// Returns the errors of a client secret, as far as the arguments allow. Each one is certain.
    ///
    /// - Parameters:
    ///   - secret: the client secret.
    ///   - team: the expected team; nil skips the comparison.
    ///   - keyID: the expected key ID; nil skips the comparison.
    ///   - client: the client that will send it; nil skips the comparison.
    ///   - key: the expected signing key, with any key ID; nil skips the signature check.
    public static func causes(
        in secret: String, team: TeamID? = nil, keyID: KeyID? = nil, client: ClientID? = nil, key: ClientSecretKey? = nil, now: Date
    ) -> [RejectionCause] {
        let jws: CompactJWS
        do {
            jws = try CompactJWS(secret)
        } catch {
            return [error.code == .unsupportedAlgorithm ? .secretAlgorithm : .secretMalformed(error.reason)]
        }
        guard jws.algorithm == .es256 else { return [.secretAlgorithm] }
        var causes = signatureCauses(jws, key)
        if let keyID, jws.keyID.map({ $0.hasSameBytes(as: keyID.text) }) != true {
            causes.append(.secretDiffers(.secretKeyDiffers, "kid", "key ID \(keyID)"))
        }
        guard let claims = try? JSONText.parse(jws.unverifiedPayload, limits: AppleRequestOutcome.limits).root,
            claims.kind == .object
        else {
            return causes + [.secretMalformed("Its payload is not a JSON object.")]
        }
        if let team, !isEqual(claims["iss"], team.text) {
            causes.append(.secretDiffers(.secretTeamDiffers, "iss", "team ID \(team)"))
        }
        // A list with this one audience is equivalent (RFC 7519, section 4.1.3), and client libraries create it.
        let audiences = claims["aud"]?.elements.map(Array.init) ?? []
        if !isEqual(audiences.count == 1 ? audiences.first : claims["aud"], TokenPolicy.appleIssuer) {
            causes.append(.secretDiffers(.secretAudience, "aud", "audience \(TokenPolicy.appleIssuer)"))
        }
        if let client, !isEqual(claims["sub"], client.text) {
            causes.append(.secretDiffers(.secretSubjectDiffers, "sub", "client ID \(client)"))
        }
        return causes + timeCauses(claims, now)
    }

    private static func signatureCauses(_ jws: CompactJWS, _ key: ClientSecretKey?) -> [RejectionCause] {
        guard jws.signature.count == 64 else {
            // A SEQUENCE: OpenSSL and most key stores return DER.
            return [jws.signature.first == 0x30 ? .secretSignatureIsDER : .secretSignature]
        }
        guard let key else { return [] }
        let (x, y) = key.publicCoordinates
        guard let verifier = try? VerificationKey(x: x, y: y, members: JSONObject()), (try? verifier.verify(jws)) != nil else {
            return [.secretSignature]
        }
        return []
    }

    private static func timeCauses(_ claims: JSONNode, _ now: Date) -> [RejectionCause] {
        guard let issuedAt = try? claims["iat"]?.claimTime("iat"), let expiresAt = try? claims["exp"]?.claimTime("exp") else {
            return [.secretMalformed("Its iat or exp is missing, or is not a whole number of seconds since 1970.")]
        }
        let now = now.timeIntervalSince1970
        var causes: [RejectionCause] = []
        if Double(expiresAt) <= now { causes.append(.secretExpired) }
        if Double(expiresAt) - now > Double(ClientSecretLifetime.maximum.seconds) { causes.append(.secretLivesTooLong) }
        if Double(issuedAt) > now + 60 { causes.append(.secretNotYetValid) }
        return causes
    }

    private static func isEqual(_ claim: JSONNode?, _ text: String) -> Bool {
        claim?.string.map { $0.hasSameBytes(as: text) } ?? false
    }
}

extension RejectionCause {
    fileprivate static func secretMalformed(_ reason: String) -> RejectionCause {
        RejectionCause(.secretMalformed, .certain, "The client secret is malformed. \(reason)", remedy)
    }

    fileprivate static let secretAlgorithm = RejectionCause(
        .secretAlgorithm, .certain, "The algorithm in the client secret's header is not ES256.", remedy)

    fileprivate static let secretSignatureIsDER = RejectionCause(
        .secretSignatureIsDER, .certain, "The client secret's signature is DER instead of r and s of 32 bytes each.", remedy)

    fileprivate static let secretSignature = RejectionCause(
        .secretSignature, .certain, "The client secret's signature does not verify with the key.", remedy)

    fileprivate static func secretDiffers(_ code: Code, _ claim: String, _ expected: String) -> RejectionCause {
        RejectionCause(code, .certain, "The client secret's \(claim) differs from the \(expected); case matters.", remedy)
    }

    private static let remedy = "Create a new one: latchkey apple-identity client-secret."
}
