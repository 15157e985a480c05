import AuthenticationServices
import Foundation

/// Upgrades of weak passwords. Each has a key, under which it is done once however often it is asked.
extension AccountServerClient {
    /// What gives the right to an upgrade.
    enum Authority {
        case password(user: String, String)
        case session(String)
    }

    enum PasswordUpgrade {
        /// The new password signs in.
        case committed
        /// The server wants this one, and waits to be sent it.
        case offered(String)
    }

    enum AppleUpgrade {
        /// What Apple has to sign.
        case begun(nonce: String)
        /// With the session that asked, under another token.
        case converted(session: String?)
    }

    func upgradePassword(_ key: String, to password: String, by authority: Authority) async throws -> PasswordUpgrade {
        var body = RequestBody(key, authority)
        body.texts["newPassword"] = password
        let answer = try await insist("v1/account/upgrade/password", body, authority)
        if answer.upgrade.status == "offered", let password = answer.upgrade.password { return .offered(password) }
        return .committed
    }

    /// Ends the former password at once: the system has saved the new one. Without this it ends by itself.
    func confirmPasswordUpgrade(_ key: String, by authority: Authority) async throws {
        _ = try await send(
            "POST", "v1/account/upgrade/password/confirmation", RequestBody(key, authority), session: authority.session)
    }

    func beginAppleUpgrade(_ key: String, by authority: Authority) async throws -> AppleUpgrade {
        try AppleUpgrade(try await insist("v1/account/upgrade/apple", RequestBody(key, authority), authority))
    }

    func finishAppleUpgrade(
        _ key: String, with credential: ASAuthorizationAppleIDCredential, nonce: String, by authority: Authority
    ) async throws -> AppleUpgrade {
        var body = RequestBody(credential, nonce: nonce)
        body.texts.merge(RequestBody(key, authority).texts) { $1 }
        return try AppleUpgrade(try await insist("v1/account/upgrade/apple", body, authority))
    }

    /// Asks once more where the answer was lost: it is the same then.
    private func insist(_ path: String, _ body: RequestBody, _ authority: Authority) async throws -> UpgradeAnswer {
        do {
            return try await send("POST", path, body, session: authority.session).decoded(UpgradeAnswer.self)
        } catch let error as ServerRefusal {
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
