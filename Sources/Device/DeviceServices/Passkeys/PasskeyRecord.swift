import DeviceProtocol
import Secrets

/// A passkey of the device, without its private key.
package struct Passkey: Hashable, Sendable {
    /// The domain of the relying party.
    package let relyingParty: String
    package let userName: String
    package let credentialID: [UInt8]

    package init(relyingParty: String, userName: String, credentialID: [UInt8]) {
        self.relyingParty = relyingParty
        self.userName = userName
        self.credentialID = credentialID
    }
}

/// The stored form of a passkey. Its description is redacted.
struct PasskeyRecord: WireRecord, Redacted {
    let passkey: Passkey
    let userHandle: [UInt8]
    /// The P-256 private key: 32 bytes.
    let privateKey: [UInt8]

    static let wire = WireForm(
        version: 1,
        { (relyingParty: String, userName: String, credentialID: [UInt8], userHandle: [UInt8], privateKey: [UInt8]) in
            Self(
                passkey: Passkey(relyingParty: relyingParty, userName: userName, credentialID: credentialID),
                userHandle: userHandle, privateKey: privateKey)
        }, .field(\.passkey.relyingParty, .text()), .field(\.passkey.userName, .text()),
        .field(\.passkey.credentialID, .octets()), .field(\.userHandle, .octets()), .field(\.privateKey, .octets()))
}
