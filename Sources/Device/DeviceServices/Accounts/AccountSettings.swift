package import DeviceBroker
package import DeviceProtocol
package import Secrets

/// What a person does in Settings: the device's Apple account, the apps that use it, the providers of passwords. Calls block.
package struct AccountSettings: Sendable {
    let memory: ServicesMemory
    let states: CredentialStates
    let service: AppleServiceClient?
    /// What the service knows the device by.
    let device: String

    /// The account that the device is signed in to.
    package var account: AppleAccount? { memory.current.account }

    /// In bytes, of what a person types.
    package static let longestEntry = 1_024

    /// Signs the device in, by name and password, in place of any other account. Throws `unavailable` without a service that answers, and where it cannot be
    /// written down; `badRequest` for what is empty or too long.
    ///
    /// - Parameters:
    ///   - unlocks: whether a locked account is unlocked by it.
    ///   - deviceName: what the account's other devices call this one.
    package func signIn(
        _ name: String, _ password: SecretBytes, unlocks: Bool = false, as deviceName: String
    ) throws(DeviceRefusal) -> AccountSignIn {
        guard (1...Self.longestEntry).contains(name.utf8.count), (1...Self.longestEntry).contains(password.count) else {
            throw .badRequest("a name and a password have 1 to \(Self.longestEntry) bytes")
        }
        let service = try reached()
        return try complete(
            try asking { () throws(AppleServiceFailure) in
                try service.signIn(name, password, on: device, called: deviceName, unlocks: unlocks)
            })
    }

    /// Goes on with a sign-in that waits for its code. Throws as ``signIn(_:_:unlocks:as:)``.
    package func enter(_ code: String, for challenge: AccountChallenge) throws(DeviceRefusal) -> AccountSignIn {
        let service = try reached()
        return try complete(try asking { () throws(AppleServiceFailure) in try service.enter(code, for: challenge) })
    }

    private func complete(_ signIn: AccountSignIn) throws(DeviceRefusal) -> AccountSignIn {
        guard case .signedIn(let new) = signIn else { return signIn }
        if let former = account, former != new { forget(former) }
        try self.signIn(to: new)
        return signIn
    }

    /// Signs the device out, and tells the service where it answers: the device shows no more codes.
    package func leave() throws(DeviceRefusal) {
        if let account { forget(account) }
        try signOut()
    }

    private func forget(_ account: AppleAccount) {
        try? service?.signOut(device, of: account)
    }

    /// Name, addresses and security of the account. Throws as ``apps()``.
    package func details() throws(DeviceRefusal) -> AccountDetails {
        let (service, account) = try connected()
        return try asking { () throws(AppleServiceFailure) in try service.details(of: account) }
    }

    /// What this device shows for sign-ins elsewhere. Throws as ``apps()``.
    package func codes() throws(DeviceRefusal) -> [AccountCode] {
        let (service, account) = try connected()
        return try asking { () throws(AppleServiceFailure) in try service.codes(of: account, shownBy: device) }
    }

    /// Throws as ``apps()``.
    package func turnOnTwoFactor() throws(DeviceRefusal) {
        try change { _ in AccountChange(hasTwoFactor: true) }
    }

    /// Throws as ``apps()``, and `badRequest` for what is no address, or another account's, or one too many.
    package func add(address: String) throws(DeviceRefusal) {
        guard (1...Self.longestEntry).contains(address.utf8.count) else { throw .badRequest("there is no address") }
        try change { AccountChange(otherEmails: $0.otherEmails + [address]) }
    }

    /// Throws as ``apps()``, and `badRequest` for an address that the account does not have, or has first.
    package func remove(address: String) throws(DeviceRefusal) {
        guard try details().otherEmails.contains(address) else {
            throw .badRequest("\(address) cannot be removed from the account")
        }
        try change { AccountChange(otherEmails: $0.otherEmails.filter { $0 != address }) }
    }

    private func change(_ change: (AccountDetails) -> AccountChange) throws(DeviceRefusal) {
        let (service, account) = try connected()
        let change = change(try details())
        do throws(AppleServiceFailure) {
            try service.change(account, change)
        } catch {
            switch error {
            case .unknownClient: throw .badRequest("That is no e-mail address.")
            case .refused("exists"): throw .badRequest("That address is in use already.")
            case .refused("limit"): throw .badRequest("The account has as many addresses as it can have.")
            default: try asking { () throws(AppleServiceFailure) in throw error }
            }
        }
    }

    /// Sets the account that the device is signed in to, without asking the service. Throws `unavailable` where that cannot be written down.
    package func signIn(to account: AppleAccount) throws(DeviceRefusal) {
        try memory.change { $0.account = account }
    }

    /// Signs the device out without a request to the service. Consents stay: they are the account's.
    package func signOut() throws(DeviceRefusal) {
        try memory.change { $0.account = nil }
    }

    /// The apps that use the account. Throws `unavailable` without a service that answers, and `badRequest` without an account.
    package func apps() throws(DeviceRefusal) -> [AppUsingAccount] {
        let (service, account) = try connected()
        return try asking { () throws(AppleServiceFailure) in try service.apps(using: account) }
    }

    /// Stops using an app and its group, by the primary App ID: what they were given is revoked, and apps of the group on this device are told.
    /// Throws as ``apps()``; where it throws, nothing was revoked, or the device learns of it later.
    package func stopUsing(_ primary: String) throws(DeviceRefusal) {
        let (service, account) = try connected()
        try asking { () throws(AppleServiceFailure) in try service.stop(account, using: primary) }
        try states.refresh()
    }

    /// Looks whether consents were revoked elsewhere: on the web, on another device. Apps on this device are told.
    package func refresh() throws(DeviceRefusal) {
        try states.refresh()
    }

    /// Lets an app provide passwords, or lets it no longer, whereupon what it told the system is forgotten.
    package func setProvider(_ app: App, isEnabled: Bool) throws(DeviceRefusal) {
        try memory.change { state in
            var provider = isEnabled ? state.providers[app.identifier.rawValue] ?? ProvidedIdentities() : ProvidedIdentities()
            provider.isEnabled = isEnabled
            state.providers[app.identifier.rawValue] = provider
        }
    }

    private func connected() throws(DeviceRefusal) -> (AppleServiceClient, AppleAccount) {
        guard let account else { throw .badRequest("the device is signed in to no Apple account") }
        return (try reached(), account)
    }

    private func reached() throws(DeviceRefusal) -> AppleServiceClient {
        guard let service else { throw .unavailable("the device has no way to Apple's service") }
        return service
    }

    private func asking<Value>(_ body: () throws(AppleServiceFailure) -> Value) throws(DeviceRefusal) -> Value {
        do throws(AppleServiceFailure) {
            return try body()
        } catch {
            switch error {
            case .unreachable(let reason): throw .unavailable(reason)
            case .refused, .unknownClient, .accountLocked, .twoFactorNotEnabled, .notConsented:
                throw .badRequest("the service refuses: \(error)")
            case .malformed: throw .unavailable("the service gave an answer that is none")
            case .withdrawn: throw .authentication(.appCancel)
            }
        }
    }
}

/// The Apple account that a device is signed in to, by the name that the service knows it under.
package struct AppleAccount: RawRepresentable, Hashable, Codable, Sendable {
    /// In bytes.
    package static let maximumLength = 255

    package let rawValue: String

    /// Gives nothing for an empty name, one over `maximumLength` bytes, and one with characters that an address would have to escape.
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

/// An app as Apple's service knows it, by its application identifier: the team's, a dot, and the bundle's.
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
