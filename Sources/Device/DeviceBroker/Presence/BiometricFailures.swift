/// How often in a row the sensor saw a stranger. Five lock biometry until the passcode is given, over restarts as well: whoever counts
/// writes the count down before anyone is asked again.
package struct BiometricFailures: Hashable, Sendable {
    package static let limit = 5

    package private(set) var count: Int

    /// Takes more than the limit, or less than nothing, for a lock: a damaged count opens nothing.
    package init(count: Int = 0) {
        self.count = (0...Self.limit).contains(count) ? count : Self.limit
    }

    package var areTooMany: Bool { count >= Self.limit }

    package mutating func add() {
        count = min(count + 1, Self.limit)
    }

    /// After a match, and after the passcode.
    package mutating func clear() {
        count = 0
    }
}
