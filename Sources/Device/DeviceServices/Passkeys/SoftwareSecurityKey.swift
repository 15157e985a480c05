import Crypto
package import DeviceBroker
import DeviceProtocol
import FoundationEssentials
package import Secrets
import Synchronization
import struct WebAuthn.AuthenticatorFlags
import enum WebAuthn.CBOR
import struct WebAuthn.CBORMap

/// A security key in software, for simulated devices. It can move from one device to another, with its credentials and its counter.
///
/// As many real keys do, it stores only discoverable credentials. The ID of every credential contains the private key, encrypted and
/// bound to the relying party.
package final class SoftwareSecurityKey: SecurityKey {
    /// The number of wrong PINs that block the key (Client to Authenticator Protocol 2.1, section 6.5.1).
    package static let maximumAttempts = 8
    /// The number of discoverable credentials that fit.
    package static let capacity = 25

    fileprivate struct Resident {
        let relyingParty: String
        let userName: String
        let userHandle: [UInt8]
        let credentialID: [UInt8]
    }

    fileprivate struct State {
        /// The PIN; nil for a key without one.
        var pin: SecretBytes?
        /// Encrypts the private keys in credential IDs. A reset replaces it, so that the key rejects every earlier ID.
        var wrapping = SymmetricKey(size: .bits256)
        var counter: UInt32 = 0
        /// The discoverable credentials, the oldest first.
        var residents: [Resident] = []
        var attempts = SoftwareSecurityKey.maximumAttempts
        var isTouched = true
    }

    private let state: Mutex<State>

    /// Creates a key without credentials.
    ///
    /// - Parameter pin: the PIN; nil for a key without one.
    package init(pin: SecretBytes?) {
        state = Mutex(State(pin: pin))
    }

    /// False: ``isTouched`` answers without delay.
    package var waitsForTouch: Bool { false }

    /// Whether the user touches the key when it waits for a touch.
    package var isTouched: Bool {
        get { state.withLock(\.isTouched) }
        set { state.withLock { $0.isTouched = newValue } }
    }

    /// The number of wrong PINs that the key still accepts before it blocks.
    package var remainingAttempts: Int { state.withLock(\.attempts) }
    package var attemptsLeft: Int? { remainingAttempts }
    /// The number of discoverable credentials.
    package var count: Int { state.withLock(\.residents.count) }
    /// The discoverable credentials, the oldest first.
    package var credentials: [(relyingParty: String, userName: String)] {
        state.withLock(\.residents).map { ($0.relyingParty, $0.userName) }
    }
    /// Whether the key has a PIN.
    package var hasPIN: Bool { state.withLock { $0.pin != nil } }

    /// Sets the PIN (Client to Authenticator Protocol 2.1, sections 6.5.5.5 and 6.5.5.6).
    ///
    /// - Parameter current: the current PIN; not used by a key without one. A wrong one counts as an attempt.
    /// - Throws: `pinRequired` without the current PIN, `wrongPIN`, or `pinBlocked`.
    package func setPIN(_ new: SecretBytes, current: SecretBytes?) throws(SecurityKeyRejection) {
        try state.withLock { (state) throws(SecurityKeyRejection) in
            if let pin = state.pin {
                guard let current else { throw .pinRequired }
                try state.compare(current, with: pin)
            }
            state.pin = new
        }
    }

    /// Deletes every credential and the PIN (Client to Authenticator Protocol 2.1, section 6.6). The counter continues, because it
    /// must not decrease.
    package func reset() {
        state.withLock { $0 = State(counter: $0.counter, isTouched: $0.isTouched) }
    }

    package func create(
        _ order: SecurityKeyCreation, pin: SecretBytes?, until cancellation: PromptCancellationToken
    ) throws(SecurityKeyRejection) -> SecurityKeyCredential {
        let isResident = order.residentKey != .discouraged
        // A discoverable credential can be found without its ID, so creating one always requires the PIN.
        let isVerified = try verify(pin, order.userVerification, isRequired: isResident)
        guard isTouched else { throw .notTouched }
        guard !order.excludedCredentials.contains(where: { privateKey(in: $0, of: order.relyingParty) != nil }) else {
            throw .excluded
        }
        let key = P256.Signing.PrivateKey()
        guard let id = credentialID(of: key, for: order.relyingParty) else { throw .full }
        let counter = try state.withLock { (state) throws(SecurityKeyRejection) -> UInt32 in
            if isResident {
                state.residents.removeAll { $0.relyingParty == order.relyingParty && $0.userHandle == order.userHandle }
                guard state.residents.count < Self.capacity else { throw .full }
                state.residents.append(
                    Resident(
                        relyingParty: order.relyingParty, userName: order.userName, userHandle: order.userHandle, credentialID: id))
            }
            return state.nextCount()
        }
        let flags: AuthenticatorFlags = isVerified ? [.userPresent, .userVerified] : .userPresent
        let length = [UInt8(id.count >> 8), UInt8(id.count & 0xFF)]
        let data =
            Self.data(order.relyingParty, flags.union(.attestedCredential), counter) + Self.aaguid + length + id
            + PasskeyAuthenticator.coseKey(key.publicKey)
        guard let signature = try? key.signature(for: data + order.clientDataHash) else { throw .noCredential }
        // The credential attests itself (Web Authentication Level 3, section 8.2).
        let statement = CBORMap([
            (.text("alg"), .integer(-7)), (.text("sig"), .bytes(Array(signature.derRepresentation))),
        ])
        return SecurityKeyCredential(
            credentialID: id, authenticatorData: data, attestationFormat: "packed",
            attestationStatement: CBOR.map(statement).encoded)
    }

    package func sign(
        _ order: SecurityKeySignatureOrder, pin: SecretBytes?, until cancellation: PromptCancellationToken
    ) throws(SecurityKeyRejection) -> SecurityKeySignature {
        let isVerified = try verify(pin, order.userVerification, isRequired: false)
        guard isTouched else { throw .notTouched }
        let residents = state.withLock { $0.residents.filter { $0.relyingParty == order.relyingParty } }
        // Of several discoverable credentials, the latest signs.
        let candidates =
            order.allowedCredentials.isEmpty ? residents.reversed().map(\.credentialID) : order.allowedCredentials
        for id in candidates {
            guard let key = privateKey(in: id, of: order.relyingParty) else { continue }
            let data = Self.data(
                order.relyingParty, isVerified ? [.userPresent, .userVerified] : .userPresent, state.withLock { $0.nextCount() })
            guard let signature = try? key.signature(for: data + order.clientDataHash) else { continue }
            return SecurityKeySignature(
                credentialID: id, userHandle: residents.first { $0.credentialID == id }?.userHandle ?? [],
                authenticatorData: data, signature: Array(signature.derRepresentation))
        }
        throw .noCredential
    }

    /// Returns whether the user is verified. An attempt counts before the PIN is compared.
    private func verify(
        _ typed: SecretBytes?, _ preference: SecurityKeyPreference, isRequired: Bool
    ) throws(SecurityKeyRejection) -> Bool {
        try state.withLock { (state) throws(SecurityKeyRejection) -> Bool in
            guard let pin = state.pin else {
                guard preference != .required else { throw .pinNotSet }
                return false
            }
            guard let typed else {
                guard preference == .discouraged, !isRequired else { throw .pinRequired }
                return false
            }
            try state.compare(typed, with: pin)
            return true
        }
    }

    private func credentialID(of key: P256.Signing.PrivateKey, for relyingParty: String) -> [UInt8]? {
        let wrapping = state.withLock { $0.wrapping }
        let sealed = try? AES.GCM.seal(key.rawRepresentation, using: wrapping, authenticating: Array(relyingParty.utf8))
        return sealed?.combined.map { Array($0) }
    }

    /// Returns the private key in a credential ID; nil if this key did not create it for the relying party.
    private func privateKey(in credentialID: [UInt8], of relyingParty: String) -> P256.Signing.PrivateKey? {
        let wrapping = state.withLock { $0.wrapping }
        guard let box = try? AES.GCM.SealedBox(combined: credentialID),
            let opened = try? AES.GCM.open(box, using: wrapping, authenticating: Array(relyingParty.utf8))
        else { return nil }
        return try? P256.Signing.PrivateKey(rawRepresentation: opened)
    }

    private static func data(_ relyingParty: String, _ flags: AuthenticatorFlags, _ counter: UInt32) -> [UInt8] {
        let count = (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
        return SHA256.hash(data: Array(relyingParty.utf8)) + [flags.rawValue] + count
    }

    /// The AAGUID of this software, which is random: 5b1f9a0e-6c3d-4f27-9d58-2f7a41c0e8b6.
    private static let aaguid: [UInt8] = [
        0x5B, 0x1F, 0x9A, 0x0E, 0x6C, 0x3D, 0x4F, 0x27, 0x9D, 0x58, 0x2F, 0x7A, 0x41, 0xC0, 0xE8, 0xB6,
    ]
}

extension SoftwareSecurityKey.State {
    /// Returns the next value of the signature counter, which all credentials share. It starts at 1.
    fileprivate mutating func nextCount() -> UInt32 {
        counter += 1
        return counter
    }

    /// Counts the attempt before it compares the PIN. A key that is blocked does not compare it.
    fileprivate mutating func compare(_ typed: SecretBytes, with pin: SecretBytes) throws(SecurityKeyRejection) {
        guard attempts > 0 else { throw .pinBlocked }
        attempts -= 1
        guard constantTimeEquals(pin.withBytes { Array($0) }, typed.withBytes { Array($0) }) else {
            throw attempts == 0 ? SecurityKeyRejection.pinBlocked : .wrongPIN
        }
        attempts = SoftwareSecurityKey.maximumAttempts
    }
}
