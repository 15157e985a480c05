/// What an extension shows in its view, in bytes that the system hands on and does not read. Prints nothing of it: people type codes there.
package struct ShownScreen: WireRecord, Hashable {
    /// In bytes: 1 MiB.
    package static let maximumLength = 1 << 20

    package let bytes: [UInt8]
    /// How many events the extension has handled since the view was made.
    package let handled: UInt32

    /// Gives nothing for more than ``maximumLength`` bytes.
    package init?(_ bytes: [UInt8], handled: UInt32) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
        self.handled = handled
    }

    package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: Self.maximumLength)), .field(\.handled))
}

extension ShownScreen: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ShownScreen(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What the person did to the view of an extension, in bytes that the system hands on and does not read. Prints nothing of it.
package struct ViewEvent: WireRecord, Hashable {
    /// In bytes: 64 KiB.
    package static let maximumLength = 1 << 16

    package let bytes: [UInt8]

    /// Gives nothing for more than ``maximumLength`` bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
    }

    package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: Self.maximumLength)))
}

extension ViewEvent: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ViewEvent(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// How a system and an extension in a process of its own reach each other: orders on standard input, reports on standard output, as the broker's messages
/// follow each other on a socket.
package enum ExtensionStreams {
    /// The variable of the environment by which a process knows that it is an extension.
    package static let variable = "LATCHKEY_EXTENSION"
    /// Its value: this form of the streams.
    package static let form = "1"
}
