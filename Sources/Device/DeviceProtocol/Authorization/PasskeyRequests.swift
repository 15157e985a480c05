/// An app's request to create a passkey on the device.
package struct PasskeyRegistrationRequest: WireRecord, Hashable {
    /// The maximum length of a user handle, in bytes (Web Authentication Level 3, section 5.4.3).
    package static let maximumUserHandleLength = 64
    /// The maximum length of a user name, in bytes.
    package static let maximumUserNameLength = 1_024

    package let relyingParty: String
    package let challenge: [UInt8]
    /// The user name, which the sheets show.
    package let userName: String
    package let userHandle: [UInt8]
    /// The IDs of the account's existing passkeys.
    package let excludedCredentials: [[UInt8]]
    /// Whether the device creates the passkey without a sheet after a sign-in with a saved password, or not.
    package let isConditional: Bool
    package let extensions: PasskeyRegistrationExtensions
    /// Whether the server requests an attestation that identifies the device.
    package let wantsEnterpriseAttestation: Bool

    /// Returns nil for a text or list that is too long, an empty challenge or user handle, and a user name with control characters.
    package init?(
        relyingParty: String, challenge: [UInt8], userName: String, userHandle: [UInt8], excludedCredentials: [[UInt8]] = [],
        isConditional: Bool = false, extensions: PasskeyRegistrationExtensions = PasskeyRegistrationExtensions(),
        wantsEnterpriseAttestation: Bool = false
    ) {
        guard PasskeyLimits.allow(relyingParty, challenge, excludedCredentials),
            PasskeyLimits.allow(userHandle: userHandle), Self.allows(userName: userName)
        else { return nil }
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.userName = userName
        self.userHandle = userHandle
        self.excludedCredentials = excludedCredentials
        self.isConditional = isConditional
        self.extensions = extensions
        self.wantsEnterpriseAttestation = wantsEnterpriseAttestation
    }

    /// Returns whether a user name is not too long and has no control characters.
    package static func allows(userName: String) -> Bool {
        userName.utf8.count <= maximumUserNameLength
            && userName.unicodeScalars.allSatisfy { !$0.isControl }
    }

    package static let wire = WireForm(
        Self.init, .field(\.relyingParty, .text()), .field(\.challenge, .octets()), .field(\.userName, .text()),
        .field(\.userHandle, .octets()), .field(\.excludedCredentials, PasskeyLimits.credentials),
        .field(\.isConditional), .field(\.extensions), .field(\.wantsEnterpriseAttestation))
}

/// An app's request to sign in with a passkey of the device.
package struct PasskeyAssertionRequest: WireRecord, Hashable {
    package let relyingParty: String
    package let challenge: [UInt8]
    /// The IDs of the acceptable passkeys. Empty for any passkey of the relying party.
    package let allowedCredentials: [[UInt8]]
    package let extensions: PasskeyAssertionExtensions

    /// Returns nil for a text or list that is too long, for an empty challenge, and for extensions that do not match the acceptable
    /// passkeys.
    package init?(
        relyingParty: String, challenge: [UInt8], allowedCredentials: [[UInt8]] = [],
        extensions: PasskeyAssertionExtensions = PasskeyAssertionExtensions()
    ) {
        guard PasskeyLimits.allow(relyingParty, challenge, allowedCredentials), extensions.areValid(for: allowedCredentials)
        else { return nil }
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.allowedCredentials = allowedCredentials
        self.extensions = extensions
    }

    package static let wire = WireForm(
        Self.init, .field(\.relyingParty, .text()), .field(\.challenge, .octets()),
        .field(\.allowedCredentials, PasskeyLimits.credentials), .field(\.extensions))
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character, which names and addresses must not contain (Unicode category Cc).
    package var isControl: Bool { properties.generalCategory == .control }
}

/// The limits of requests and reports.
enum PasskeyLimits {
    static func allow(_ relyingParty: String, _ challenge: [UInt8], _ credentials: [[UInt8]]) -> Bool {
        (1...1_024).contains(challenge.count) && allow(relyingParty, credentials)
    }

    static func allow(_ relyingParty: String, _ credentials: [[UInt8]]) -> Bool {
        relyingParty.utf8.count <= 253 && credentials.count <= maximumCredentials
            && credentials.allSatisfy { $0.count <= maximumIDLength }
    }

    static func allow(userHandle: [UInt8]) -> Bool {
        (1...PasskeyRegistrationRequest.maximumUserHandleLength).contains(userHandle.count)
    }

    static let credentials = WireKind<[[UInt8]]>.list(of: .octets(), atMost: maximumCredentials)

    static let maximumCredentials = 256
    /// The maximum length of a credential ID, in bytes (Web Authentication Level 3, section 4).
    static let maximumIDLength = 1_023
}

/// A new passkey, as the app sends it to its server.
package struct PasskeyRegistration: WireRecord, Hashable {
    package let credentialID: [UInt8]
    package let clientData: [UInt8]
    package let attestationObject: [UInt8]
    package let extensions: PasskeyRegistrationOutputs

    package init(
        credentialID: [UInt8], clientData: [UInt8], attestationObject: [UInt8],
        extensions: PasskeyRegistrationOutputs = PasskeyRegistrationOutputs()
    ) {
        self.credentialID = credentialID
        self.clientData = clientData
        self.attestationObject = attestationObject
        self.extensions = extensions
    }

    package static let wire = WireForm(
        Self.init, .field(\.credentialID, .octets()), .field(\.clientData, .octets()), .field(\.attestationObject, .octets()),
        .field(\.extensions))
}

/// A signature by a passkey, as the app sends it to its server.
package struct PasskeyAssertion: WireRecord, Hashable {
    package let credentialID: [UInt8]
    package let userHandle: [UInt8]
    package let clientData: [UInt8]
    package let authenticatorData: [UInt8]
    package let signature: [UInt8]
    package let extensions: PasskeyAssertionOutputs

    package init(
        credentialID: [UInt8], userHandle: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        extensions: PasskeyAssertionOutputs = PasskeyAssertionOutputs()
    ) {
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.extensions = extensions
    }

    package static let wire = WireForm(
        Self.init, .field(\.credentialID, .octets()), .field(\.userHandle, .octets()), .field(\.clientData, .octets()),
        .field(\.authenticatorData, .octets()), .field(\.signature, .octets()), .field(\.extensions))
}
