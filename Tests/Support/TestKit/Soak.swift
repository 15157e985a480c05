import Foundation

/// The duration of randomized tests and of tests over every combination.
package enum Soak {
    /// The multiple of their short form: 1 in `make test`, and `LATCHKEY_SOAK_FACTOR` in `make soak`.
    package static let factor = max(1, ProcessInfo.processInfo.environment["LATCHKEY_SOAK_FACTOR"].flatMap(Int.init) ?? 1)

    /// Whether tests with a short form run their full one.
    package static var isFull: Bool { factor > 1 }
}
