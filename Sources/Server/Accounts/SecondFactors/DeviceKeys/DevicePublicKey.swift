import Crypto
import FoundationEssentials

/// The public half of a key that a device keeps: a point of the curve P-256 (FIPS 186-5), uncompressed.
package struct DevicePublicKey: Hashable, Sendable {
    /// X9.63: 04, then both coordinates, 65 bytes in all. It is what `SecKeyCopyExternalRepresentation` and `LAPublicKey.bytes` give.
    package let x963: [UInt8]

    /// Refuses what is not 65 bytes, begins with anything but 04, or is no point of the curve.
    package init?(x963: [UInt8]) {
        guard x963.count == 65, x963.first == 0x04, (try? P256.Signing.PublicKey(x963Representation: x963)) != nil else {
            return nil
        }
        self.x963 = x963
    }

    /// Whether the signature of a message is of the private half: ECDSA with SHA-256, in DER (`ecdsaSignatureMessageX962SHA256`).
    func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count <= Self.longestSignature, let key = try? P256.Signing.PublicKey(x963Representation: x963),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: message)
    }

    /// In DER: a sequence of two integers of up to 33 bytes.
    private static var longestSignature: Int { 72 }
}
