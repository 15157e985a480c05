/// The six kinds of JSON value.
package enum JSONKind: UInt8, Sendable, CaseIterable, CustomStringConvertible {
    case null, boolean, number, string, array, object

    /// The kind with its article, for messages: `a string`, `an object`.
    package var description: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
