/// Reads the identities that the app, a provider of passwords, has told the system of.
package struct ReadIdentityStore: SystemRequest, Equatable {
    package typealias Answer = IdentityStoreContents
    package static let kind = RequestKind.readIdentityStore

    package let context: ContextReference

    package init(context: ContextReference) {
        self.context = context
    }

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
    }
}

/// An app's part of the identity store.
package struct IdentityStoreContents: WireValue, Equatable, Sendable {
    /// Whether the person lets the app provide passwords.
    package let isEnabled: Bool
    package let identities: [CredentialIdentity]

    package init(isEnabled: Bool, identities: [CredentialIdentity]) {
        self.isEnabled = isEnabled
        self.identities = identities
    }

    package init(from reader: inout WireReader) throws(WireError) {
        isEnabled = try reader.flag()
        identities = try reader.list(atMost: ChangeIdentities.maximumIdentities)
    }

    package func write(to writer: inout WireWriter) {
        writer.flag(isEnabled)
        writer.list(identities)
    }
}

/// Changes what the system knows of the passwords that the app provides: all of it or nothing.
package struct ChangeIdentities: SystemRequest, Equatable {
    package typealias Answer = IdentityStoreOutcome
    package static let kind = RequestKind.changeIdentities
    /// The most identities that one app may have.
    package static let maximumIdentities = 10_000

    package enum Change: UInt8, WireValue, CaseIterable, Sendable {
        case save = 1
        case remove = 2
        /// The identities take the place of all that were there; with none of them, all are removed.
        case replace = 3
    }

    package let context: ContextReference
    package let change: Change
    package let identities: [CredentialIdentity]

    package init(context: ContextReference, change: Change, identities: [CredentialIdentity]) {
        self.context = context
        self.change = change
        self.identities = identities
    }

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
        change = try reader.value()
        identities = try reader.list(atMost: Self.maximumIdentities)
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
        writer.value(change)
        writer.list(identities)
    }
}

/// What became of a change (`ASCredentialIdentityStoreError`).
package enum IdentityStoreOutcome: UInt8, WireValue, CaseIterable, Sendable {
    case done = 1
    case internalError = 2
    case storeDisabled = 3
}
