/// What the system orders an extension that provides credentials to do.
package enum ProviderOrder: WireRecord, Equatable {
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

/// A service as a provider of credentials knows it (`ASCredentialServiceIdentifier`).
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

/// What an extension that provides credentials reports to the system. Prints nothing of them.
package enum ProviderReport: WireRecord, Equatable {
    /// The longest one-time code, in bytes.
    package static let maximumCodeLength = 64

    /// The view is ready to be shown.
    case isPrepared
    case password(PasswordGrant)
    case oneTimeCode(String)
    /// The person has set the provider up.
    case isConfigured
    case gaveUp(ModificationFailure)
    /// The view shows this from now on.
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
