import Accounts

extension RecordingStores {
    func passwordUpgrade(of account: AccountID) async throws -> StoredPasswordUpgrade? {
        try await asked(.passwordUpgrade)
        return try await stores.passwordUpgrade(of: account)
    }

    func commit(_ commit: PasswordUpgradeCommit) async throws -> PasswordUpgradeResult {
        try await asked(.commitUpgrade)
        return try await stores.commit(commit)
    }

    func confirmPasswordUpgrade(_ key: UpgradeKey, of account: AccountID) async throws -> Bool {
        try await asked(.confirmUpgrade)
        return try await stores.confirmPasswordUpgrade(key, of: account)
    }

    func appleUpgrade(of account: AccountID) async throws -> StoredAppleUpgrade? {
        try await asked(.appleUpgrade)
        return try await stores.appleUpgrade(of: account)
    }

    func begin(_ upgrade: StoredAppleUpgrade, of account: AccountID) async throws {
        try await asked(.beginAppleUpgrade)
        try await stores.begin(upgrade, of: account)
    }

    func convert(_ conversion: AppleConversion) async throws -> AppleConversionResult {
        try await asked(.convert)
        return try await stores.convert(conversion)
    }
}
