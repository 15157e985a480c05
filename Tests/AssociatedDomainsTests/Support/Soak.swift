import Foundation

enum Soak {
    /// How much longer than normal the randomised tests run: 50 makes a million pairs of component and URL.
    static let factor = max(1, ProcessInfo.processInfo.environment["LATCHKEY_SOAK_FACTOR"].flatMap(Int.init) ?? 1)
}
