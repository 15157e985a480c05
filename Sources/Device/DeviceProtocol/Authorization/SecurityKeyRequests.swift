/// An app's request to create a credential on a security key.
package struct SecurityKeyRegistrationRequest: WireRecord, Hashable {
    /// The maximum number of algorithms.
    package static let maximumAlgorithms = 32

    package let relyingParty: String
    package let challenge: [UInt8]
    /// The user name, which the key stores with a discoverable credential.
    package let userName: String
    package let userHandle: [UInt8]
    package let excludedCredentials: [[UInt8]]
    package let userVerification: SecurityKeyPreference
    /// Whether the credential must be discoverable.
    package let residentKey: SecurityKeyPreference
    /// The acceptable algorithms, by their numbers in COSE.
    package let algorithms: [Int32]
    /// Whether the server requests an attestation.
    package let wantsAttestation: Bool

    /// Returns nil for a text or list that is too long, an empty challenge, user handle or list of algorithms, and a user name with
    /// control characters.
    package init?(
        relyingParty: String, challenge: [UInt8], userName: String, userHandle: [UInt8], excludedCredentials: [[UInt8]] = [],
        userVerification: SecurityKeyPreference = .preferred, residentKey: SecurityKeyPreference = .discouraged,
        algorithms: [Int32], wantsAttestation: Bool = false
    ) {
        guard PasskeyLimits.allow(relyingParty, challenge, excludedCredentials), PasskeyLimits.allow(userHandle: userHandle),
            PasskeyRegistrationRequest.allows(userName: userName), (1...Self.maximumAlgorithms).contains(algorithms.count)
        else { return nil }
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.userName = userName
        self.userHandle = userHandle
        self.excludedCredentials = excludedCredentials
        self.userVerification = userVerification
        self.residentKey = residentKey
        self.algorithms = algorithms
        self.wantsAttestation = wantsAttestation
    }

    package static let wire = WireForm(
        Self.init, .field(\.relyingParty, .text()), .field(\.challenge, .octets()), .field(\.userName, .text()),
        .field(\.userHandle, .octets()), .field(\.excludedCredentials, PasskeyLimits.credentials), .field(\.userVerification),
        .field(\.residentKey), .field(\.algorithms, .list(atMost: Self.maximumAlgorithms)), .field(\.wantsAttestation))
}

/// An app's request for a signature by a security key.
package struct SecurityKeyAssertionRequest: WireRecord, Hashable {
    package let relyingParty: String
    package let challenge: [UInt8]
    /// The IDs of the acceptable credentials. Empty for any discoverable credential of the relying party.
    package let allowedCredentials: [[UInt8]]
    package let userVerification: SecurityKeyPreference

    /// Returns nil for a text or list that is too long, and for an empty challenge.
    package init?(
        relyingParty: String, challenge: [UInt8], allowedCredentials: [[UInt8]] = [],
        userVerification: SecurityKeyPreference = .preferred
    ) {
        guard PasskeyLimits.allow(relyingParty, challenge, allowedCredentials) else { return nil }
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.allowedCredentials = allowedCredentials
        self.userVerification = userVerification
    }

    package static let wire = WireForm(
        Self.init, .field(\.relyingParty, .text()), .field(\.challenge, .octets()),
        .field(\.allowedCredentials, PasskeyLimits.credentials), .field(\.userVerification))
}

/// Whether a server wants a property of a credential or of a signature.
package enum SecurityKeyPreference: UInt8, WireValue, CaseIterable {
    case discouraged = 1
    case preferred = 2
    case required = 3
}
