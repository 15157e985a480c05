/// The content of an extension's view, in bytes that the system forwards without reading. Its description is redacted, because
/// users type codes into the view.
package struct ShownScreen: WireRecord, Hashable, RedactedValue {
    /// The maximum length, in bytes: 1 MiB.
    package static let maximumLength = 1 << 20

    package let bytes: [UInt8]
    /// The number of events that the extension has handled since it created the view.
    package let handled: UInt32

    /// Returns nil for more than ``maximumLength`` bytes.
    package init?(_ bytes: [UInt8], handled: UInt32) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
        self.handled = handled
    }

    package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: Self.maximumLength)), .field(\.handled))
}

/// A user's action in an extension's view, in bytes that the system forwards without reading. Its description is redacted.
package struct ViewEvent: WireRecord, Hashable, RedactedValue {
    /// The maximum length, in bytes: 64 KiB.
    package static let maximumLength = 1 << 16

    package let bytes: [UInt8]

    /// Returns nil for more than ``maximumLength`` bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
    }

    package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: Self.maximumLength)))
}

/// The streams between the system and an extension in a separate process: orders on standard input, reports on standard output.
/// Messages are framed as on the broker's socket.
package enum ExtensionStreams {
    /// The environment variable that marks a process as an extension.
    package static let variable = "LATCHKEY_EXTENSION"
    /// The value of ``variable``: the version of the stream format.
    package static let form = "1"
}
