/// Something that Apple tells of an identity, after whoever holds the keys has verified it: signature, issuer, audience, age.
package struct AppleNotification: Hashable, Sendable {
    /// The `jti`. Apple repeats notifications, and anybody may repeat them.
    package let id: AppleNotificationID
    package let key: AppleIdentityKey
    package let kind: AppleNotificationKind
    /// When it happened, by Apple's clock.
    package let at: Timestamp
    /// From when on verification refuses the notification: until then its identifier is remembered.
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

    /// How much longer its identifier is remembered, for clocks that differ.
    package static var margin: Duration { .seconds(3_600) }
}

package enum AppleNotificationKind: Hashable, Sendable, CaseIterable {
    case consentRevoked
    case accountDeleted
    case emailDisabled
    case emailEnabled
}

/// What names a notification: 1 to 255 visible ASCII characters.
package struct AppleNotificationID: Hashable, Sendable {
    package let text: String

    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...255) else { return nil }
        self.text = text
    }
}

/// What came of a notification. Apple is told that it arrived, whatever it is.
package enum AppleNotificationOutcome: Hashable, Sendable {
    case applied(AppleNotificationEffect)
    /// It came before.
    case duplicate
    /// Nobody here has this identity.
    case unknownIdentity
    /// Apple vouched for the identity, or told of its e-mail address, later than this happened.
    case outdated
}

package enum AppleNotificationEffect: Hashable, Sendable {
    /// The identity's sessions have ended and its tokens are forgotten; it may come back.
    case consentRevoked(AccountID)
    /// The account lost this credential and has others.
    case unlinked(AccountID)
    /// It was the account's only credential.
    case accountDeleted(AccountID)
    case emailDeliverable(AccountID, Bool)
}

extension AppleAccountService {
    /// Does what Apple tells, once. Whatever comes of it, the notification has arrived and is to be acknowledged.
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
    /// What the owner of the account finds among the events.
    fileprivate var event: AuditEventKind {
        switch self {
        case .consentRevoked: .appleConsentRevoked
        case .accountDeleted: .appleAccountDeleted
        case .emailDisabled: .appleEmailDisabled
        case .emailEnabled: .appleEmailEnabled
        }
    }
}
