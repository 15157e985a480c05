import Crypto
import CryptoExtras
import DeviceServices
import Foundation
import WebAuthn

/// Protocol one for PINs, as an authenticator performs it (Client to Authenticator Protocol 2.1, section 6.5.6).
struct PINProtocol: Sendable {
    let pin: String
    private let key = P256.KeyAgreement.PrivateKey()
    private let token = [UInt8](repeating: 0x5A, count: 32)

    init(pin: String) {
        self.pin = pin
    }

    /// Returns whether a message to `authenticatorClientPIN` requests the key for the agreement.
    static func isKeyAgreement(_ message: CBORMap) -> Bool { message[2]?.integer == 2 }

    /// Returns the response to `authenticatorClientPIN`: the key for the agreement, or the token of a user who typed the PIN.
    func response(to message: CBORMap) throws -> CBOR {
        if Self.isKeyAgreement(message) {
            let point = Array(key.publicKey.rawRepresentation)
            let agreement = CBORMap([
                (.integer(1), .integer(2)), (.integer(3), .integer(-25)), (.integer(-1), .integer(1)),
                (.integer(-2), .bytes(Array(point.prefix(32)))), (.integer(-3), .bytes(Array(point.suffix(32)))),
            ])
            return .map(CBORMap([(.integer(1), .map(agreement))]))
        }
        let peer = message[3]?.map
        let point = (peer?[-2]?.bytes ?? []) + (peer?[-3]?.bytes ?? [])
        let shared = try key.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(rawRepresentation: point))
        let secret = SymmetricKey(data: SHA256.hash(data: shared.withUnsafeBytes { Array($0) }))
        let start = try AES._CBC.IV(ivBytes: [UInt8](repeating: 0, count: 16))
        let typed = try AES._CBC.decrypt(message[6]?.bytes ?? [], using: secret, iv: start, noPadding: true)
        guard typed.elementsEqual(SHA256.hash(data: Array(pin.utf8)).prefix(16)) else { throw SecurityKeyRejection.wrongPIN }
        let sealed = try AES._CBC.encrypt(token, using: secret, iv: start, noPadding: true)
        return .map(CBORMap([(.integer(2), .bytes(Array(sealed)))]))
    }

    /// Returns whether a request is authenticated by the token.
    func isAuthentic(_ code: [UInt8], for clientDataHash: [UInt8]) -> Bool {
        HMAC<SHA256>.authenticationCode(for: clientDataHash, using: SymmetricKey(data: token)).prefix(16).elementsEqual(code)
    }
}
