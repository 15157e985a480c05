import PasswordStrength

/// What a test says of leaks: passwords, and how often each was seen.
struct SimulatedLeaks: LeakedPasswordSource {
    private let times: [LeakedPasswordDigest: Int]

    init(_ passwords: [String: Int]) {
        times = Dictionary(passwords.map { (LeakedPasswordDigest(of: $0.key), $0.value) }) { max($0, $1) }
    }

    func count(of digest: LeakedPasswordDigest) async throws -> Int { times[digest] ?? 0 }
}
