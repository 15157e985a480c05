import PasswordHashing
import Secrets
import Synchronization

/// A hasher without cost: its hashes are tags of the password under its own key, in the form of argon2id. It counts, and fails or
/// waits as a test defines.
final class FakeHasher: PasswordHasher {
    let decoy: PasswordHash

    private let key: AuthenticationKey
    private let state = Mutex(State())

    private struct State {
        var memoryKiB = 8
        var salt: UInt8 = 0
        var hashed = 0
        var verified: [PasswordHash] = []
        var failure: PasswordHashingError?
        var hashFailure: PasswordHashingError?
        var interruption: (@Sendable () async -> Void)?
    }

    init() throws {
        let random = PredictableRandomBytes(seed: 7)
        key = MasterKey.random(random).authenticationKey(for: KeyPurpose("fake-hashes"))
        decoy = try Self.hash(salt: random.bytes(16), output: random.bytes(32), memoryKiB: 8)
    }

    /// The number of created hashes.
    var hashed: Int { state.withLock { $0.hashed } }

    /// The hashes that passwords were checked against, in order.
    var verified: [PasswordHash] { state.withLock { $0.verified } }

    /// Makes both operations fail with this error from now on.
    func fail(with failure: PasswordHashingError?) {
        state.withLock { $0.failure = failure }
    }

    /// Makes hashing fail with this error from now on.
    func failHashing(with failure: PasswordHashingError?) {
        state.withLock { $0.hashFailure = failure }
    }

    /// Sets the memory of new hashes; weaker ones need a rehash.
    func raise(memoryKiB: Int) {
        state.withLock { $0.memoryKiB = memoryKiB }
    }

    /// Runs `interruption` once, during the next password check.
    func duringVerification(_ interruption: @escaping @Sendable () async -> Void) {
        state.withLock { $0.interruption = interruption }
    }

    func hash(_ password: SecretBytes, for client: HashingClient) async throws(PasswordHashingError) -> PasswordHash {
        let (failure, salt, memoryKiB) = state.withLock { state in
            state.hashed += 1
            state.salt &+= 1
            return (state.failure ?? state.hashFailure, [UInt8](repeating: state.salt, count: 16), state.memoryKiB)
        }
        if let failure { throw failure }
        let output = tag(password, salt: salt)
        guard let hash = try? Self.hash(salt: salt, output: output, memoryKiB: memoryKiB) else { throw .memoryShortage }
        return hash
    }

    func verify(
        _ password: SecretBytes, against hash: PasswordHash, for client: HashingClient
    ) async throws(PasswordHashingError) -> Bool {
        let (failure, interruption) = state.withLock { state in
            state.verified.append(hash)
            defer { state.interruption = nil }
            return (state.failure, state.interruption)
        }
        await interruption?()
        if let failure { throw failure }
        let salt = Base64URL.decode(String(hash.phc.split(separator: "$")[3]).replacing("+", with: "-").replacing("/", with: "_"))
        guard let salt, let own = try? Self.hash(salt: salt, output: tag(password, salt: salt), memoryKiB: hash.memoryKiB) else {
            return false
        }
        return own == hash
    }

    func needsRehash(_ hash: PasswordHash) -> Bool {
        hash.memoryKiB < state.withLock { $0.memoryKiB }
    }

    private func tag(_ password: SecretBytes, salt: [UInt8]) -> [UInt8] {
        key.tag(for: salt + password.withBytes { Array($0) })
    }

    private static func hash(salt: [UInt8], output: [UInt8], memoryKiB: Int) throws -> PasswordHash {
        try PasswordHash(phc: "$argon2id$v=19$m=\(memoryKiB),t=1,p=1$\(base64(salt))$\(base64(output))")
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
    }
}
