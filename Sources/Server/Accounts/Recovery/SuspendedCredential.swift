/// A credential that a recovery suspended, because it is older than the verification of the address with the code. An earlier owner
/// of the account may have added it.
///
/// It opens and renews no session, and is not a second factor, until its owner confirms it. A recovery in which a second factor was proved
/// suspends nothing.
package enum SuspendedCredential: Hashable, Sendable {
    case passkey(PasskeyID)
    case appleIdentity(AppleIdentityID)
}

package enum CredentialConfirmationOutcome: Hashable, Sendable {
    case confirmed
    /// The account has no such credential, or it is not suspended.
    case missing
    case reauthenticationRequired
    case sessionEnded
}

extension AccountService {
    /// Confirms a suspended credential of the signed-in account, which can then be used again. Requires recent authentication.
    package func confirm(
        _ credential: SuspendedCredential, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> CredentialConfirmationOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let event = event(.credentialConfirmed, active.account.id, by: client, at: now)
        switch try await stores.confirm(credential, by: active.session.id, event: event) {
        case .missing: return .missing
        case .sessionEnded: return .sessionEnded
        case .confirmed:
            report(event)
            return .confirmed
        }
    }

    /// Records that a suspended credential was proved.
    func recordSuspendedUse(of account: AccountID, by client: Client, now: Timestamp) async throws {
        let failure = event(.suspendedCredentialFailed, account, by: client, at: now)
        try await stores.record(failure)
        report(failure)
    }
}

/// A passkey or Apple identity that an account had before its recovery.
package enum EarlierCredential: Hashable, Sendable {
    case passkey(Passkey)
    case appleIdentity(AppleIdentity)

    package var isSuspended: Bool {
        switch self {
        case .passkey(let passkey): passkey.suspendedAt != nil
        case .appleIdentity(let identity): identity.suspendedAt != nil
        }
    }
}

extension AccountService {
    /// Returns the credentials that an account had before its recovery, for the page after it.
    ///
    /// - Parameter end: the time from which passkeys are not earlier; nil to return all of them.
    package func earlierCredentials(of account: AccountID, before end: Timestamp?) async throws -> [EarlierCredential] {
        let passkeys = try await stores.passkeys(of: account).filter { passkey in end.map { passkey.createdAt < $0 } ?? true }
        let identities = try await stores.appleIdentities(of: account)
        return passkeys.map(EarlierCredential.passkey) + identities.map(EarlierCredential.appleIdentity)
    }
}
