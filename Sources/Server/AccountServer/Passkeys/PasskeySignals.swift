import Accounts
import JSONText
import Secrets
import WebAuthn

/// Builds the member `signals` of responses: for each method of `PublicKeyCredential`, its argument (section 5.1.10 of WebAuthn
/// Level 3).
///
/// Password managers hide a passkey that the list of accepted ones omits, and delete an unknown one. So a list names every passkey of
/// the account, read from the primary after the change was committed, and an unknown passkey is signaled only if the configuration
/// says that no other server uses the relying party ID.
struct PasskeySignals: Sendable {
    /// The name of an account without a user name.
    let serviceName: String
    let configuration: PasskeyConfiguration

    /// Returns the signals for the user of an account: its passkeys and its name.
    func json(_ accepted: AcceptedPasskeys, of account: Account) -> JSONValue {
        json(accepted.user, accepted.passkeys.map(\.credential.id), name: account.userName?.text ?? serviceName)
    }

    /// Returns the signals that hide the passkey of a rejected sign-up. No other passkey has its user handle.
    func json(rejected user: UserHandle, name: String) -> JSONValue { json(user, [], name: name) }

    /// Returns the signal that deletes a passkey that no account has, or nil if another server may know it.
    func json(unknown credential: CredentialID) -> JSONValue? {
        configuration.isExclusive ? Signals.unknown(credential, at: configuration.relyingParty).value : nil
    }

    private func json(_ user: UserHandle, _ credentials: [CredentialID], name: String) -> JSONValue {
        Signals.account(user, credentials: credentials, name: name, displayName: name, at: configuration.relyingParty).value
    }
}

extension PasskeyCeremonies {
    var signals: PasskeySignals { PasskeySignals(serviceName: options.name, configuration: options.configuration) }

    /// Reads the signals for the user of an account, or nil if the account never began to add a passkey.
    func signals(for account: Account) async throws -> JSONValue? {
        try await service.accepted(of: account.id).map { signals.json($0, of: account) }
    }
}
