/// What the system orders an extension that provides credentials to do.
package enum ProviderOrder: Equatable, Sendable {
    /// The most services that one order names.
    package static let maximumServices = 32

    /// Give this credential without showing anything.
    case provide(CredentialIdentity)
    /// Make a view in which the person does what is missing for this credential.
    case prepare(CredentialIdentity)
    /// Make a view in which the person chooses a credential of this kind for one of these services.
    case list(CredentialIdentity.Kind, [ServiceName])
    /// Make a view in which the person sets the provider up.
    case configure
    /// The person did something to the view.
    case event(ViewEvent)
}

/// A service as a provider of credentials knows it (`ASCredentialServiceIdentifier`).
package struct ServiceName: Hashable, Sendable {
    package let identifier: String
    package let kind: CredentialIdentity.ServiceKind

    /// Returns nil for a text over ``CredentialIdentity/maximumTextLength`` bytes.
    package init?(_ identifier: String, _ kind: CredentialIdentity.ServiceKind) {
        guard identifier.utf8.count <= CredentialIdentity.maximumTextLength else { return nil }
        self.identifier = identifier
        self.kind = kind
    }
}

extension ServiceName: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        identifier = try reader.text(atMost: CredentialIdentity.maximumTextLength)
        kind = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.text(identifier)
        writer.value(kind)
    }
}

extension ProviderOrder: WireValue {
    private enum Tag: UInt8, WireValue {
        case provide = 1
        case prepare = 2
        case list = 3
        case configure = 4
        case event = 5
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .provide: self = .provide(try reader.value())
        case .prepare: self = .prepare(try reader.value())
        case .list: self = .list(try reader.value(), try reader.list(atMost: Self.maximumServices))
        case .configure: self = .configure
        case .event: self = .event(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .provide(let identity):
            writer.value(Tag.provide)
            writer.value(identity)
        case .prepare(let identity):
            writer.value(Tag.prepare)
            writer.value(identity)
        case .list(let kind, let services):
            writer.value(Tag.list)
            writer.value(kind)
            writer.list(services)
        case .configure: writer.value(Tag.configure)
        case .event(let event):
            writer.value(Tag.event)
            writer.value(event)
        }
    }
}
