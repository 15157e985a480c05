/// Reads the credential identities that the app, a credential provider, has registered with the system.
package struct ReadIdentityStore: SystemRequest, Equatable {
    package typealias Answer = IdentityStoreContents
    package static let kind = RequestKind.readIdentityStore

    package let context: ContextReference

    package init(context: ContextReference) {
        self.context = context
    }

    package static let wire = WireForm(Self.init, .field(\.context))
}

/// The identities of one app.
package struct IdentityStoreContents: WireRecord, Equatable {
    /// Whether the user has enabled the app as a credential provider.
    package let isEnabled: Bool
    package let identities: [CredentialIdentity]

    package init(isEnabled: Bool, identities: [CredentialIdentity]) {
        self.isEnabled = isEnabled
        self.identities = identities
    }

    package static let wire = WireForm(
        Self.init, .field(\.isEnabled), .field(\.identities, .list(atMost: ChangeIdentities.maximumIdentities)))
}

/// Changes the app's registered identities, atomically.
package struct ChangeIdentities: SystemRequest, Equatable {
    package typealias Answer = IdentityStoreOutcome
    package static let kind = RequestKind.changeIdentities
    /// The maximum number of identities of one app.
    package static let maximumIdentities = 10_000

    package enum Change: UInt8, WireValue, CaseIterable {
        case save = 1
        case remove = 2
        /// Replaces all identities of the app; an empty list removes them.
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

/// The outcome of a change (`ASCredentialIdentityStoreError`).
package enum IdentityStoreOutcome: UInt8, WireValue, CaseIterable {
    case done = 1
    case internalError = 2
    case storeDisabled = 3
}

/// A credential that a provider registers with the system: its user and service, without the secret
/// (`ASPasswordCredentialIdentity`, `ASPasskeyCredentialIdentity`, `ASOneTimeCodeCredentialIdentity`).
package struct CredentialIdentity: WireRecord, Hashable {
    /// The maximum length of each text, in bytes.
    package static let maximumTextLength = 1_024

    /// The kinds of credentials. The raw values are those of `ASCredentialIdentityStore.IdentityTypes`.
    package enum Kind: UInt8, WireValue, CaseIterable, Codable {
        case password = 1
        case passkey = 2
        case oneTimeCode = 4
    }

    /// The form of the service name (`ASCredentialServiceIdentifier.IdentifierType`).
    package enum ServiceKind: UInt8, WireValue, CaseIterable {
        case domain = 0
        case url = 1
        case app = 2
    }

    package let kind: Kind
    package let service: String
    package let serviceKind: ServiceKind
    /// The user name, or the label of a code generator.
    package let user: String
    /// The provider's record identifier.
    package let record: String?
    /// The system offers identities with a higher rank first.
    package let rank: Int64
    /// The passkey, if the identity is of that kind. Its service is the domain of the relying party.
    package let passkey: PasskeyReference?

    /// Returns nil if a text is too long, and for a passkey without its reference or of a service that is not a domain.
    package init?(
        _ kind: Kind = .password, service: String, serviceKind: ServiceKind, user: String, record: String? = nil, rank: Int64 = 0,
        passkey: PasskeyReference? = nil
    ) {
        guard [service, user, record ?? ""].allSatisfy({ $0.utf8.count <= Self.maximumTextLength }),
            (kind == .passkey) == (passkey != nil), passkey == nil || serviceKind == .domain
        else { return nil }
        self.kind = kind
        self.service = service
        self.serviceKind = serviceKind
        self.user = user
        self.record = record
        self.rank = rank
        self.passkey = passkey
    }

    package static let wire = WireForm(
        Self.init, .field(\.kind), .field(\.service, .text()), .field(\.serviceKind), .field(\.user, .text()),
        .field(\.record, .optional(.text())), .field(\.rank), .field(\.passkey))
}

/// A passkey of a provider, without its key.
package struct PasskeyReference: WireRecord, Hashable, Codable {
    package let credentialID: [UInt8]
    package let userHandle: [UInt8]

    /// Returns nil for a value that is empty or too long.
    package init?(credentialID: [UInt8], userHandle: [UInt8]) {
        guard (1...1_023).contains(credentialID.count), PasskeyLimits.allow(userHandle: userHandle) else { return nil }
        self.credentialID = credentialID
        self.userHandle = userHandle
    }

    package static let wire = WireForm(Self.init, .field(\.credentialID, .octets()), .field(\.userHandle, .octets()))
}
