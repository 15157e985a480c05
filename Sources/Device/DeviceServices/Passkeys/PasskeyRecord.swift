import DeviceProtocol
package import FoundationEssentials
import Secrets

/// A passkey of the device or of a credential provider, without its private key.
package struct Passkey: Hashable, Sendable {
    /// The domain of the relying party.
    package let relyingParty: String
    package let userName: String
    package let credentialID: [UInt8]
    /// The provider that has the passkey. Nil for one of the device.
    package let provided: ProvidedPasskey?

    package init(relyingParty: String, userName: String, credentialID: [UInt8], provided: ProvidedPasskey? = nil) {
        self.relyingParty = relyingParty
        self.userName = userName
        self.credentialID = credentialID
        self.provided = provided
    }
}

/// A passkey of the device as Settings lists it.
package struct ListedPasskey: Hashable, Sendable {
    package let passkey: Passkey
    /// Nil for an imported passkey whose file states no time.
    package let created: Date?
    /// Nil if the passkey was never used.
    package let lastUsed: Date?
    /// Whether the site does not accept the passkey, so that no app is offered it.
    package let isHidden: Bool
}

/// The stored form of a passkey. Its description is redacted.
struct PasskeyRecord: WireRecord, Redacted {
    var passkey: Passkey
    let userHandle: [UInt8]
    /// The P-256 private key: 32 bytes. Empty if the key is in the enclave. Such a key is not synchronized and not exported.
    let privateKey: [UInt8]
    /// In milliseconds since 1970; nil for an imported passkey whose file states no time.
    var created: Int64?
    /// In milliseconds since 1970; nil if it was never used.
    var lastUsed: Int64?
    /// Whether the site's list of accepted passkeys omitted this one.
    var isHidden = false
    /// The secrets of the extension `prf`; nil for an imported passkey without them.
    var secrets: PasskeySecrets?
    /// Whether the passkey was created with the extension `largeBlob`. This never changes.
    var supportsLargeBlob = false
    /// The blob of the extension `largeBlob`.
    var largeBlob: [UInt8]?
    /// The sealed key of the enclave. Nil for a key that can leave the device.
    var enclaveKey: [UInt8]?

    static let wire = WireForm<PasskeyRecord>(
        version: 1,
        {
            (
                relyingParty: String, userName: String, credentialID: [UInt8], userHandle: [UInt8], privateKey: [UInt8],
                created: Int64?, lastUsed: Int64?, isHidden: Bool, secrets: PasskeySecrets?, supportsLargeBlob: Bool,
                largeBlob: [UInt8]?, enclaveKey: [UInt8]?
            ) -> PasskeyRecord in
            PasskeyRecord(
                passkey: Passkey(relyingParty: relyingParty, userName: userName, credentialID: credentialID),
                userHandle: userHandle, privateKey: privateKey, created: created, lastUsed: lastUsed, isHidden: isHidden,
                secrets: secrets, supportsLargeBlob: supportsLargeBlob, largeBlob: largeBlob, enclaveKey: enclaveKey)
        }, .field(\.passkey.relyingParty, .text()), .field(\.passkey.userName, .text()),
        .field(\.passkey.credentialID, .octets()), .field(\.userHandle, .octets()), .field(\.privateKey, .octets()),
        .field(\.created), .field(\.lastUsed), .field(\.isHidden), .field(\.secrets), .field(\.supportsLargeBlob),
        .field(\.largeBlob, .optional(.octets())), .field(\.enclaveKey, .optional(.octets())))
}

extension PasskeyRecord {
    var listed: ListedPasskey {
        ListedPasskey(
            passkey: passkey, created: created.map(Date.init(milliseconds:)), lastUsed: lastUsed.map(Date.init(milliseconds:)),
            isHidden: isHidden)
    }

    /// Returns the passkey with another user name.
    func renamed(_ userName: String) -> PasskeyRecord {
        var renamed = self
        renamed.passkey = Passkey(
            relyingParty: passkey.relyingParty, userName: userName, credentialID: passkey.credentialID)
        return renamed
    }
}

extension Date {
    fileprivate init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000)
    }

    /// The milliseconds since 1970.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }
}
