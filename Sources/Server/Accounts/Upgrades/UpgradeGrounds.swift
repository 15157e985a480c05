/// What an upgrade of a password is decided by, as a store has read it in the transaction that is to make it.
package struct UpgradeGrounds: Sendable {
    /// The session that asks for it, which lives.
    package struct Asking: Sendable {
        let session: SessionID
        /// When a credential was last shown in it.
        let authenticatedAt: Timestamp
        /// Whether a second factor was shown in it.
        let hasFactor: Bool

        package init(session: SessionID, authenticatedAt: Timestamp, hasFactor: Bool) {
            self.session = session
            self.authenticatedAt = authenticatedAt
            self.hasFactor = hasFactor
        }
    }

    /// Of the password in force; nil where there is none.
    let version: Int?
    /// The upgrade that was made last.
    package let last: StoredPasswordUpgrade?
    /// Nil where the password itself asks, and where the session that does has ended.
    let asking: Asking?
    let requiresFactor: Bool

    package init(version: Int?, last: StoredPasswordUpgrade?, asking: Asking?, requiresFactor: Bool) {
        self.version = version
        self.last = last
        self.asking = asking
        self.requiresFactor = requiresFactor
    }

    /// What stands against an upgrade of the password at a version; nil for nothing.
    ///
    /// - Parameter session: where it was asked for; nil for by the password.
    package func obstacle(to version: Int, in session: SessionID?, at now: Timestamp) -> UpgradeObstacle? {
        guard self.version == version, asking?.session == session else { return .superseded }
        let shown = asking.map { ($0.session, $0.authenticatedAt) }
        if let last, last.version == version, last.forbidsAnother(by: shown, at: now) { return .superseded }
        return requiresFactor && asking?.hasFactor != true ? .factorRequired : nil
    }
}

/// What an upgrade is not made for.
package enum UpgradeObstacle: Hashable, Sendable {
    /// The password changed, or was upgraded by somebody else, or the session ended.
    case superseded
    /// The account has a second factor, and none was shown.
    case factorRequired
}

extension PasswordUpgradeResult {
    package init(_ obstacle: UpgradeObstacle) {
        self =
            switch obstacle {
            case .superseded: .superseded
            case .factorRequired: .factorRequired
            }
    }
}

extension AppleConversionResult {
    package init(_ obstacle: UpgradeObstacle) {
        self =
            switch obstacle {
            case .superseded: .superseded
            case .factorRequired: .factorRequired
            }
    }
}
