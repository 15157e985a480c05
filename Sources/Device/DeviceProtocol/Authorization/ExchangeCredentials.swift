/// Exchanges credentials between an app and the device (`ASCredentialExportManager`, `ASCredentialImportManager`).
package struct ExchangeCredentials: SystemRequest, Equatable {
    package typealias Answer = CredentialExchangeOutcome
    package static let kind = RequestKind.exchangeCredentials

    package let context: ContextReference
    package let step: CredentialExchangeStep

    package init(context: ContextReference, step: CredentialExchangeStep) {
        self.context = context
        self.step = step
    }

    package static let wire = WireForm(Self.init, .field(\.context), .field(\.step))
}

/// A step of an exchange.
package enum CredentialExchangeStep: WireRecord, Equatable {
    /// The app asks whether the device accepts credentials.
    case announce
    /// The app passes its credentials to the device.
    case export(CredentialDocument)
    /// The app imports the credentials that the user exported to it.
    case take(ExchangeToken)

    package static let wire = WireForm<Self>(cases: [
        .case(1, .announce), .case(2, Self.export) { if case .export(let it) = $0 { it } else { nil } },
        .case(3, Self.take) { if case .take(let it) = $0 { it } else { nil } },
    ])
}

/// The outcome of a step.
package enum CredentialExchangeOutcome: WireRecord, Equatable {
    case done
    case document(CredentialDocument)
    case rejected(AuthorizationRejection)

    package static let wire = WireForm<Self>(cases: [
        .case(1, .done), .case(2, Self.document) { if case .document(let it) = $0 { it } else { nil } },
        .case(64, Self.rejected) { if case .rejected(let it) = $0 { it } else { nil } },
    ])
}

/// A document in the Credential Exchange Format (CXF) 1.0 of the FIDO Alliance: JSON with passwords and private keys. Its description
/// is redacted.
package struct CredentialDocument: WireRecord, Hashable, RedactedValue {
    /// The maximum size, in bytes.
    package static let maximumLength = 8 << 20

    package let bytes: [UInt8]

    /// Returns nil for a document that is too long.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
    }

    package static let wire = WireForm(Self.init(_:), .field(\.bytes, .octets(atMost: Self.maximumLength)))
}

/// The 16 bytes that permit an app to take exported credentials once. Its description is redacted.
package struct ExchangeToken: FixedOctets, RedactedValue {
    package static let length = 16

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}
