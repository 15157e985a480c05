import Accounts
import AccountServer
import InternetAddresses
import PasswordHashing
import Testing

extension Scene {
    /// Imports an account from another system, with a password that this server would reject at sign-up.
    func importAccount(_ name: String, password: String = .weakPassword) async throws {
        let service = site.system.service
        let hash = try await service.hasher.hash(Password(password).bytes, for: .local)
        let entry = AccountImportEntry(id: nil, userName: try UserName(name), hash: hash, createdAt: nil)
        let client = Client(address: IPAddress(v4: 0xC000_0201), deviceName: "latchkey import")
        let outcomes = try await service.importAccounts([entry], client: client, now: site.clock.now)
        try #require(outcomes == [.created])
    }

    /// Imports anna.k with a weak password, with which she has just signed in.
    func newAnnaWithWeakPassword(script: Bool) async throws -> Visitor {
        try await importAccount("anna.k")
        let anna = try await newVisitor(script: script)
        try await anna.signIn(as: "anna.k", password: .weakPassword)
        return anna
    }
}
