/// A device among those of one Apple account: 1 to 64 bytes, never used by a second device.
package struct DeviceName: RawRepresentable, Hashable, Comparable, Sendable {
    /// In bytes of UTF-8.
    package static let maximumLength = 64

    package let rawValue: String

    package init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    /// By bytes.
    package static func < (left: DeviceName, right: DeviceName) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}
