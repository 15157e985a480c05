package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol

/// The way in which an extension gets a credential of Sign in with Apple.
package protocol UpgradeSignIn: Sendable {
    /// Blocks for as long as the person and Apple's service take.
    ///
    /// - Parameter withdrawal: the extension, or the app that asked, is gone.
    func credential(
        for app: AppIdentifier, state: String?, nonce: String?, until withdrawal: Withdrawal
    ) -> UpgradeCredential

    /// Whether the device's Apple account signs in to the app, as far as the device remembers.
    func usesApple(_ app: AppIdentifier) -> Bool
}

/// Signs in with Apple for extensions: the same sheets as apps have, under the name of the app.
struct SheetSignIn: UpgradeSignIn {
    let memory: ServicesMemory
    let service: AppleServiceClient?
    let authorizations: AuthorizationDesk

    func credential(
        for app: AppIdentifier, state: String?, nonce: String?, until withdrawal: Withdrawal
    ) -> UpgradeCredential {
        let scopes: AppleIDScopes = [.fullName, .email]
        guard let caller = Self.caller(app), let client = AppleClient(caller.app), let service,
            let account = memory.current.account,
            let request = AppleIDRequest(scopes: scopes, state: state, nonce: nonce),
            // Contexts are what apps take requests back by. This one is taken back by `withdrawal`.
            let context = ContextReference([UInt8](repeating: 0, count: ContextReference.length))
        else { return .unavailable }
        // The extension hears that Apple cannot be reached; the person, of nothing that they could do about it.
        do throws(AppleServiceFailure) {
            _ = try service.form(for: client, account, scopes, until: withdrawal)
        } catch {
            switch error {
            case .unreachable, .withdrawn, .malformed: return .unavailable
            // What the person can do something about, they are told.
            case .unknownClient, .accountLocked, .twoFactorNotEnabled, .notConsented, .refused: break
            }
        }
        let outcome = try? authorizations.perform(
            PerformAuthorization(context: context, subjects: [.appleID(request)]), for: caller, until: withdrawal)
        switch outcome {
        case .granted(.appleID(let grant)): return .granted(grant)
        case .refused(let refusal) where refusal.code == .canceled: return .cancelled
        default: return .unavailable
        }
    }

    func usesApple(_ app: AppIdentifier) -> Bool {
        guard let caller = Self.caller(app), let client = AppleClient(caller.app), let account = memory.current.account,
            let consent = memory.current.consent(of: account, to: client)
        else { return false }
        return !consent.isRevoked
    }

    /// The extension acts for its app, in a process that the system started.
    private static func caller(_ app: AppIdentifier) -> Caller? {
        AccessGroup(rawValue: app.description).map { group in
            Caller(app: App(identifier: group), process: ProcessIdentity(processID: 0, userID: 0, startTime: 0))
        }
    }
}
