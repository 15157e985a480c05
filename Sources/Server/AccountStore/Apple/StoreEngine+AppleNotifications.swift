package import Accounts

extension StoreEngine {
    package func apply(_ notification: AppleNotification, event: AuditEvent) async throws -> AppleNotificationOutcome {
        try await write { connection in
            let isNew = try connection.execute(
                "INSERT INTO apple_notifications (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
                [notification.id.text, notification.expiresAt])
            guard isNew == 1 else { return .duplicate }
            guard let known = try connection.lock(notification.key) else {
                // The user never completed a first sign-in, so no account will use the stored name.
                if notification.kind == .accountDeleted { try connection.forgetName(of: notification.key) }
                return .unknownIdentity
            }
            guard notification.at >= known.latest(for: notification.kind) else { return .outdated }
            return .applied(try connection.apply(notification, to: known, event: event.of(known.identity.account)))
        }
    }
}

extension AppleIdentityRow {
    /// Returns the time that a notification must not precede.
    fileprivate func latest(for kind: AppleNotificationKind) -> Timestamp {
        switch kind {
        case .consentRevoked, .accountDeleted: identity.authenticatedAt
        // A sign-in says nothing about the relay address.
        case .emailDisabled, .emailEnabled: emailChangedAt ?? Timestamp(milliseconds: .min)
        }
    }
}

extension StoreConnection {
    fileprivate func apply(
        _ notification: AppleNotification, to known: AppleIdentityRow, event: AuditEvent
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
            let isLast =
                try passwordVersion(of: account) == nil && appleIdentities(of: account).count == 1 && passkeys(of: account).isEmpty
            if isLast {
                // Apple has already revoked the tokens.
                _ = try lockAccount(where: "number = $1", [account], for: .deletion)
                announceEndOfSessions()
                let deletion = AuditEvent(
                    id: event.id, kind: .accountDeleted, account: id, at: event.at, client: event.client, notices: event.notices,
                    targets: event.targets)
                try announce(deletion, of: account)
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
            try mark(known.identity.email, of: account, isDeliverable: isDeliverable, at: event.at)
            try insert(event, of: account)
            return .emailDeliverable(id, isDeliverable)
        }
    }
}

extension StoreEngine {
    package func announce(_ transfer: AppleTransfer, of key: AppleIdentityKey) async throws -> Bool {
        try await write { connection in
            guard let identity = try connection.lock(key) else { return false }
            let bearer = try connection.identity(bearing: transfer)
            guard bearer == nil || bearer == identity.identity.id else { return false }
            return try connection.execute(
                "UPDATE apple_identities SET transfer_team = $1, transfer_subject = $2 WHERE number = $3",
                [transfer.team, transfer.subject, identity.number]) == 1
        }
    }

    package func move(
        _ transfer: AppleTransfer, to subject: AppleSubject, event: AuditEvent
    ) async throws -> AppleTransferOutcome {
        try await write { connection in
            guard let id = try connection.identity(bearing: transfer), let identity = try connection.lock(id) else {
                return .unknown
            }
            let key = AppleIdentityKey(team: transfer.team, subject: subject)
            let others = try connection.appleIdentities(of: identity.accountNumber).filter { $0.number != identity.number }
            guard try connection.appleIdentity(key) == nil, !others.contains(where: { $0.identity.key.team == key.team }) else {
                return .taken
            }
            try connection.queue(
                """
                UPDATE apple_identities SET team = $1, subject = $2, transfer_team = NULL, transfer_subject = NULL WHERE number = $3
                """, [key.team, key.subject, identity.number])
            try connection.queue("DELETE FROM apple_tokens WHERE identity = $1", [identity.number])
            try connection.insert(event.of(identity.identity.account), of: identity.accountNumber)
            guard let moved = try connection.appleIdentity(id) else { return .unknown }
            return .moved(moved.identity)
        }
    }
}

extension StoreConnection {
    fileprivate func identity(bearing transfer: AppleTransfer) throws -> AppleIdentityID? {
        try first(
            "SELECT id FROM apple_identities WHERE transfer_team = $1 AND transfer_subject = $2", [transfer.team, transfer.subject]
        ) { try $0.next() }
    }
}
