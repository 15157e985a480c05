internal import Secrets

/// The sessions with which Benchmarks/growth_figures.py fills a store. The token of each follows from its number.
struct FilledSessions {
    let count: Int

    /// The digests of a random choice of them.
    func drawn(_ number: Int) -> [TokenDigest] {
        (0..<number).compactMap { _ in
            let digits = String(Int.random(in: 0..<count))
            let token = "latchkey-benchmark-" + String(repeating: "0", count: 13 - digits.count) + digits
            return OpaqueToken(encoded: Base64URL.encode(Array(token.utf8)))?.digest
        }
    }
}
