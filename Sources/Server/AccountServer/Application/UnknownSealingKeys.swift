package import Accounts
import Secrets

/// The store holds sealed values that none of the configured master keys opens.
package struct UnknownSealingKeys: Error, CustomStringConvertible {
    /// The values by kind and key.
    package let counts: [SealedCount]

    /// Nil where there are no such values.
    init?(_ counts: [SealedCount]) {
        guard !counts.isEmpty else { return nil }
        self.counts = counts
    }

    /// What is missing and how many values need it, a sentence for each key.
    package var description: String {
        Dictionary(grouping: counts, by: \.key).sorted { $0.key.description < $1.key.description }.map { key, counts in
            let values = counts.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
            return "the store holds values under master key \(key), which is not configured: \(values)"
        }.joined(separator: "; ")
    }

    /// What the operator can do.
    package var remedy: String {
        "add the key to keys.previousFiles, or give the values up with `latchkey store forget-sealed --key FINGERPRINT`"
    }
}
