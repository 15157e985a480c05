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
    /// Sign with this passkey without showing a view.
    case providePasskey(PasskeyOrder)
    /// Create a view in which the user completes what this passkey requires.
    case preparePasskey(PasskeyOrder)
    /// Update the stored credentials without showing a view.
    case report(CredentialReport)
    /// Create a view in which the user confirms a new passkey.
    case createPasskey(PasskeyCreationOrder)
    /// Create a passkey for a conditional request without showing a view, if possible.
    case createPasskeySilently(PasskeyCreationOrder)
    /// Create a view in which the user chooses a password for one of these services, or a passkey for the request.
    case listWithPasskeys([ServiceName], PasskeyListOrder)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.provide) { if case .provide(let it) = $0 { it } else { nil } },
        .case(2, Self.prepare) { if case .prepare(let it) = $0 { it } else { nil } },
        .case(3, Self.list, .value, .list(atMost: Self.maximumServices)) {
            if case .list(let a, let b) = $0 { (a, b) } else { nil }
        },
        .case(4, .configure),
        .case(5, Self.event) { if case .event(let it) = $0 { it } else { nil } },
        .case(6, Self.providePasskey) { if case .providePasskey(let it) = $0 { it } else { nil } },
        .case(7, Self.preparePasskey) { if case .preparePasskey(let it) = $0 { it } else { nil } },
        .case(8, Self.report) { if case .report(let it) = $0 { it } else { nil } },
        .case(9, Self.createPasskey) { if case .createPasskey(let it) = $0 { it } else { nil } },
        .case(10, Self.createPasskeySilently) { if case .createPasskeySilently(let it) = $0 { it } else { nil } },
        .case(11, Self.listWithPasskeys, .list(atMost: Self.maximumServices), .value) {
            if case .listWithPasskeys(let a, let b) = $0 { (a, b) } else { nil }
        },
    ])
}

/// A request for a signature by a passkey of a provider. The provider receives the digest of the client data, never the client
/// data.
package struct PasskeyOrder: WireRecord, Hashable {
    package let identity: CredentialIdentity
    /// The SHA-256 digest of the client data.
    package let clientDataHash: [UInt8]
    package let extensions: PasskeyAssertionExtensions

    /// Returns nil for an identity of another kind, and for a digest of another length.
    package init?(
        identity: CredentialIdentity, clientDataHash: [UInt8],
        extensions: PasskeyAssertionExtensions = PasskeyAssertionExtensions()
    ) {
        guard identity.kind == .passkey, clientDataHash.count == 32 else { return nil }
        self.identity = identity
        self.clientDataHash = clientDataHash
        self.extensions = extensions
    }

    package static let wire = WireForm(
        Self.init(identity:clientDataHash:extensions:), .field(\.identity), .field(\.clientDataHash, .octets()),
        .field(\.extensions))
}

/// A request for a signature by one of a provider's passkeys, which the user chooses in the provider's view
/// (`ASPasskeyCredentialRequestParameters`).
package struct PasskeyListOrder: WireRecord, Hashable {
    package let relyingParty: String
    /// The SHA-256 digest of the client data.
    package let clientDataHash: [UInt8]
    /// The IDs of the acceptable passkeys. Empty for any passkey of the relying party.
    package let allowedCredentials: [[UInt8]]
    package let extensions: PasskeyAssertionExtensions

    /// Returns nil for a digest of another length, and for values outside the limits of ``PasskeyAssertionRequest``.
    package init?(
        relyingParty: String, clientDataHash: [UInt8], allowedCredentials: [[UInt8]] = [],
        extensions: PasskeyAssertionExtensions = PasskeyAssertionExtensions()
    ) {
        guard clientDataHash.count == 32, PasskeyLimits.allow(relyingParty, allowedCredentials),
            extensions.areValid(for: allowedCredentials)
        else { return nil }
        self.relyingParty = relyingParty
        self.clientDataHash = clientDataHash
        self.allowedCredentials = allowedCredentials
        self.extensions = extensions
    }

    package static let wire = WireForm(
        Self.init(relyingParty:clientDataHash:allowedCredentials:extensions:), .field(\.relyingParty, .text()),
        .field(\.clientDataHash, .octets()), .field(\.allowedCredentials, PasskeyLimits.credentials), .field(\.extensions))
}

/// A signature by a passkey of a provider, not checked.
package struct ProvidedAssertion: WireRecord, Hashable {
    package let relyingParty: String
    package let credentialID: [UInt8]
    package let userHandle: [UInt8]
    package let clientDataHash: [UInt8]
    package let authenticatorData: [UInt8]
    package let signature: [UInt8]
    package let outputs: PasskeyAssertionOutputs

    /// Returns nil for a value that is too long.
    package init?(
        relyingParty: String, credentialID: [UInt8], userHandle: [UInt8], clientDataHash: [UInt8], authenticatorData: [UInt8],
        signature: [UInt8], outputs: PasskeyAssertionOutputs = PasskeyAssertionOutputs()
    ) {
        guard relyingParty.utf8.count <= 253, credentialID.count <= 1_023,
            [userHandle, clientDataHash].allSatisfy({ $0.count <= 64 }),
            [authenticatorData, signature].allSatisfy({ $0.count <= 1_024 })
        else { return nil }
        self.relyingParty = relyingParty
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.clientDataHash = clientDataHash
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.outputs = outputs
    }

    package static let wire = WireForm(
        Self.init, .field(\.relyingParty, .text()), .field(\.credentialID, .octets()), .field(\.userHandle, .octets()),
        .field(\.clientDataHash, .octets()), .field(\.authenticatorData, .octets()), .field(\.signature, .octets()),
        .field(\.outputs))
}

