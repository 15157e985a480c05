/// An event that Apple reports about an identity. The caller has verified its signature, issuer, audience and age.
package struct AppleNotification: Hashable, Sendable {
    /// The `jti`. Apple repeats notifications, and an attacker can replay them.
    package let id: AppleNotificationID
    package let key: AppleIdentityKey
    package let kind: AppleNotificationKind
    /// The time of the event, by Apple's clock.
    package let at: Timestamp
    /// The time from which verification rejects the notification. Its identifier is kept until then.
    package let expiresAt: Timestamp

    package init(
        id: AppleNotificationID, key: AppleIdentityKey, kind: AppleNotificationKind, at moment: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.key = key
        self.kind = kind
        at = moment
        self.expiresAt = expiresAt
    }

    /// The additional time for which its identifier is kept, to allow for clock differences.
    package static var margin: Duration { .seconds(3_600) }
}

package enum AppleNotificationKind: Hashable, Sendable, CaseIterable {
    case consentRevoked
    case accountDeleted
    case emailDisabled
    case emailEnabled
}

/// The identifier of a notification: 1 to 255 visible ASCII characters.
package struct AppleNotificationID: Hashable, Sendable {
    package let text: String

    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...255) else { return nil }
        self.text = text
    }
}

/// The result of a notification. The response to Apple acknowledges it in every case.
package enum AppleNotificationOutcome: Hashable, Sendable {
    case applied(AppleNotificationEffect)
    /// The notification was received before.
    case duplicate
    /// No account has this identity.
    case unknownIdentity
    /// Apple has authenticated the user, or reported on the e-mail address, more recently than this event.
    case outdated
}

package enum AppleNotificationEffect: Hashable, Sendable {
    /// The sessions of the identity have ended and its tokens are deleted. The user can give consent again.
    case consentRevoked(AccountID)
    /// The account lost this credential and has others.
    case unlinked(AccountID)
    /// The identity was the account's only credential.
    case accountDeleted(AccountID)
    case emailDeliverable(AccountID, Bool)
}

extension AppleAccountService {
    /// Applies a notification once. The caller acknowledges it to Apple with any outcome.
    package func receive(_ notification: AppleNotification, client: Client, now: Timestamp) async throws -> AppleNotificationOutcome
    {
        let event = event(notification.kind.event, nil, by: client, at: now)
        let outcome = try await stores.apply(notification, event: event)
        if case .applied(let effect) = outcome { report(effect, event: event, client: client, now: now) }
        return outcome
    }

    private func report(_ effect: AppleNotificationEffect, event: AuditEvent, client: Client, now: Timestamp) {
        switch effect {
        case .consentRevoked(let account), .unlinked(let account), .emailDeliverable(let account, _):
            accounts.report(event.of(account))
        case .accountDeleted(let account):
            accounts.report(self.event(.accountDeleted, account, by: client, at: now))
        }
    }
}

extension AppleNotificationKind {
    /// The audit event that records the notification.
    fileprivate var event: AuditEventKind {
        switch self {
        case .consentRevoked: .appleConsentRevoked
        case .accountDeleted: .appleAccountDeleted
        case .emailDisabled: .appleEmailDisabled
        case .emailEnabled: .appleEmailEnabled
        }
    }
}
