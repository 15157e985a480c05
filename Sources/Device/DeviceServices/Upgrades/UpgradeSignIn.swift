package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol

/// Gets Sign in with Apple credentials for extensions.
package protocol UpgradeSignIn: Sendable {
    /// Gets a credential, and blocks until the sign-in ends.
    ///
    /// - Parameter cancellation: ends the sign-in when the extension or the requesting app is gone.
    func credential(
        for app: AppIdentifier, state: String?, nonce: String?, until cancellation: PromptCancellationToken
    ) -> UpgradeCredential

    /// Returns whether the device's Apple Account signs in to the app, by the device's memory.
    func usesApple(_ app: AppIdentifier) -> Bool
}

/// Signs in with Apple for extensions, with the same sheets as for apps, in the name of the app.
struct SheetSignIn: UpgradeSignIn {
    let memory: ServicesMemory
    let service: AppleServiceClient?
    let authorizations: AuthorizationCoordinator

    func credential(
        for app: AppIdentifier, state: String?, nonce: String?, until cancellation: PromptCancellationToken
    ) -> UpgradeCredential {
        let scopes: AppleIDScopes = [.fullName, .email]
        guard let caller = Self.caller(app), let client = AppleClient(caller.app), let service,
            let account = memory.current.account,
            let request = AppleIDRequest(scopes: scopes, state: state, nonce: nonce),
            // Apps withdraw requests by their context. This request is withdrawn by `withdrawal` instead.
            let context = ContextReference([UInt8](repeating: 0, count: ContextReference.length))
        else { return .unavailable }
        // The extension learns that Apple is unreachable. The user sees no error that they cannot resolve.
        do throws(AppleServiceFailure) {
            _ = try service.form(for: client, account, scopes, until: cancellation)
        } catch {
            switch error {
            case .unreachable, .cancelled, .malformed: return .unavailable
            // Shows errors that the user can resolve.
            case .unknownClient, .accountLocked, .twoFactorNotEnabled, .notConsented, .rejected: break
            }
        }
        let outcome = try? authorizations.perform(
            PerformAuthorization(context: context, subjects: [.appleID(request)]), for: caller, until: cancellation)
        switch outcome {
        case .granted(.appleID(let grant)): return .granted(grant)
        case .rejected(let rejection) where rejection.code == .canceled: return .cancelled
        default: return .unavailable
        }
    }

    func usesApple(_ app: AppIdentifier) -> Bool {
        guard let caller = Self.caller(app), let client = AppleClient(caller.app), let account = memory.current.account,
            let consent = memory.current.consent(of: account, to: client)
        else { return false }
        return !consent.isRevoked
    }

    /// Returns the identity of the app, for which the extension acts in a process that the system started.
    private static func caller(_ app: AppIdentifier) -> Caller? {
        AccessGroup(rawValue: app.description).map { group in
            Caller(app: App(identifier: group), process: ProcessIdentity(processID: 0, userID: 0, startTime: 0))
        }
    }
}
