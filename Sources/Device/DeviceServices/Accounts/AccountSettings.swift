package import DeviceBroker
package import DeviceProtocol

/// What a person does in Settings: the device's Apple account, the apps that use it, the providers of passwords. Calls block.
package struct AccountSettings: Sendable {
    let memory: ServicesMemory
    let states: CredentialStates
    let service: AppleServiceClient?

    /// The account that the device is signed in to.
    package var account: AppleAccount? { memory.current.account }

    /// Signs the device in, in place of any other account. Throws `unavailable` where that cannot be written down.
    package func signIn(to account: AppleAccount) throws(DeviceRefusal) {
        try memory.change { $0.account = account }
    }

    /// Signs the device out. Consents stay: they are the account's.
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
        guard let service else { throw .unavailable("the device has no way to Apple's service") }
        return (service, account)
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
