import AccountPages
import FoundationEssentials
import JSONText
import Secrets
import WebAuthn

extension CheckedPasskeyQuestion {
    /// Verifies the response, and names the check that rejects it. A missing expected value is that of the response.
    func verdict() async -> ToolVerdict {
        let isRegistration = bytes(.attestationObject) != nil
        guard let clientData = bytes(.clientDataJSON),
            isRegistration || bytes(.authenticatorData) != nil && bytes(.signature) != nil
        else {
            return ToolVerdict(
                .odd, code: "incomplete", headline: "The response is incomplete",
                reason:
                    "A registration has clientDataJSON and attestationObject. A sign-in has clientDataJSON, authenticatorData and "
                    + "signature.")
        }
        do throws(WebAuthnError) {
            // Malformed client data is rejected before any other value matters.
            let claimed = try? DecodedMessage.clientData(clientData)
            let claimedOrigin = try Origin(claimed?["origin"]?.string ?? "https://localhost")
            let origin = self.origin ?? claimedOrigin
            let challenge =
                self.challenge ?? Challenge(ofAnyLength: claimed?["challenge"]?.string.flatMap { Base64URL.decode($0) } ?? [])
            let candidates = relyingPartyID.map { [$0] } ?? Self.relyingPartyIDs(of: origin)
            guard let last = candidates.last else {
                return ToolVerdict(
                    .odd, code: "no-relying-party", headline: "The relying party ID is missing",
                    reason: "The origin of an Android app does not contain it. Enter the relying party ID.")
            }
            for id in candidates.dropLast() {
                do throws(WebAuthnError) {
                    return try await verify(at: RelyingParty(id: id, origins: [origin]), challenge, isRegistration)
                } catch {
                    guard error.code == .wrongRelyingParty else { throw error }
                }
            }
            return try await verify(at: RelyingParty(id: last, origins: [origin]), challenge, isRegistration)
        } catch {
            if error.code == .invalidSignature, publicKey == nil {
                return ToolVerdict(
                    .odd, code: "no-key", headline: "Every check before the signature passes",
                    reason: "Enter the public key to check the signature.", steps: assumptions)
            }
            return ToolVerdict(
                .bad, code: error.code.rawValue,
                headline: error.place.check.map { "Check \($0) rejects the response" } ?? "The response is rejected",
                reason: error.reason, steps: assumptions)
        }
    }

    private func verify(
        at site: RelyingParty, _ challenge: Challenge, _ isRegistration: Bool
    ) async throws(WebAuthnError) -> ToolVerdict {
        guard isRegistration else {
            let verified = try site.verify(
                unstored: AuthenticationResponse(json: message, unnamed: CredentialID([0])), for: challenge, publicKey: publicKey,
                policy: AuthenticationPolicy(userVerification: userVerification))
            return ToolVerdict(
                .good, code: "valid", headline: "The sign-in passes every check",
                reason: verified.isUserVerified
                    ? "The signature is valid, and the user was verified." : "The signature is valid. The user was not verified.",
                steps: assumptions)
        }
        let verified = try await site.verify(
            RegistrationResponse(json: message), for: RegistrationChallenge(challenge, for: UserHandle([0])),
            policy: RegistrationPolicy(userVerification: userVerification),
            // Without trust anchors, no certificate is compared with the time.
            now: .distantPast)
        let key = try verified.credential(isRegistered: false).publicKey.bytes
        let kinds = verified.attestations.map { "\($0.format.rawValue) (\($0.kind.rawValue))" }.joined(separator: ", ")
        return ToolVerdict(
            .good, code: "valid", headline: "The registration passes every check",
            reason: "Attestation: \(kinds). The authority of a certificate was not checked.",
            steps: assumptions + ["To check a sign-in, use this public key: \(Base64URL.encode(key))"])
    }

    /// The expected values that are missing, as a sentence.
    private var assumptions: [String] {
        let missing = [
            relyingPartyID == nil ? "relying party ID" : nil, origin == nil ? "origin" : nil, challenge == nil ? "challenge" : nil,
        ].compactMap(\.self)
        return missing.isEmpty ? [] : ["Not compared with an expected value: \(missing.joined(separator: ", "))."]
    }

    /// Returns the relying party IDs that a client accepts from an origin: its host and the parent domains. Empty for an Android
    /// app.
    ///
    /// Each costs a verification, so a long name has only its host and its shortest parent domains.
    private static func relyingPartyIDs(of origin: Origin) -> [String] {
        guard let start = origin.description.firstRange(of: "://")?.upperBound else { return [] }
        let labels = origin.description[start...].prefix { $0 != ":" }.split(separator: ".")
        let starts = 0..<max(1, labels.count - 1)
        return starts.filter { $0 == 0 || $0 > starts.count - 8 }.map { labels.dropFirst($0).joined(separator: ".") }
    }
}
