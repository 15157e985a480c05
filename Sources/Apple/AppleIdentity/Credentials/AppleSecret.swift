/// A text of Apple's that opens something for whoever has it. It prints nothing: not when interpolated, not in a debugger, not
/// under `dump`; only ``reveal()`` gives it.
public protocol AppleSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text itself, for the wire or for sealed storage. Never log it.
    func reveal() -> String
}

extension AppleSecret {
    /// The type's name and the word `redacted`.
    public var description: String { "\(Self.self)(redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
