import CryptoExtras

/// Keys for emulators. Creating one takes longer than the tests that use it.
enum SigningKeys {
    static let pem: [String] = (0..<4).compactMap { _ in try? _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation }
}
