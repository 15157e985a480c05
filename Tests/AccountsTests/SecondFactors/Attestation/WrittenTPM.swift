import Crypto
import FoundationEssentials

@testable import Accounts

/// A TPM that states what a test wants. It encodes the structures independently from TPM 2.0, part 2, without the code under
/// test.
struct WrittenTPM: Sendable {
    /// The values that a test changes, one at a time.
    struct Statement: Sendable {
        var magic: [UInt8] = [0xFF, 0x54, 0x43, 0x47]
        var type: [UInt8] = [0x80, 0x1A]
        var isSafe: UInt8 = 1
        var keyAttributes: UInt32 = WrittenTPM.keyAttributes
        var keyPolicy = [UInt8](repeating: 7, count: 32)
        var signerAttributes: UInt32 = WrittenTPM.signerAttributes
        var signerHasScheme = true
        /// Replaces the name of the key's public area.
        var object: [UInt8]?
    }

    let signer = P256.Signing.PrivateKey()

    /// fixedTPM, fixedParent, sensitiveDataOrigin, adminWithPolicy, noDA, decrypt, sign.
    static let keyAttributes: UInt32 = 0x0006_04B2
    /// fixedTPM, fixedParent, sensitiveDataOrigin, userWithAuth, noDA, restricted, sign.
    static let signerAttributes: UInt32 = 0x0005_0472

    func name(_ statement: Statement = Statement()) -> TPMName? {
        TPMName(Self.name(signerArea(statement)))
    }

    func statement(
        of key: P256.Signing.PublicKey, over digest: [UInt8], _ statement: Statement = Statement(),
        signedBy other: P256.Signing.PrivateKey? = nil
    ) throws -> [UInt8] {
        let area = Self.area(key, statement.keyAttributes, statement.keyPolicy, hasScheme: false)
        let clock = [UInt8](repeating: 3, count: 16) + [statement.isSafe] + [UInt8](repeating: 4, count: 8)
        let signerName = Self.sized([0x00, 0x0B] + [UInt8](repeating: 9, count: 32))
        let made = Self.sized(statement.object ?? Self.name(area)) + Self.sized([UInt8](repeating: 5, count: 32))
        let attest = statement.magic + statement.type + signerName + Self.sized(digest) + clock + made
        let signature = Array(try (other ?? signer).signature(for: attest).rawRepresentation)
        let written = [0x00, 0x18, 0x00, 0x0B] + Self.sized(Array(signature[..<32])) + Self.sized(Array(signature[32...]))
        return [attest, written, area, signerArea(statement)].flatMap(Self.sized)
    }

    private func signerArea(_ statement: Statement) -> [UInt8] {
        Self.area(signer.publicKey, statement.signerAttributes, [], hasScheme: statement.signerHasScheme)
    }

    private static func area(_ key: P256.Signing.PublicKey, _ attributes: UInt32, _ policy: [UInt8], hasScheme: Bool) -> [UInt8] {
        let point = Array(key.rawRepresentation)
        let scheme: [UInt8] = hasScheme ? [0x00, 0x18, 0x00, 0x0B] : [0x00, 0x10]
        let bits = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: attributes >> UInt32($0)) }
        return [0x00, 0x23, 0x00, 0x0B] + bits + sized(policy) + [0x00, 0x10] + scheme + [0x00, 0x03, 0x00, 0x10]
            + sized(Array(point[..<32])) + sized(Array(point[32...]))
    }

    private static func name(_ area: [UInt8]) -> [UInt8] {
        [0x00, 0x0B] + SHA256.hash(data: area)
    }

    static func sized(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }
}
