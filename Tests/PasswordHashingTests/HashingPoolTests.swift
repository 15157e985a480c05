import PasswordHashing
import Secrets
import Testing

@Suite("The hashing pool", .timeLimit(.minutes(20)))
struct HashingPoolTests {
    static let cheap = Argon2idParameters(uncheckedMemoryKiB: 64, passes: 1)

    @Test("a hash matches only its password")
    func hashAndVerify() async throws {
        try await withPool { pool in
            let hash = try await pool.hash(SecretBytes(utf8: "correct horse"), for: .local)
            #expect(hash.algorithm == .argon2id(Self.cheap))
            #expect(try await pool.verify(SecretBytes(utf8: "correct horse"), against: hash, for: .local))
            #expect(try await pool.verify(SecretBytes(utf8: "correct horse"), against: PasswordHash(phc: hash.phc), for: .local))
            #expect(try await !pool.verify(SecretBytes(utf8: "correct horsf"), against: hash, for: .local))
            #expect(try await !pool.verify(SecretBytes(utf8: ""), against: hash, for: .local))
        }
    }

    @Test("one password hashed twice has two salts")
    func salts() async throws {
        try await withPool { pool in
            let password = SecretBytes(utf8: "correct horse")
            let hashes = try await [pool.hash(password, for: .local), pool.hash(password, for: .local)]
            #expect(Set(hashes).count == 2)
        }
    }

    @Test(
        "imported hashes are verified",
        arguments: DerivationTests.imported)
    func imported(password: String, phc: String) async throws {
        try await withPool { pool in
            let hash = try PasswordHash(phc: phc)
            #expect(try await pool.verify(SecretBytes(utf8: password), against: hash, for: .local))
            #expect(try await !pool.verify(SecretBytes(utf8: "Password"), against: hash, for: .local))
            #expect(pool.needsRehash(hash))
        }
    }

    @Test("the decoy has the pool's cost and a valid text, and matches no password")
    func decoy() async throws {
        try await withPool { pool in
            #expect(pool.decoy.algorithm == .argon2id(Self.cheap))
            let again = try PasswordHash(phc: pool.decoy.phc)
            #expect(again == pool.decoy)
            let matches = try await pool.verify(SecretBytes(utf8: ""), against: pool.decoy, for: .local)
            #expect(!matches)
            #expect(!pool.needsRehash(pool.decoy))
        }
    }

    @Test("a hash that is weaker than the current parameters needs a rehash, a stronger one does not")
    func needsRehash() async throws {
        let tail = "p=1\(PasswordHashTests.tail)"
        try await withPool(Argon2idParameters(uncheckedMemoryKiB: 128, passes: 2)) { pool in
            let answers = [
                "m=128,t=2,\(tail)": false, "m=256,t=3,\(tail)": false, "m=127,t=2,\(tail)": true, "m=128,t=1,\(tail)": true,
                "m=128,t=2,p=1$\(PasswordHashTests.salt)$hbJ1ohlLKVU4J4P1p07fhg": true,
            ]
            for (text, answer) in answers {
                let hash = try PasswordHash(phc: "$argon2id$v=19$" + text)
                #expect(pool.needsRehash(hash) == answer, "\(hash)")
            }
        }
    }

    @Test("after the shutdown no job runs")
    func shutdown() async throws {
        let pool = try HashingPool(parameters: Self.cheap, threads: 2, random: PredictableRandomBytes(seed: 1))
        await pool.shutdown()
        await #expect(throws: PasswordHashingError.stopped) { try await pool.hash(SecretBytes(utf8: "a"), for: .local) }
        await #expect(throws: PasswordHashingError.stopped) {
            try await pool.verify(SecretBytes(utf8: "a"), against: pool.decoy, for: .local)
        }
        await pool.shutdown()
    }

    @Test("concurrent tasks get their own results")
    func load() async throws {
        try await withPool(threads: 3, waitingLimit: 1_000) { pool in
            let hashes = try await withThrowingTaskGroup(of: (Int, PasswordHash).self) { group in
                for number in 0..<200 {
                    group.addTask { (number, try await pool.hash(SecretBytes(utf8: "password \(number)"), for: .local)) }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for (number, hash) in hashes {
                #expect(try await pool.verify(SecretBytes(utf8: "password \(number)"), against: hash, for: .local))
            }
            let snapshot = pool.snapshot()
            #expect(snapshot.done == 400)
            #expect(snapshot.rejected == 0)
            #expect(snapshot.waiting == 0)
            #expect(snapshot.running == 0)
        }
    }

    private func withPool(
        _ parameters: Argon2idParameters = cheap, threads: Int = 2, waitingLimit: Int = 8,
        _ body: (HashingPool) async throws -> Void
    ) async throws {
        let pool = try HashingPool(
            parameters: parameters, threads: threads, waitingLimit: waitingLimit, random: SystemRandomBytes())
        try await body(pool)
        await pool.shutdown()
    }
}
