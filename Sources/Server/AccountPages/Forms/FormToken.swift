/// The token against forged requests that a form carries back. It is a secret of the visitor's session and prints nothing.
package struct FormToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let value: String

    /// A token made by the server.
    package init(_ value: String) {
        self.value = value
    }

    /// Says nothing of the token.
    package var description: String { "FormToken" }

    /// Says nothing of the token.
    package var debugDescription: String { "FormToken" }

    /// Holds nothing of the token.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
