internal import Crypto

/// A PKCS #12 file (RFC 7292) with any contents and a valid authentication code. Without it, every changed file would be rejected
/// by its code.
enum AuthenticatedFile {
    static let password = "x"

    static func bytes(around contents: [UInt8]) -> [UInt8] {
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: contents, using: SymmetricKey(data: codeKey))
        let digest = sequence(sequence([0x06, 5, 0x2b, 0x0e, 3, 2, 0x1a, 5, 0]) + wrapped(0x04, Array(code)))
        let data = sequence([0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1] + wrapped(0xa0, wrapped(0x04, contents)))
        return sequence([0x02, 1, 3] + data + sequence(digest + wrapped(0x04, salt)))
    }

    /// RFC 7292, appendix B.2, for SHA-1, the key of a code, and one iteration: one block is as long as the key.
    private static var codeKey: [UInt8] {
        let diversifier = [UInt8](repeating: 3, count: 64)
        let spelled: [UInt8] = password.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] } + [0, 0]
        return Array(Insecure.SHA1.hash(data: diversifier + repeated(salt) + repeated(spelled)))
    }

    private static let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    private static func repeated(_ bytes: [UInt8]) -> [UInt8] {
        (0..<64).map { bytes[$0 % bytes.count] }
    }

    private static func sequence(_ contents: [UInt8]) -> [UInt8] { wrapped(0x30, contents) }

    private static func wrapped(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        guard count >= 0x80 else { return [tag, UInt8(count)] + contents }
        return [tag, 0x83, UInt8(count >> 16 & 0xff), UInt8(count >> 8 & 0xff), UInt8(count & 0xff)] + contents
    }
}
