import Foundation

/// How long the randomised tests and those over every combination run.
package enum Soak {
    /// How many times their short form: 1 in `make test`, and in `make soak` what `LATCHKEY_SOAK_FACTOR` says.
    package static let factor = max(1, ProcessInfo.processInfo.environment["LATCHKEY_SOAK_FACTOR"].flatMap(Int.init) ?? 1)

    /// Whether tests with a short form run their full one.
    package static var isFull: Bool { factor > 1 }
}
