import AccountServer
import Accounts
import Browsers
import InternetAddresses
import Secrets
import Testing

extension AccountSite {
    /// Signs an administrator up, with a second factor.
    func makeAdministrator(_ user: some WebUser, as name: String = "lead") async throws {
        try await user.signUpWithPassword(as: name)
        try await user.turnOnAuthenticatorApp(clock)
        let stores = system.service.stores
        let account = try #require(try await stores.account(named: UserNameKey(name)))
        let record = OperatorRecord.roleChange(
            OperatorRecordID(random: SystemRandomBytes()), to: .administrator, of: account.id, at: clock.now,
            client: Client(address: .loopback, deviceName: "test"))
        try #require(try await stores.setOperatorRole(record))
    }
}

extension WebUser {
    /// Orders an act for the account that a search finds first, with a long reason.
    func order(_ act: OperatorAct, for name: String) async throws {
        try await open("/operators?q=\(name)")
        try await follow(".rows a")
        try await page.evaluate("document.querySelector('#act').value = '\(act.rawValue)'")
        try await page.fill("#reason", String(repeating: "Case-7-", count: 60))
        try await submit()
    }
}
