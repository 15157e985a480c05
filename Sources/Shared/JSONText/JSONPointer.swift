/// A path to a value within a document (RFC 6901): `/keys/0/kid`. The empty path is the whole document.
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The path as written, with `~` as `~0` and `/` as `~1`.
    package let text: String

    /// The whole document.
    package static let root = JSONPointer(text: "")

    /// The path of a member of the object at this path.
    package func appending(_ name: String) -> JSONPointer {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return JSONPointer(text: text + "/" + escaped)
    }

    /// The path of an element, counted from 0, of the array at this path.
    package func appending(_ position: Int) -> JSONPointer { JSONPointer(text: text + "/" + String(position)) }

    /// The path as written.
    package var description: String { text }
}
