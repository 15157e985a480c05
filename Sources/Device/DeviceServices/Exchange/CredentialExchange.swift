package import FoundationEssentials
package import PasswordManager
import Secrets

/// Reads and saves all credentials of a device for an exchange with another password manager. The caller authenticates the user first.
package struct CredentialExchange: Sendable {
    private let passwords: any CredentialStore
    private let passkeys: KeychainPasskeys
    private let codes: KeychainVerificationCodes
    private let now: @Sendable () -> Date

    package init(
        passwords: any CredentialStore, passkeys: KeychainPasskeys, codes: KeychainVerificationCodes,
        now: @escaping @Sendable () -> Date
    ) {
        self.passwords = passwords
        self.passkeys = passkeys
        self.codes = codes
        self.now = now
    }

    /// Returns a document with every password, passkey and verification code, in plain text.
    ///
    /// It omits passkeys that their site does not accept, because another device would offer them. The passkeys of the device sign
    /// with the counter 0, as CXF requires of exported passkeys. Passkeys of the enclave, of security keys and of providers are not
    /// exported.
    ///
    /// - Throws: `store` if a credential cannot be read, for example because the device is locked.
    package func export() throws(ExchangeError) -> CredentialExport {
        let (saved, records, verificationCodes) = try withStores { () throws(any Error) in
            (try passwords.credentials(), try passkeys.records(), try codes.codes())
        }
        var document = ExportedDocument()
        for credential in saved { document.add(credential) }
        let exported = records.count { !$0.isHidden && document.add($0) }
        for code in verificationCodes { document.add(code) }
        return CredentialExport(
            file: document.bytes(of: passwords.device, at: now()), passwords: saved.count, passkeys: exported,
            codes: verificationCodes.count, passkeysLeftOut: records.count - exported)
    }

    /// Compares a document with the saved credentials.
    ///
    /// - Throws: `store` if a credential cannot be read.
    package func plan(_ document: ExchangeDocument) throws(ExchangeError) -> ExchangePlan {
        let (plan, records, verificationCodes) = try withStores { () throws(any Error) in
            (try passwords.plan(document.passwords), try passkeys.records(), try codes.codes())
        }
        return ExchangePlan(document, passwords: plan, passkeys: records, codes: verificationCodes)
    }

    /// Saves the new credentials with one write for each. After an interruption each is saved or not; repeating the import completes
    /// it.
    ///
    /// - Parameter replacing: whether passwords replace different saved ones, which go to the history. A passkey or code never
    ///   replaces a saved one, which would be lost.
    /// - Throws: `store` if a credential cannot be saved.
    package func apply(_ plan: ExchangePlan, replacing: Bool) throws(ExchangeError) {
        try withStores { () throws(any Error) in
            try passwords.apply(plan.passwords, on: replacing ? .useImported : .keepSaved, at: now())
            for passkey in plan.newPasskeys { _ = try passkeys.add(passkey) }
            for code in plan.newCodes { _ = try codes.add(code) }
        }
    }

    /// Calls the body, and converts the errors of the stores. They contain no secrets.
    private func withStores<Value>(_ body: () throws -> Value) throws(ExchangeError) -> Value {
        do {
            return try body()
        } catch {
            throw .store("\(error)")
        }
    }
}

extension CredentialStore {
    // The initializer and the method need the type of the store, which `any CredentialStore` opens here.
    fileprivate func plan(_ entries: [PasswordImport.Entry]) throws(CredentialStoreError) -> ImportPlan {
        try ImportPlan(entries, into: self)
    }

    fileprivate func apply(
        _ plan: ImportPlan, on conflict: ImportPlan.Preference, at now: Date
    ) throws(CredentialStoreError) {
        try plan.apply(to: self, on: conflict, at: now)
    }
}

/// An exported document, and the numbers of its credentials. Its description is redacted.
package struct CredentialExport: Sendable, Redacted {
    /// The document, in CXF 1.0: JSON with passwords and private keys.
    package let file: [UInt8]
    package let passwords: Int
    package let passkeys: Int
    package let codes: Int
    /// The number of passkeys that are not exported, because their site does not accept them, or because
    /// their key is in the enclave or damaged.
    package let passkeysLeftOut: Int
}
