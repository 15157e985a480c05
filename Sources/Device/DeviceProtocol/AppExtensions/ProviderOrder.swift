/// A message from the system to a credential provider extension.
package enum ProviderOrder: WireRecord, Equatable {
    /// The maximum number of services in one order.
    package static let maximumServices = 32

    /// Return this credential without showing a view.
    case provide(CredentialIdentity)
    /// Create a view in which the user completes what this credential requires.
    case prepare(CredentialIdentity)
    /// Create a view in which the user chooses a credential of this kind for one of these services.
    case list(CredentialIdentity.Kind, [ServiceName])
    /// Create a view in which the user configures the provider.
    case configure
    /// The user acted in the view.
    case event(ViewEvent)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.provide) { if case .provide(let it) = $0 { it } else { nil } },
        .case(2, Self.prepare) { if case .prepare(let it) = $0 { it } else { nil } },
        .case(3, Self.list, .value, .list(atMost: Self.maximumServices)) {
            if case .list(let a, let b) = $0 { (a, b) } else { nil }
        },
        .case(4, .configure),
        .case(5, Self.event) { if case .event(let it) = $0 { it } else { nil } },
    ])
}

/// A service as a credential provider identifies it (`ASCredentialServiceIdentifier`).
package struct ServiceName: WireRecord, Hashable {
    package let identifier: String
    package let kind: CredentialIdentity.ServiceKind

    /// Returns nil for a text over ``CredentialIdentity/maximumTextLength`` bytes.
    package init?(_ identifier: String, _ kind: CredentialIdentity.ServiceKind) {
        guard identifier.utf8.count <= CredentialIdentity.maximumTextLength else { return nil }
        self.identifier = identifier
        self.kind = kind
    }

    package static let wire = WireForm(
        Self.init, .field(\.identifier, .text(atMost: CredentialIdentity.maximumTextLength)), .field(\.kind))
}

/// A message from a credential provider extension to the system. Its description is redacted.
package enum ProviderReport: WireRecord, Equatable {
    /// The maximum length of a one-time code, in bytes.
    package static let maximumCodeLength = 64

    /// The view is ready.
    case isPrepared
    case password(PasswordGrant)
    case oneTimeCode(String)
    /// The user has configured the provider.
    case isConfigured
    case gaveUp(ModificationFailure)
    /// The new content of the extension's view.
    case shows(ShownScreen)

    package static let wire = WireForm<Self>(cases: [
        .case(1, .isPrepared),
        .case(2, Self.password) { if case .password(let it) = $0 { it } else { nil } },
        .case(3, Self.oneTimeCode, .text(atMost: Self.maximumCodeLength)) { if case .oneTimeCode(let it) = $0 { it } else { nil } },
        .case(4, .isConfigured),
        .case(5, Self.gaveUp) { if case .gaveUp(let it) = $0 { it } else { nil } },
        .case(6, Self.shows) { if case .shows(let it) = $0 { it } else { nil } },
    ])
}

extension ProviderReport: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ProviderReport(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
