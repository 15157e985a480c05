/// The token against forged requests that a form carries back: a secret of the browser's session. Prints nothing.
struct FormToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let value: String

    var description: String { "FormToken" }
    var debugDescription: String { "FormToken" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