/// A request for a new passkey of a provider. As for a signature, the provider receives only the digest of the client data.
package struct PasskeyCreationOrder: WireRecord, Hashable {
    package let relyingParty: String
    package let userName: String
    package let userHandle: [UInt8]
    /// The SHA-256 digest of the client data.
    package let clientDataHash: [UInt8]
    /// The IDs of the account's existing passkeys.
    package let excludedCredentials: [[UInt8]]
    package let extensions: PasskeyRegistrationExtensions

    /// Returns nil for a digest of another length, and for values outside the limits of ``PasskeyRegistrationRequest``.
    package init?(
        relyingParty: String, userName: String, userHandle: [UInt8], clientDataHash: [UInt8], excludedCredentials: [[UInt8]] = [],
        extensions: PasskeyRegistrationExtensions = PasskeyRegistrationExtensions()
    ) {
        guard clientDataHash.count == 32, PasskeyLimits.allow(relyingParty, excludedCredentials),
            PasskeyLimits.allow(userHandle: userHandle), PasskeyRegistrationRequest.allows(userName: userName)
        else { return nil }
        self.relyingParty = relyingParty
        self.userName = userName
        self.userHandle = userHandle
        self.clientDataHash = clientDataHash
        self.excludedCredentials = excludedCredentials
        self.extensions = extensions
    }

    /// Creates the order for an app's request, which has the same limits. A conditional request derives no secrets, because the user is
    /// not verified.
    ///
    /// - Parameter clientDataHash: The SHA-256 digest of the client data. Another length is a programming error.
    package init(_ request: PasskeyRegistrationRequest, clientDataHash: [UInt8]) {
        precondition(clientDataHash.count == 32, "a SHA-256 digest has 32 bytes")
        relyingParty = request.relyingParty
        userName = request.userName
        userHandle = request.userHandle
        self.clientDataHash = clientDataHash
        excludedCredentials = request.excludedCredentials
        let prf = request.extensions.prf
        extensions = PasskeyRegistrationExtensions(
            prf: request.isConditional ? prf.map { _ in PasskeyRegistrationExtensions.PRF.support } : prf,
            largeBlob: request.extensions.largeBlob)
    }

    package static let wire = WireForm(
        Self.init(relyingParty:userName:userHandle:clientDataHash:excludedCredentials:extensions:),
        .field(\.relyingParty, .text()), .field(\.userName, .text()), .field(\.userHandle, .octets()),
        .field(\.clientDataHash, .octets()), .field(\.excludedCredentials, PasskeyLimits.credentials), .field(\.extensions))
}

/// A new passkey of a provider, not checked.
package struct ProvidedRegistration: WireRecord, Hashable {
    package let relyingParty: String
    package let clientDataHash: [UInt8]
    package let credentialID: [UInt8]
    package let attestationObject: [UInt8]
    package let outputs: PasskeyRegistrationOutputs

    /// Returns nil for a value that is too long.
    package init?(
        relyingParty: String, clientDataHash: [UInt8], credentialID: [UInt8], attestationObject: [UInt8],
        outputs: PasskeyRegistrationOutputs = PasskeyRegistrationOutputs()
    ) {
        guard relyingParty.utf8.count <= 253, clientDataHash.count <= 64, credentialID.count <= 1_023,
            attestationObject.count <= 16_384
        else { return nil }
        self.relyingParty = relyingParty
        self.clientDataHash = clientDataHash
        self.credentialID = credentialID
        self.attestationObject = attestationObject
        self.outputs = outputs
    }

    package static let wire = WireForm(
        Self.init, .field(\.relyingParty, .text()), .field(\.clientDataHash, .octets()), .field(\.credentialID, .octets()),
        .field(\.attestationObject, .octets()), .field(\.outputs))
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
package enum ProviderReport: WireRecord, Equatable, RedactedValue {
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
    case passkey(ProvidedAssertion)
    /// The provider has handled a report about credentials.
    case isUpdated
    case registration(ProvidedRegistration)

    package static let wire = WireForm<Self>(cases: [
        .case(1, .isPrepared),
        .case(2, Self.password) { if case .password(let it) = $0 { it } else { nil } },
        .case(3, Self.oneTimeCode, .text(atMost: Self.maximumCodeLength)) { if case .oneTimeCode(let it) = $0 { it } else { nil } },
        .case(4, .isConfigured),
        .case(5, Self.gaveUp) { if case .gaveUp(let it) = $0 { it } else { nil } },
        .case(6, Self.shows) { if case .shows(let it) = $0 { it } else { nil } },
        .case(7, Self.passkey) { if case .passkey(let it) = $0 { it } else { nil } },
        .case(8, .isUpdated),
        .case(9, Self.registration) { if case .registration(let it) = $0 { it } else { nil } },
    ])
}
