/// A value that the last writer sets.
package struct Stamped<Value: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
    package let value: Value
    package let stamp: VersionStamp

    package init(_ value: Value, _ stamp: VersionStamp) {
        self.value = value
        self.stamp = stamp
    }

    /// By stamp. Two values under one stamp, which no honest device writes, are told apart by themselves, so that all devices keep the same.
    package static func < (left: Stamped, right: Stamped) -> Bool {
        left.stamp != right.stamp ? left.stamp < right.stamp : left.value < right.value
    }
}
