import PasswordHashing
import Secrets
import Testing

/// The quick start of PasswordHashing.docc.
enum QuickStart {
    static func signIn(with password: SecretBytes, client: HashingClient) async throws -> (isRight: Bool, isOutdated: Bool) {
        // In Sources/Shared/PasswordHashing/PasswordHashing.docc/PasswordHashing.md
        let pool = try HashingPool(parameters: .standard, threads: 2)
        let stored = try await pool.hash(password, for: client).phc

        // At the next sign-in. An outdated hash is replaced by a new one:
        let hash = try PasswordHash(phc: stored)
        let isRight = try await pool.verify(password, against: hash, for: client)
        let isOutdated = pool.needsRehash(hash)
        // End
        await pool.shutdown()
        return (isRight, isOutdated)
    }
}

@Suite("Quick start of PasswordHashing", .timeLimit(.minutes(20)))
struct QuickStartTests {
    @Test("the code block verifies the password that it hashed")
    func runs() async throws {
        let (isRight, isOutdated) = try await QuickStart.signIn(with: SecretBytes(utf8: "velvet-otter 41"), client: .local)
        #expect(isRight && !isOutdated)
    }
}
