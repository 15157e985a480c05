/// What an extension shows in its view, in bytes that the system hands on and does not read. Prints nothing of it: people type codes there.
package struct ShownScreen: Hashable, Sendable {
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
}

extension ShownScreen: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        bytes = try reader.octets(atMost: Self.maximumLength)
        handled = try reader.number()
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
        writer.number(handled)
    }
}

extension ShownScreen: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ShownScreen(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What the person did to the view of an extension, in bytes that the system hands on and does not read. Prints nothing of it.
package struct ViewEvent: Hashable, Sendable {
    /// In bytes: 64 KiB.
    package static let maximumLength = 1 << 16

    package let bytes: [UInt8]

    /// Gives nothing for more than ``maximumLength`` bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
    }
}

extension ViewEvent: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        bytes = try reader.octets(atMost: Self.maximumLength)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
    }
}

extension ViewEvent: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ViewEvent(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
