public import FoundationEssentials
internal import JSONText

/// Looks at a client secret that was made elsewhere, such as one that was pasted into a configuration, for what Apple will refuse.
public enum ClientSecretInspection {
    /// What is wrong with it, as far as the arguments tell; each finding is certain.
    ///
    /// - Parameters:
    ///   - secret: the token as text.
    ///   - team: the team that it should be of; nil not to compare.
    ///   - keyID: the key that it should name; nil not to compare.
    ///   - client: the client that will send it; nil not to compare.
    ///   - key: the key that should have signed it, whatever its name; nil not to check the signature.
    public static func causes(
        in secret: String, team: TeamID? = nil, keyID: KeyID? = nil, client: ClientID? = nil, key: ClientSecretKey? = nil, now: Date
    ) -> [RefusalCause] {
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
        guard let claims = try? JSONText.parse(jws.unverifiedPayload, limits: AppleAnswer.limits).root, claims.kind == .object
        else {
            return causes + [.secretMalformed("Its payload is not a JSON object.")]
        }
        if let team, !isEqual(claims["iss"], team.text) {
            causes.append(.secretDiffers(.secretTeamDiffers, "iss", "team ID \(team)"))
        }
        // An array with this one audience means the same (RFC 7519, section 4.1.3), and client libraries write it.
        let audiences = claims["aud"]?.elements.map(Array.init) ?? []
        if !isEqual(audiences.count == 1 ? audiences.first : claims["aud"], TokenPolicy.appleIssuer) {
            causes.append(.secretDiffers(.secretAudience, "aud", "audience \(TokenPolicy.appleIssuer)"))
        }
        if let client, !isEqual(claims["sub"], client.text) {
            causes.append(.secretDiffers(.secretSubjectDiffers, "sub", "client id \(client)"))
        }
        return causes + timeCauses(claims, now)
    }

    private static func signatureCauses(_ jws: CompactJWS, _ key: ClientSecretKey?) -> [RefusalCause] {
        guard jws.signature.count == 64 else {
            // A SEQUENCE: what OpenSSL and most key stores give.
            return [jws.signature.first == 0x30 ? .secretSignatureIsDER : .secretSignature]
        }
        guard let key else { return [] }
        let (x, y) = key.publicCoordinates
        guard let verifier = try? VerificationKey(x: x, y: y, members: JSONObject()), (try? verifier.verify(jws)) != nil else {
            return [.secretSignature]
        }
        return []
    }

    private static func timeCauses(_ claims: JSONNode, _ now: Date) -> [RefusalCause] {
        guard let issuedAt = try? claims["iat"]?.claimTime("iat"), let expiresAt = try? claims["exp"]?.claimTime("exp") else {
            return [.secretMalformed("Its iat or exp is missing or is not a whole number of seconds since 1970.")]
        }
        let now = now.timeIntervalSince1970
        var causes: [RefusalCause] = []
        if Double(expiresAt) <= now { causes.append(.secretExpired) }
        if Double(expiresAt) - now > Double(ClientSecretLifetime.maximum.seconds) { causes.append(.secretLivesTooLong) }
        if Double(issuedAt) > now + 60 { causes.append(.secretNotYetValid) }
        return causes
    }

    private static func isEqual(_ claim: JSONNode?, _ text: String) -> Bool {
        claim?.string.map { $0.hasSameBytes(as: text) } ?? false
    }
}

extension RefusalCause {
    fileprivate static func secretMalformed(_ reason: String) -> RefusalCause {
        RefusalCause(.secretMalformed, .certain, "The client secret cannot be read. \(reason)", remedy)
    }

    fileprivate static let secretAlgorithm = RefusalCause(
        .secretAlgorithm, .certain, "The client secret's header does not say ES256.", remedy)

    fileprivate static let secretSignatureIsDER = RefusalCause(
        .secretSignatureIsDER, .certain, "The client secret's signature is in DER instead of r and s of 32 bytes each.", remedy)

    fileprivate static let secretSignature = RefusalCause(
        .secretSignature, .certain, "The client secret's signature is not that of the key.", remedy)

    fileprivate static func secretDiffers(_ code: Code, _ claim: String, _ expected: String) -> RefusalCause {
        RefusalCause(code, .certain, "The client secret's \(claim) is not the \(expected), to the letter and its case.", remedy)
    }

    private static let remedy = "Make it anew: latchkey apple-identity client-secret."
}
