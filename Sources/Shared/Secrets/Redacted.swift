/// A value that prints nothing of what it holds: not when interpolated, not in a debugger, not under `dump`.
///
/// Conformance is all a type has to do. What it prints instead is its own name, so that a log line still says which kind of
/// secret stood there.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The type's name and the word `redacted`.
    package var description: String { "\(Self.self)(redacted)" }

    /// The same as ``description``.
    package var debugDescription: String { description }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
