import AuthenticationServices
import Foundation

/// Upgrades of weak passwords. Each upgrade has an idempotency key: the server performs it once, however often the request
/// repeats.
extension AccountServerClient {
    /// The authorization of an upgrade.
    enum Authority {
        case password(user: String, String)
        case session(String)
    }

    enum PasswordUpgrade {
        /// The new password is active.
        case committed
        /// The server proposes this password, and expects it in the next request.
        case offered(String)
    }

    enum AppleUpgrade {
        /// The nonce for the request to Apple.
        case begun(nonce: String)
        /// The session that authorized the upgrade, with its new token.
        case converted(session: String?)
    }

    func upgradePassword(_ key: String, to password: String, by authority: Authority) async throws -> PasswordUpgrade {
        var body = RequestBody(key, authority)
        body.texts["newPassword"] = password
        let answer = try await insist("v1/account/upgrade/password", body, authority)
        if answer.upgrade.status == "offered", let password = answer.upgrade.password { return .offered(password) }
        return .committed
    }

    /// Revokes the former password immediately, after the system saved the new one. Without this call, the server revokes it
    /// later.
    func confirmPasswordUpgrade(_ key: String, by authority: Authority) async throws {
        _ = try await send(
            "POST", "v1/account/upgrade/password/confirmation", RequestBody(key, authority), session: authority.session)
    }

    func beginAppleUpgrade(_ key: String, by authority: Authority) async throws -> AppleUpgrade {
        try AppleUpgrade(try await insist("v1/account/upgrade/apple", RequestBody(key, authority), authority))
    }

    /// - Parameter replaced: The account that the user agreed to delete, so that its Apple Account opens this one; nil for none.
    func finishAppleUpgrade(
        _ key: String, with credential: ASAuthorizationAppleIDCredential, nonce: String, replacing replaced: String?,
        by authority: Authority
    ) async throws -> AppleUpgrade {
        var body = RequestBody(credential, nonce: nonce)
        body.texts["replacedAccount"] = replaced
        body.texts.merge(RequestBody(key, authority).texts) { $1 }
        return try AppleUpgrade(try await insist("v1/account/upgrade/apple", body, authority))
    }

    /// Sends the request again after a lost response; the server repeats the same response.
    private func insist(_ path: String, _ body: RequestBody, _ authority: Authority) async throws -> UpgradeAnswer {
        do {
            return try await send("POST", path, body, session: authority.session).decoded(UpgradeAnswer.self)
        } catch let error as ServerProblem {
            throw error
        } catch {
            return try await send("POST", path, body, session: authority.session).decoded(UpgradeAnswer.self)
        }
    }
}

extension AccountServerClient.Authority {
    var session: String? {
        if case .session(let token) = self { token } else { nil }
    }
}

extension AccountServerClient.AppleUpgrade {
    fileprivate init(_ answer: UpgradeAnswer) throws {
        if let nonce = answer.upgrade.nonce {
            self = .begun(nonce: nonce)
        } else {
            self = .converted(session: answer.session?.token)
        }
    }
}

extension RequestBody {
    fileprivate init(_ key: String, _ authority: AccountServerClient.Authority) {
        self.init(["key": key])
        if case .password(let user, let password) = authority {
            texts["username"] = user
            texts["currentPassword"] = password
        }
    }
}

private struct UpgradeAnswer: Decodable {
    struct Upgrade: Decodable {
        let status: String
        let password: String?
        let nonce: String?
    }

    struct Session: Decodable {
        let token: String
    }

    let upgrade: Upgrade
    let session: Session?
}
