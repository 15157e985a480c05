import Foundation

/// Second factors.
extension AccountServerClient {
    struct AddedKey {
        let id: String
        /// The server shows them only once, with the account's first second factor.
        let recoveryCodes: [String]
    }

    /// Adds a key of this device to the account as a second factor.
    ///
    /// - Parameters:
    ///   - publicKey: The X9.63 form, which `LAPublicKey.bytes` returns.
    ///   - attest: Returns the device's attestation for a challenge; nil if the device has none.
    func addDeviceKey(
        _ publicKey: Data, name: String, session: String, attest: @Sendable (Data) async -> Data?
    ) async throws -> AddedKey {
        var body = RequestBody(["publicKey": publicKey.base64URLEncodedString(), "name": name])
        body.attestation = await attestation(session, attest)
        do {
            return try await addDeviceKey(body, session)
        } catch let rejection as ServerProblem where rejection.code == "attestation-rejected" {
            // The server does not trust this device's attestation, for example because its TPM is not listed. The server decides
            // whether it accepts the key without one.
            body.attestation = nil
            return try await addDeviceKey(body, session)
        }
    }

    /// Returns nil if the server requests no attestation, or the device has none.
    private func attestation(_ session: String, _ attest: @Sendable (Data) async -> Data?) async -> [String: String]? {
        struct Answer: Decodable {
            let challenge: String
        }
        guard let answer = try? await send("POST", "v1/account/device-keys/challenge", session: session),
            let asked = try? answer.decoded(Answer.self).challenge, let challenge = Data(base64URLEncoded: asked),
            let statement = await attest(challenge)
        else { return nil }
        return ["challenge": asked, "statement": statement.base64URLEncodedString()]
    }

    private func addDeviceKey(_ body: RequestBody, _ session: String) async throws -> AddedKey {
        struct Answer: Decodable {
            struct Key: Decodable {
                let id: String
            }

            let deviceKey: Key
            let recoveryCodes: [String]?
        }
        let answer = try await send("POST", "v1/account/device-keys", body, session: session).decoded(Answer.self)
        return AddedKey(id: answer.deviceKey.id, recoveryCodes: answer.recoveryCodes ?? [])
    }

    func removeDeviceKey(_ id: String, session: String) async throws {
        _ = try await send("DELETE", "v1/account/device-keys/\(id)", session: session)
    }

    /// Responds to a challenge. Without a session, this completes a sign-in. With a session, the response replaces the session's
    /// token.
    ///
    /// - Throws: ``ServerProblem`` with `factor-rejected` if the user may retry, and with `challenge-rejected` if not.
    func answer(_ challenge: FactorChallenge, by proof: FactorProof, session: String?) async throws -> Session {
        try await send("POST", "v1/sessions/factor", RequestBody(challenge, proof), session: session).session()
    }
}

extension RequestBody {
    /// A response to a challenge.
    init(_ challenge: FactorChallenge, _ proof: FactorProof) {
        self.init(["challenge": challenge.challenge])
        switch proof {
        case .code(let code) where code.count > 10: texts["recoveryCode"] = code
        case .code(let code): texts["totp"] = code
        case .deviceKey(let id, let signature):
            texts["deviceKey"] = id
            texts["signature"] = signature.base64URLEncodedString()
        case .passkey(let passkey): assertion = (name: "passkey", passkey)
        }
    }
}

/// A proof of a second factor.
enum FactorProof {
    /// A code of an authenticator app, or a recovery code, which is longer.
    case code(String)
    /// A signature by the key of this device, with the server's identifier of the key.
    case deviceKey(String, signature: Data)
    /// A signature by a passkey of the account.
    case passkey(PasskeyAssertion)
}

extension Data {
    /// Decodes base64url; nil for malformed text.
    init?(base64URLEncoded text: String) {
        let base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        self.init(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4))
    }

    func base64URLEncodedString() -> String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
