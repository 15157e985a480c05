package import DeviceBroker
package import DeviceProtocol
package import Secrets

/// The operations of Settings: the device's Apple Account, the apps that use it, and credential providers. Calls block.
package struct AccountSettings: Sendable {
    let memory: ServicesMemory
    let states: CredentialStates
    let service: AppleServiceClient?
    /// The identifier of the device at the service.
    let device: String

    /// The account that the device is signed in to.
    package var account: AppleAccount? { memory.current.account }

    /// The maximum length of a text that a user enters, in bytes.
    package static let longestEntry = 1_024

    /// Signs the device in with a name and password, and replaces any other account. Throws `unavailable` if the service does not
    /// respond or the account cannot be stored, and `badRequest` for an empty or too long name or password.
    ///
    /// - Parameters:
    ///   - unlocks: whether to unlock a locked account.
    ///   - deviceName: the name of this device on the account's other devices.
    package func signIn(
        _ name: String, _ password: SecretBytes, unlocks: Bool = false, as deviceName: String
    ) throws(DeviceError) -> AccountSignIn {
        guard (1...Self.longestEntry).contains(name.utf8.count), (1...Self.longestEntry).contains(password.count) else {
            throw .badRequest("a name and a password must have 1 to \(Self.longestEntry) bytes")
        }
        let service = try reached()
        return try complete(
            try asking { () throws(AppleServiceFailure) in
                try service.signIn(name, password, on: device, called: deviceName, unlocks: unlocks)
            })
    }

    /// Continues a sign-in that waits for a code. Throws the errors of ``signIn(_:_:unlocks:as:)``.
    package func enter(_ code: String, for challenge: AccountChallenge) throws(DeviceError) -> AccountSignIn {
        let service = try reached()
        return try complete(try asking { () throws(AppleServiceFailure) in try service.enter(code, for: challenge) })
    }

    private func complete(_ signIn: AccountSignIn) throws(DeviceError) -> AccountSignIn {
        guard case .signedIn(let new) = signIn else { return signIn }
        if let former = account, former != new { forget(former) }
        try self.signIn(to: new)
        return signIn
    }

    /// Signs the device out, and reports it to the service if the service responds. The device then shows no codes.
    package func leave() throws(DeviceError) {
        if let account { forget(account) }
        try signOut()
    }

    private func forget(_ account: AppleAccount) {
        try? service?.signOut(device, of: account)
    }

    /// Returns the name, addresses and security of the account. Throws the errors of ``apps()``.
    package func details() throws(DeviceError) -> AccountDetails {
        let (service, account) = try connected()
        return try asking { () throws(AppleServiceFailure) in try service.details(of: account) }
    }

    /// Returns the codes that this device shows for sign-ins elsewhere. Throws the errors of ``apps()``.
    package func codes() throws(DeviceError) -> [AccountCode] {
        let (service, account) = try connected()
        return try asking { () throws(AppleServiceFailure) in try service.codes(of: account, shownBy: device) }
    }

    /// Returns the user's mail after a number, newest first. Throws the errors of ``apps()``.
    package func mail(after id: Int) throws(DeviceError) -> [AccountMail] {
        let (service, account) = try connected()
        return try asking { () throws(AppleServiceFailure) in try service.mail(of: account, shownBy: device, after: id) }
    }

    /// Turns two-factor authentication on. Throws the errors of ``apps()``.
    package func turnOnTwoFactor() throws(DeviceError) {
        try change { _ in AccountChange(hasTwoFactor: true) }
    }

    /// Adds an address. Throws the errors of ``apps()``, and `badRequest` if it is malformed, belongs to another account, or
    /// exceeds the limit.
    package func add(address: String) throws(DeviceError) {
        guard (1...Self.longestEntry).contains(address.utf8.count) else { throw .badRequest("the address is missing or too long") }
        try change { AccountChange(otherEmails: $0.otherEmails + [address]) }
    }

    /// Removes an address. Throws the errors of ``apps()``, and `badRequest` for an unknown address or the account's first.
    package func remove(address: String) throws(DeviceError) {
        guard try details().otherEmails.contains(address) else {
            throw .badRequest("\(address) cannot be removed from the account")
        }
        try change { AccountChange(otherEmails: $0.otherEmails.filter { $0 != address }) }
    }

    private func change(_ change: (AccountDetails) -> AccountChange) throws(DeviceError) {
        let (service, account) = try connected()
        let change = change(try details())
        do throws(AppleServiceFailure) {
            try service.change(account, change)
        } catch {
            switch error {
            case .unknownClient: throw .badRequest("This is not an e-mail address.")
            case .rejected("exists"): throw .badRequest("This address is already in use.")
            case .rejected("limit"): throw .badRequest("The account has reached its limit of addresses.")
            default: try asking { () throws(AppleServiceFailure) in throw error }
            }
        }
    }

    /// Sets the device's account without a request to the service. Throws `unavailable` if it cannot be stored.
    package func signIn(to account: AppleAccount) throws(DeviceError) {
        try memory.change { $0.account = account }
    }

    /// Signs the device out without a request to the service. Consents remain, because they belong to the account.
    package func signOut() throws(DeviceError) {
        try memory.change { $0.account = nil }
    }

    /// Returns the apps that use the account. Throws `unavailable` if the service does not respond, and `badRequest` without an
    /// account.
    package func apps() throws(DeviceError) -> [AppUsingAccount] {
        let (service, account) = try connected()
        return try asking { () throws(AppleServiceFailure) in try service.apps(using: account) }
    }

    /// Stops using an app and its group, by the primary App ID: revokes their tokens and notifies apps of the group on this device.
    /// Throws the errors of ``apps()``. After an error, nothing was revoked, or the device learns of the revocation later.
    package func stopUsing(_ primary: String) throws(DeviceError) {
        let (service, account) = try connected()
        try asking { () throws(AppleServiceFailure) in try service.stop(account, using: primary) }
        try states.refresh()
    }

    /// Checks for consents that were revoked elsewhere, on the web or on another device, and notifies apps on this device.
    package func refresh() throws(DeviceError) {
        try states.refresh()
    }

    /// Enables an app as a credential provider, or disables it and forgets its identities.
    package func setProvider(_ app: App, isEnabled: Bool) throws(DeviceError) {
        try memory.change { state in
            var provider = isEnabled ? state.providers[app.identifier.rawValue] ?? ProvidedIdentities() : ProvidedIdentities()
            provider.isEnabled = isEnabled
            state.providers[app.identifier.rawValue] = provider
        }
    }

    private func connected() throws(DeviceError) -> (AppleServiceClient, AppleAccount) {
        guard let account else { throw .badRequest("the device is not signed in to an Apple Account") }
        return (try reached(), account)
    }

    private func reached() throws(DeviceError) -> AppleServiceClient {
        guard let service else { throw .unavailable("the device has no connection to Apple's service") }
        return service
    }

    private func asking<Value>(_ body: () throws(AppleServiceFailure) -> Value) throws(DeviceError) -> Value {
        do throws(AppleServiceFailure) {
            return try body()
        } catch {
            switch error {
            case .unreachable(let reason): throw .unavailable(reason)
            case .rejected, .unknownClient, .accountLocked, .twoFactorNotEnabled, .notConsented:
                throw .badRequest("the service rejected the request: \(error)")
            case .malformed: throw .unavailable("malformed response from the service")
            case .cancelled: throw .authentication(.appCancel)
            }
        }
    }
}

/// The Apple Account of a device, by its name at the service.
package struct AppleAccount: RawRepresentable, Hashable, Codable, Sendable {
    /// The maximum length of a name, in bytes.
    package static let maximumLength = 255

    package let rawValue: String

    /// Checks a name. Returns nil if it is empty, longer than `maximumLength` bytes, or contains characters that a URL would
    /// escape.
    package init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ Self.isPlain($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// An app as Apple's service identifies it, by its application identifier: team ID, a dot, bundle identifier.
package struct AppleClient: Hashable, Codable, Sendable {
    package let team: String
    package let bundle: String

    package init?(_ app: App) {
        let parts = app.identifier.rawValue.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        team = String(parts[0])
        bundle = String(parts[1])
    }

    init(team: String, bundle: String) {
        self.team = team
        self.bundle = bundle
    }
}
