import InternetAddresses
package import Secrets

/// The key of the bucket that an attempt is charged to. Keys are authentication tags, so the store contains neither submitted user
/// names, some of which are passwords typed into the wrong field, nor whether they belong to accounts.
package struct BudgetKey: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// Creates the keys of all buckets under one secret.
package struct BudgetKeys: Sendable {
    private let key: AuthenticationKey

    package init(key: AuthenticationKey) {
        self.key = key
    }

    /// Attempts that are charged to the network of the client, and most of them also to all clients. The raw values are part of the keys.
    enum Attempt: String, CaseIterable {
        case failures
        case registrations
        case challenges
        case appleFailures = "apple-failures"
        case mail = "mail-from"
    }

    /// - Parameter network: nil for all clients.
    func key(of attempt: Attempt, from network: IPNetwork?) -> BudgetKey {
        make(attempt.rawValue, network?.description ?? "*")
    }

    func name(_ name: UserNameKey) -> BudgetKey { make("name", name.text) }
    func failures(for name: UserNameKey, from address: IPAddress) -> BudgetKey {
        make("name-from", "\(address.throttleKey) \(name.text)")
    }
    func failures(in session: SessionID) -> BudgetKey { make("session", session.description) }
    func devices(of account: AccountID) -> BudgetKey { make("devices", account.description) }

    func passkeyFailures(of holder: TokenDigest) -> BudgetKey {
        make("passkey-failures-of", Base64URL.encode(holder.bytes))
    }
    func passkeyFailures(in session: SessionID) -> BudgetKey { make("passkey-failures-in", session.description) }
    func passkeyFailures(from address: IPAddress) -> BudgetKey { make("passkey-failures", address.throttleKey.description) }
    func passkeySignIns(of account: AccountID) -> BudgetKey { make("passkey-sign-ins", account.description) }

    func factors(of account: AccountID) -> BudgetKey { make("factors", account.description) }
    func factorsFromDevices(of account: AccountID) -> BudgetKey { make("factors-from-devices", account.description) }
    func factorsInRecoveries(of account: AccountID) -> BudgetKey { make("factors-in-recoveries", account.description) }
    func factorsInSessions(of account: AccountID) -> BudgetKey { make("factors-in-sessions", account.description) }

    func hashes(in session: SessionID) -> BudgetKey { make("hashes", session.description) }
    func hashes(for name: UserNameKey, from address: IPAddress) -> BudgetKey {
        make("hashes", "\(address.throttleKey) \(name.text)")
    }
    func hashes(from address: IPAddress) -> BudgetKey { make("hashes-from", address.throttleKey.description) }
    func changes(in session: SessionID) -> BudgetKey { make("changes", session.description) }
    func searches(in session: SessionID) -> BudgetKey { make("searches", session.description) }

    func mail(to address: EmailAddress) -> BudgetKey { make("mail-to", address.key) }
    func mail(to recipient: EmailAddress, from address: IPAddress) -> BudgetKey {
        make("mail-to-from", "\(address.throttleKey) \(recipient.key)")
    }
    func mail(of account: AccountID) -> BudgetKey { make("mail-of", account.description) }
    func undos(from address: IPAddress) -> BudgetKey { make("undos-from", address.throttleKey.description) }
    func recoveries(of subject: String) -> BudgetKey { make("recoveries-of", subject) }
    func recoveries(of subject: String, from address: IPAddress) -> BudgetKey {
        make("recoveries-from", "\(address.throttleKey) \(subject)")
    }

    private func make(_ kind: String, _ subject: String) -> BudgetKey {
        BudgetKey(bytes: key.tag(for: Array("\(kind):\(subject)".utf8)))
    }
}
