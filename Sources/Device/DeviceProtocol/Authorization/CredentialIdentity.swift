/// A credential that a provider has, as far as it tells the system: whose and where, never the secret (`ASPasswordCredentialIdentity`,
/// `ASOneTimeCodeCredentialIdentity`).
package struct CredentialIdentity: Hashable, Sendable {
    /// The longest text of each, in bytes.
    package static let maximumTextLength = 1_024

    /// The kinds of credentials. The raw values are those of `ASCredentialIdentityStore.IdentityTypes`; passkeys would be 2.
    package enum Kind: UInt8, WireValue, CaseIterable, Codable, Sendable {
        case password = 1
        case oneTimeCode = 4
    }

    /// How the service is named (`ASCredentialServiceIdentifier.IdentifierType`).
    package enum ServiceKind: UInt8, WireValue, CaseIterable, Sendable {
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
}

extension CredentialIdentity: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let identity = CredentialIdentity(
            try reader.value(), service: try reader.text(), serviceKind: try reader.value(), user: try reader.text(),
            record: try reader.optional { (reader) throws(WireError) in try reader.text() }, rank: try reader.number())
        self = try reader.checked(identity, from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.value(kind)
        writer.text(service)
        writer.value(serviceKind)
        writer.text(user)
        writer.optional(record) { $0.text($1) }
        writer.number(rank)
    }
}
