import Crypto
import CryptoExtras
import FoundationEssentials
import JWTKit
import Synchronization

/// Where the service's RSA keys come from.
public struct SigningKeyMaker: Sendable {
    private let pem: @Sendable () async throws -> String

    /// Makes a new 2048-bit key each time; a tenth of a second in an optimised build.
    public static let generating = Self { try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation }

    /// Hands out the given PEM keys in turn, again from the first after the last; at least one is needed. For tests.
    public static func reusing(_ keys: [String]) -> Self {
        let position = KeyPosition()
        return Self {
            guard !keys.isEmpty else { throw EmulatorRefusal(.notAllowed, "there is no key to reuse") }
            return keys[position.next() % keys.count]
        }
    }

    init(pem: @escaping @Sendable () async throws -> String) {
        self.pem = pem
    }

    func make() async throws -> TokenSigner {
        try await TokenSigner(pem: pem())
    }

    private final class KeyPosition: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count - 1
            }
        }
    }
}
