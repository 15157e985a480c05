#if PostgreSQL
import AccountStore

/// A parameter of a statement: its PostgreSQL type, and its bytes in the binary format of that type; nil for NULL.
///
/// The type is always stated. Otherwise the server would infer it from the statement and could read the value as another type.
struct Parameter: Sendable {
    let type: ValueType
    let octets: [UInt8]?

    init(_ value: any ParameterValue) {
        self.init(Swift.type(of: value).kind, value.cell)
    }

    init(_ kind: ColumnKind, _ cell: StoreCell) {
        type = ValueType(kind)
        octets =
            switch cell {
            case .null: nil
            case .integer(let value): value.octetsInOrder
            case .flag(let value): [value ? 1 : 0]
            case .text(let text): Array(text.utf8)
            case .octets(let octets): octets
            }
    }

    /// Encodes several byte strings as one array parameter, for `= ANY`: one dimension, no NULL, the element type, the count and
    /// the first index; then each element with its length.
    init(anyOf elements: [[UInt8]]) {
        type = .octetsArray
        let header: [Int32] = [1, 0, Int32(ValueType.octets.rawValue), Int32(elements.count), 1]
        octets = header.flatMap(\.octetsInOrder) + elements.flatMap { Int32($0.count).octetsInOrder + $0 }
    }
}

extension FixedWidthInteger {
    /// The bytes in network order.
    fileprivate var octetsInOrder: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// The PostgreSQL types that the store uses, by their constant numbers in `pg_type`.
enum ValueType: UInt32, Sendable {
    case boolean = 16
    case octets = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case octetsArray = 1001
    case uuid = 2950

    /// Creates the type in which a parameter of this kind is sent.
    init(_ kind: ColumnKind) {
        self =
            switch kind {
            case .integer: .int8
            case .flag: .boolean
            case .text: .text
            case .identifier: .uuid
            case .octets: .octets
            }
    }
}
#endif
