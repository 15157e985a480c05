import Accounts
import Secrets

extension RecordingStores {
    func add(_ link: StoredPasswordLink, event: AuditEvent) async throws -> PasswordLinkAddition {
        try await asked(.addPasswordLink)
        return try await stores.add(link, event: event)
    }

    func account(ofPasswordLink digest: TokenDigest, now: Timestamp) async throws -> Account? {
        try await asked(.accountOfPasswordLink)
        return try await stores.account(ofPasswordLink: digest, now: now)
    }

    func usePasswordLink(_ use: PasswordLinkUse) async throws -> Bool {
        try await asked(.usePasswordLink)
        return try await stores.usePasswordLink(use)
    }
}
