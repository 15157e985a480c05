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
    /// - Parameter publicKey: In X9.63, as `LAPublicKey.bytes` gives it.
    func addDeviceKey(_ publicKey: Data, name: String, session: String) async throws -> AddedKey {
        struct Answer: Decodable {
            struct Key: Decodable {
                let id: String
            }

            let deviceKey: Key
            let recoveryCodes: [String]?
        }
        let body = RequestBody(["publicKey": publicKey.base64URLEncodedString(), "name": name])
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
