#if PostgreSQL
import AccountTables
package import Accounts

extension PostgreSQLAccountStore {
    package func apply(_ notification: AppleNotification, event: AuditEvent) async throws -> AppleNotificationOutcome {
        try await write { connection in
            let isNew = try connection.execute(
                "INSERT INTO apple_notifications (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
                [notification.id.text, notification.expiresAt])
            guard isNew == 1 else { return .duplicate }
            guard let known = try connection.lock(notification.key) else {
                // Whoever began a first sign-in and never finished it: nobody will come for the name.
                if notification.kind == .accountDeleted { try connection.forgetName(of: notification.key) }
                return .unknownIdentity
            }
            guard notification.at >= known.latest(for: notification.kind) else { return .outdated }
            return .applied(try connection.apply(notification, to: known, event: event.of(known.identity.account)))
        }
    }
}

extension NumberedAppleIdentity {
    /// What a notification must not be older than.
    fileprivate func latest(for kind: AppleNotificationKind) -> Timestamp {
        switch kind {
        case .consentRevoked, .accountDeleted: identity.authenticatedAt
        // Signing in says nothing of the relay.
        case .emailDisabled, .emailEnabled: emailChangedAt ?? Timestamp(milliseconds: .min)
        }
    }
}

extension Connection {
    fileprivate func apply(
        _ notification: AppleNotification, to known: NumberedAppleIdentity, event: AuditEvent
    ) throws -> AppleNotificationEffect {
        let (account, id) = (known.accountNumber, known.identity.account)
        switch notification.kind {
        case .consentRevoked:
            try revokeConsent(of: known.number, account: account, at: event.at)
            try queue(
                "UPDATE apple_identities SET consent_ended_at = $1 WHERE number = $2", [notification.at, known.number])
            try insert(event, of: account)
            return .consentRevoked(id)
        case .accountDeleted:
            let isLast = try passwordVersion(of: account) == nil && appleIdentities(of: account).count == 1
            if isLast {
                // Apple has ended the tokens itself.
                try lockForDeletion(account)
                endsSessions = true
                try queue("DELETE FROM accounts WHERE number = $1", [account])
                return .accountDeleted(id)
            }
            try endSessions(ofAppleIdentity: known.number, account: account)
            try queue("DELETE FROM apple_identities WHERE number = $1", [known.number])
            try insert(event, of: account)
            return .unlinked(id)
        case .emailDisabled, .emailEnabled:
            let isDeliverable = notification.kind == .emailEnabled
            try queue(
                "UPDATE apple_identities SET email_deliverable = $1, email_changed_at = $2 WHERE number = $3",
                [isDeliverable, notification.at, known.number])
            try insert(event, of: account)
            return .emailDeliverable(id, isDeliverable)
        }
    }
}
#endif
