#if PostgreSQL
/// One parameter of a statement: what type the server is to take it for, and its octets in the binary form of that type; nil for NULL.
///
/// The type is always said. Left to the server, it would be guessed from the statement, and a value would be read as something else.
struct Parameter: Sendable {
    let type: ValueType
    let octets: [UInt8]?
}

/// The types of PostgreSQL that the store uses, by their numbers in `pg_type`, which never change.
enum ValueType: UInt32, Sendable {
    case boolean = 16
    case octets = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case octetsArray = 1001
    case uuid = 2950
}

/// What can be a parameter.
protocol ParameterValue: Sendable {
    static var type: ValueType { get }
    /// The binary form; nil for NULL.
    var binary: [UInt8]? { get }
    var parameter: Parameter { get }
}

extension ParameterValue {
    var parameter: Parameter { Parameter(type: Self.type, octets: binary) }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
    static var type: ValueType { Wrapped.type }
    var binary: [UInt8]? { self.flatMap(\.binary) }
}

/// What can be a parameter and be read back from a column.
protocol StoredValue: ParameterValue {
    /// Nil for octets or a type of column that are no such value.
    init?(type: ValueType, octets: UnsafeRawBufferPointer)
}
#endif
