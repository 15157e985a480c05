import Foundation

/// Second factors.
extension AccountServerClient {
    struct AddedKey {
        let id: String
        /// Shown this once, with the account's first factor.
        let recoveryCodes: [String]
    }

    /// Makes a key of this device a second factor of the account.
    ///
    /// - Parameters:
    ///   - publicKey: In X9.63, as `LAPublicKey.bytes` gives it.
    ///   - attest: What the device states of it over a challenge, where it states anything.
    func addDeviceKey(
        _ publicKey: Data, name: String, session: String, attest: @Sendable (Data) async -> Data?
    ) async throws -> AddedKey {
        var body = RequestBody(["publicKey": publicKey.base64URLEncodedString(), "name": name])
        body.attestation = await attestation(session, attest)
        do {
            return try await addDeviceKey(body, session)
        } catch let refusal as ServerRefusal where refusal.code == "attestation-refused" {
            // The server knows other devices than this one. Whether it takes a key of which nothing is stated is for it to say.
            body.attestation = nil
            return try await addDeviceKey(body, session)
        }
    }

    /// Nothing where the server does not ask, or the device has nothing to say.
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

    /// Answers a challenge. Without a session it finishes a sign-in; with one, that session goes on under the token that comes back.
    ///
    /// - Throws: ``ServerRefusal`` with `factor-refused` where another answer may be tried, and `challenge-refused` where not.
    func answer(_ challenge: FactorChallenge, by proof: FactorProof, session: String?) async throws -> Session {
        var body = RequestBody(["challenge": challenge.challenge])
        switch proof {
        case .code(let code) where code.count > 10: body.texts["recoveryCode"] = code
        case .code(let code): body.texts["totp"] = code
        case .deviceKey(let id, let signature):
            body.texts["deviceKey"] = id
            body.texts["signature"] = signature.base64URLEncodedString()
        }
        return try await send("POST", "v1/sessions/factor", body, session: session).session()
    }
}

/// A second factor as the person shows it.
enum FactorProof {
    /// Of an authenticator app; or a recovery code, which is longer.
    case code(String)
    /// The key of this device, under the server's name for it.
    case deviceKey(String, signature: Data)
}

extension Data {
    /// Nil for what is no base64url.
    init?(base64URLEncoded text: String) {
        let base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        self.init(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4))
    }

    func base64URLEncodedString() -> String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
