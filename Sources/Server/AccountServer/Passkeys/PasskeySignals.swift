import Accounts
import JSONText
import Secrets
import WebAuthn

/// Builds the member `signals` of responses: for each method of `PublicKeyCredential`, its argument (section 5.1.10 of WebAuthn
/// Level 3).
///
/// Password managers hide a passkey that the list of accepted ones omits, and delete an unknown one. So a list names every passkey of
/// the account, read from the primary after the change was committed. An unknown passkey is signaled only if the configuration says
/// that no other server uses the relying party ID.
struct PasskeySignals: Sendable {
    /// The name of an account without a user name.
    let serviceName: String
    let configuration: PasskeyConfiguration

    /// Returns the signals for the user of an account: its passkeys and its name.
    func json(_ accepted: AcceptedPasskeys, of account: Account) -> JSONValue {
        json(accepted.user, accepted.passkeys.map(\.credential.id), name: account.userName?.text ?? serviceName)
    }

    /// Returns the signals that hide all passkeys with a user handle that no account has: that of a rejected sign-up or of a deleted
    /// account.
    func json(withoutAccount user: UserHandle, name: String?) -> JSONValue { json(user, [], name: name ?? serviceName) }

    /// Returns the signal that deletes a passkey that no account has, or nil if another server may know it.
    func json(unknown credential: CredentialID) -> JSONValue? {
        guard configuration.isExclusive else { return nil }
        return Signals.unknown(credential, at: configuration.relyingParty).value
    }

    private func json(_ user: UserHandle, _ credentials: [CredentialID], name: String) -> JSONValue {
        Signals.account(user, credentials: credentials, name: name, displayName: name, at: configuration.relyingParty).value
    }
}

extension PasskeyCeremonies {
    private var signals: PasskeySignals { PasskeySignals(serviceName: options.name, configuration: options.configuration) }

    /// Reads the signals for the user of an account, or nil if the account never began to add a passkey or if signals are off.
    func signals(for account: Account) async throws -> JSONValue? {
        try await service.accepted(of: account.id).map { signals.json($0, of: account) }
    }

    /// Reads the signal for a credential that was rejected at a sign-in, or nil if an account has it.
    func signals(rejected credential: CredentialID) async throws -> JSONValue? {
        guard let signal = signals.json(unknown: credential), try await service.isUnknown(credential) else { return nil }
        return signal
    }

    /// Reads the signals for the passkey of a rejected sign-up, or nil if its challenge created an account after all.
    func signals(
        rejected registration: PasskeyRegistration, userName: String, holder: OpaqueToken
    ) async throws -> JSONValue? {
        try await service.rejectedUser(userName: userName, registration, holder: holder).map {
            signals.json(withoutAccount: $0, name: userName)
        }
    }

    /// Reads the signals that hide the passkeys of an account after its deletion, or nil if it has none or if signals are off. Send
    /// them only after the deletion was committed.
    func signals(afterDeletionOf account: Account) async throws -> JSONValue? {
        guard let accepted = try await service.accepted(of: account.id), !accepted.passkeys.isEmpty else { return nil }
        return signals.json(withoutAccount: accepted.user, name: account.userName?.text)
    }
}

extension AccountAPI {
    /// Returns `SignedIn` of the OpenAPI document, with the signals for the user. A client sends them at every sign-in, because its
    /// password manager may have missed earlier ones.
    func signaling(_ signedIn: SignedIn) async throws -> JSONValue {
        try await signaling(signedIn.representation, for: signedIn.active.account)
    }

    /// Returns the object with the member `signals`, if there are any for the user of the account.
    func signaling(_ value: JSONValue, for account: Account) async throws -> JSONValue {
        guard var object = value.object, let signals = try await passkeys?.signals(for: account) else { return value }
        object["signals"] = signals
        return .object(object)
    }
}

extension Problem {
    /// Returns the problem with the member `signals`, which removes the passkey that was rejected.
    func signaling(_ signals: JSONValue?) -> Problem {
        var problem = self
        if let signals { problem.members.append(("signals", signals)) }
        return problem
    }
}
