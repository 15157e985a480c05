/// Reads the identities that the app, a provider of passwords, has told the system of.
package struct ReadIdentityStore: SystemRequest, Equatable {
    package typealias Answer = IdentityStoreContents
    package static let kind = RequestKind.readIdentityStore

    package let context: ContextReference

    package init(context: ContextReference) {
        self.context = context
    }

    package static let wire = WireForm(Self.init, .field(\.context))
}

/// An app's part of the identity store.
package struct IdentityStoreContents: WireRecord, Equatable {
    /// Whether the person lets the app provide passwords.
    package let isEnabled: Bool
    package let identities: [CredentialIdentity]

    package init(isEnabled: Bool, identities: [CredentialIdentity]) {
        self.isEnabled = isEnabled
        self.identities = identities
    }

    package static let wire = WireForm(
        Self.init, .field(\.isEnabled), .field(\.identities, .list(atMost: ChangeIdentities.maximumIdentities)))
}

/// Changes what the system knows of the passwords that the app provides: all of it or nothing.
package struct ChangeIdentities: SystemRequest, Equatable {
    package typealias Answer = IdentityStoreOutcome
    package static let kind = RequestKind.changeIdentities
    /// The most identities that one app may have.
    package static let maximumIdentities = 10_000

    package enum Change: UInt8, WireValue, CaseIterable {
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

    package static let wire = WireForm(
        Self.init, .field(\.context), .field(\.change), .field(\.identities, .list(atMost: Self.maximumIdentities)))
}

/// What became of a change (`ASCredentialIdentityStoreError`).
package enum IdentityStoreOutcome: UInt8, WireValue, CaseIterable {
    case done = 1
    case internalError = 2
    case storeDisabled = 3
}

/// A credential that a provider has, as far as it tells the system: whose and where, never the secret (`ASPasswordCredentialIdentity`,
/// `ASOneTimeCodeCredentialIdentity`).
package struct CredentialIdentity: WireRecord, Hashable {
    /// The longest text of each, in bytes.
    package static let maximumTextLength = 1_024

    /// The kinds of credentials. The raw values are those of `ASCredentialIdentityStore.IdentityTypes`; passkeys would be 2.
    package enum Kind: UInt8, WireValue, CaseIterable, Codable {
        case password = 1
        case oneTimeCode = 4
    }

    /// How the service is named (`ASCredentialServiceIdentifier.IdentifierType`).
    package enum ServiceKind: UInt8, WireValue, CaseIterable {
        case domain = 0
        case url = 1
        case app = 2
    }

    package let kind: Kind
    package let service: String
    package let serviceKind: ServiceKind
    /// The user name, or the label of a generator of codes.
    package let user: String
    /// The provider's own name for it.
    package let record: String?
    /// Higher ones are offered first.
    package let rank: Int64

    /// Gives nothing where a text is too long.
    package init?(
        _ kind: Kind = .password, service: String, serviceKind: ServiceKind, user: String, record: String? = nil, rank: Int64 = 0
    ) {
        guard [service, user, record ?? ""].allSatisfy({ $0.utf8.count <= Self.maximumTextLength }) else { return nil }
        self.kind = kind
        self.service = service
        self.serviceKind = serviceKind
        self.user = user
        self.record = record
        self.rank = rank
    }

    package static let wire = WireForm(
        Self.init, .field(\.kind), .field(\.service, .text()), .field(\.serviceKind), .field(\.user, .text()),
        .field(\.record, .optional(.text())), .field(\.rank))
}
