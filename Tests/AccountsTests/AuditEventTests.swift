import Secrets
import Testing

@testable import Accounts

@Suite("Audit events")
struct AuditEventTests {
    @Test("the raw values of kinds are stable")
    func kinds() {
        #expect(
            AuditEventKind.allCases.map(\.rawValue) == [
                "account-created", "account-imported", "user-name-changed", "signed-in", "sign-in-failed", "signed-out",
                "reauthenticated", "reauthentication-failed", "password-changed", "session-revoked", "other-sessions-revoked",
                "all-sessions-revoked", "account-deleted", "apple-linked", "apple-unlinked", "apple-consent-revoked",
                "apple-account-deleted", "apple-email-disabled", "apple-email-enabled", "apple-identity-transferred",
                "password-set", "password-removed", "apple-reauthenticated", "apple-reauthentication-failed", "totp-added",
                "totp-removed", "device-key-added", "device-key-removed", "recovery-codes-made", "recovery-code-used",
                "second-factor-shown", "second-factor-failed", "second-factors-removed", "password-upgraded", "apple-upgraded",
                "password-link-made", "password-set-by-link", "passkey-added", "passkey-removed", "passkey-renamed",
                "passkey-reauthenticated", "passkey-reauthentication-failed", "passkey-backup-changed",
                "passkey-counter-regressed", "passkey-sign-in-failed",
                "email-address-claimed", "email-address-verified", "email-address-removed",
                "email-address-undeliverable", "recovery-opened", "password-recovered", "recovery-wait-begun", "recovery-cancelled",
                "passkey-recovered", "credentials-suspended", "credential-confirmed", "suspended-credential-failed",
                "email-address-restored", "signed-in-by-mail", "signed-in-by-apple", "signed-in-by-passkey",
                "account-locked", "account-unlocked", "recovery-started", "notices-changed",
            ])
    }

    @Test("each first factor of a sign-in has its event")
    func signIns() {
        let random = PredictableRandomBytes(seed: 1)
        let factors: [FirstFactor] = [
            .password(version: 1), .apple(AppleIdentityID(random: random)),
            .passkey(PasskeyID(random: random), hasVerifiedUser: true), .mailedCode(AccountAddressID(random: random)),
        ]
        #expect(factors.map(\.signInEvent) == [.signedIn, .signedInByApple, .signedInByPasskey, .signedInByMail])
    }

    @Test("an event has the account, the client and the time")
    func content() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let now = AccountBench.start + .seconds(60)
        _ = try await bench.signIn(password: "wrong", from: AccountBench.elsewhere, at: now)
        let event = try #require(try await bench.service.events(of: anna.active, before: nil, limit: 1).first)
        #expect(event.kind == .signInFailed)
        #expect(event.account == anna.active.account.id)
        #expect(event.at == now)
        #expect(event.client == AccountBench.elsewhere)
    }

    @Test("events are paged, newest first, each once")
    func pages() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        for second in 1...10 { _ = try await bench.signIn(password: "wrong", at: AccountBench.start + .seconds(second)) }
        var pages: [[AuditEvent]] = []
        while pages.last?.isEmpty != true, pages.count < 10 {
            pages.append(try await bench.service.events(of: anna.active, before: pages.last?.last?.id, limit: 4))
        }
        #expect(pages.map(\.count) == [4, 4, 3, 0])
        let all = pages.flatMap { $0 }
        #expect(all == all.sorted { $0.at > $1.at })
        #expect(Set(all.map(\.id)).count == 11)
    }

    @Test("an account does not see another account's events, or failures for unknown names")
    func foreign() async throws {
        let bench = try AccountBench()
        let (anna, boris) = (try await bench.account("anna.k"), try await bench.account("boris"))
        _ = try await bench.signIn("boris", password: "wrong")
        _ = try await bench.signIn("nobody.here", password: "wrong")
        #expect(try await bench.events(of: anna) == [.accountCreated])
        #expect(try await bench.events(of: boris) == [.signInFailed, .accountCreated])
        let foreign = try #require(try await bench.service.events(of: boris.active, before: nil, limit: 1).first)
        #expect(
            try await bench.service.events(of: anna.active, before: foreign.id, limit: 10).allSatisfy {
                $0.account == anna.active.account.id
            })
    }
}
