import Crypto
// Only the flags and the reader: the device must not share the server's verification.
import struct WebAuthn.AuthenticatorFlags
import enum WebAuthn.CBOR
import struct WebAuthn.CBORMap
import struct WebAuthn.CBORReader

/// The parts of an attestation object that the JSON of a new passkey repeats (Web Authentication Level 3, section 5.2.1.1).
struct AttestedKey {
    let authenticatorData: [UInt8]
    /// The number of the algorithm in COSE.
    let algorithm: Int
    /// The key as SubjectPublicKeyInfo in DER. Nil for another algorithm than ES256, as for a client that does not know it.
    let publicKey: [UInt8]?
    /// Whether the passkey can be on several devices (the flag BE).
    let isBackupEligible: Bool

    /// Returns nil for a malformed object, and for one without a key in COSE (RFC 9052, section 7).
    init?(attestationObject: [UInt8]) {
        guard let data = Self.authenticatorData(of: attestationObject), data.count > 55 else { return nil }
        // Site, flags, counter, AAGUID and the length of the ID, then the ID and the key (section 6.5.1).
        let flags = AuthenticatorFlags(rawValue: data[32])
        let start = 55 + (Int(data[53]) << 8 | Int(data[54]))
        guard flags.contains(.attestedCredential), start < data.count,
            var reader = try? CBORReader(Array(data[start...]), in: "credentialPublicKey"), let key = (try? reader.item())?.map,
            let algorithm = key[3]?.integer
        else { return nil }
        authenticatorData = data
        self.algorithm = algorithm
        publicKey = algorithm == Self.es256 ? Self.spki(key) : nil
        isBackupEligible = flags.contains(.backupEligible)
        guard algorithm != Self.es256 || publicKey != nil else { return nil }
    }

    /// Returns the authenticator data in an attestation object; nil if the object is malformed.
    static func authenticatorData(of attestationObject: [UInt8]) -> [UInt8]? {
        guard var reader = try? CBORReader(attestationObject, in: "attestationObject"), let object = try? reader.item(),
            (try? reader.end()) != nil
        else { return nil }
        return object.map?["authData"]?.bytes
    }

    private static func spki(_ key: CBORMap) -> [UInt8]? {
        guard key[1]?.integer == 2, key[-1]?.integer == 1, let x = key[-2]?.bytes, let y = key[-3]?.bytes, x.count == 32,
            y.count == 32, let point = try? P256.Signing.PublicKey(rawRepresentation: x + y)
        else { return nil }
        return Array(point.derRepresentation)
    }

    /// The number of ES256 in COSE (RFC 9053).
    private static let es256 = -7
}
