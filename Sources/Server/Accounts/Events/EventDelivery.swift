/// An event on its way to a target of the configuration.
package struct EventDelivery: Hashable, Sendable {
    /// The identifier of the event, the same for every attempt and every replay, so that a receiver recognizes a duplicate.
    package let id: AuditEventID
    package let kind: AuditEventKind
    /// The account may be deleted before the delivery.
    package let account: AccountID
    package let at: Timestamp
    package let target: EventTargetName
    /// The delivery is dropped from this time on.
    package let notAfter: Timestamp
    /// See ``AuditEvent/successor``.
    package let successor: AccountID?

    package init(
        id: AuditEventID, kind: AuditEventKind, account: AccountID, at: Timestamp, target: EventTargetName, notAfter: Timestamp,
        successor: AccountID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.account = account
        self.at = at
        self.target = target
        self.notAfter = notAfter
        self.successor = successor
    }

    /// The time for which a delivery is attempted. It is long enough to repair a receiver after a weekend.
    package static var lifetime: Duration { .seconds(3 * 86_400) }
}

/// The name of a target: 1 to 40 lower-case letters, digits and hyphens. It is stored and a metric dimension.
package struct EventTargetName: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Returns nil for any other text.
    package init?(_ text: String) {
        let isAllowed = text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        guard isAllowed, (1...40).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    package var description: String { text }
}

extension AuditEventKind {
    /// The kinds of failed attempts. They are not delivered: a client without a credential can cause any number of them. They are
    /// also the only events that are recorded for unknown accounts, and a delivery would show by its time whether an account exists.
    package static let failedAttempts: Set<AuditEventKind> = [
        .signInFailed, .reauthenticationFailed, .appleReauthenticationFailed, .factorFailed, .passkeyReauthenticationFailed,
        .passkeySignInFailed, .suspendedCredentialFailed,
    ]

    package var isDelivered: Bool { !Self.failedAttempts.contains(self) }
}
