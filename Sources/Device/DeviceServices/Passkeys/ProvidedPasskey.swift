package import AssociatedDomains
import Crypto
package import DeviceProtocol
// Only the flags: the device must not share the server's verification.
import struct WebAuthn.AuthenticatorFlags

/// A passkey of another app, a credential provider.
package struct ProvidedPasskey: Hashable, Sendable {
    package let provider: AppIdentifier
    /// The identity that the provider registered.
    package let identity: CredentialIdentity

    package init(provider: AppIdentifier, identity: CredentialIdentity) {
        self.provider = provider
        self.identity = identity
    }
}

extension Passkey {
    /// Returns nil for an identity of another kind.
    init?(_ provided: ProvidedPasskey) {
        guard let reference = provided.identity.passkey else { return nil }
        self.init(
            relyingParty: provided.identity.service, userName: provided.identity.user, credentialID: reference.credentialID,
            provided: provided)
    }
}

extension ProvidedAssertion {
    /// Returns the reason why the response does not match the request; nil if it does. The signature itself is for the server to
    /// verify, because the device does not have the public key.
    func mistake(for order: PasskeyOrder) -> String? {
        let identity = order.identity
        guard relyingParty == identity.service, credentialID == identity.passkey?.credentialID,
            userHandle == identity.passkey?.userHandle
        else { return Self.otherPasskey }
        return mistake(for: order.clientDataHash)
    }

    /// Returns the reason why the response does not match the request, for a passkey that the user chose in the provider's view; see
    /// ``mistake(for:)-(PasskeyOrder)``.
    func mistake(for order: PasskeyListOrder) -> String? {
        guard relyingParty == order.relyingParty, !credentialID.isEmpty, !userHandle.isEmpty,
            order.allowedCredentials.isEmpty || order.allowedCredentials.contains(credentialID)
        else { return Self.otherPasskey }
        return mistake(for: order.clientDataHash)
    }

    private static let otherPasskey = "It returned the signature of another passkey."

    private func mistake(for requestedHash: [UInt8]) -> String? {
        guard clientDataHash == requestedHash else { return "It signed another request." }
        // The device requests no extensions, so the data end with the counter (section 6.1).
        guard authenticatorData.count == 37, authenticatorData.starts(with: SHA256.hash(data: Array(relyingParty.utf8))) else {
            return "Its authenticator data are malformed or of another site."
        }
        let flags = AuthenticatorFlags(rawValue: authenticatorData[32])
        guard flags.isSuperset(of: [.userPresent, .userVerified]) else { return "It did not verify the user." }
        guard flags.isDisjoint(with: [.attestedCredential, .extensions]),
            flags.contains(.backupEligible) || !flags.contains(.backedUp)
        else { return "The flags of its authenticator data contradict each other." }
        // From the shortest signature in DER to an RSA signature of 4,096 bits.
        guard (8...512).contains(signature.count) else { return "Its signature has an impossible length." }
        return nil
    }
}

extension ProvidedRegistration {
    /// Returns the reason why the new passkey does not match the request; nil if it does. The key and its attestation are for the
    /// server to verify.
    ///
    /// - Parameter isSilent: whether the request is conditional: it requires neither the presence nor the verification of the user (Web
    ///   Authentication Level 3, section 5.1.3).
    func mistake(for order: PasskeyCreationOrder, isSilent: Bool) -> String? {
        guard relyingParty == order.relyingParty else { return "It created a passkey for another site." }
        guard clientDataHash == order.clientDataHash else { return "It created a passkey for another request." }
        guard !credentialID.isEmpty, !order.excludedCredentials.contains(credentialID) else {
            return "The ID of its passkey is empty or in use."
        }
        guard let data = AttestedKey.authenticatorData(of: attestationObject) else { return "Its attestation object is malformed." }
        // Site, flags, counter, AAGUID and the length of the ID, then the ID and the key (section 6.5.1).
        guard data.count > 55 + credentialID.count, data.starts(with: SHA256.hash(data: Array(relyingParty.utf8))),
            Int(data[53]) << 8 | Int(data[54]) == credentialID.count, data.dropFirst(55).starts(with: credentialID)
        else { return "Its authenticator data are malformed, or of another site or passkey." }
        let flags = AuthenticatorFlags(rawValue: data[32])
        guard isSilent || flags.isSuperset(of: [.userPresent, .userVerified]) else { return "It did not verify the user." }
        guard flags.contains(.attestedCredential), !flags.contains(.extensions),
            flags.contains(.backupEligible) || !flags.contains(.backedUp)
        else { return "The flags of its authenticator data contradict each other." }
        return nil
    }
}
