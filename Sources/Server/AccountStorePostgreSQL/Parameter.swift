#if PostgreSQL
import AccountStore

/// One parameter of a statement: what type the server is to take it for, and its octets in the binary form of that type; nil for NULL.
///
/// The type is always said. Left to the server, it would be guessed from the statement, and a value would be read as something else.
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

    /// Several octets as one parameter, for `= ANY`: one dimension, no NULL, the type of the elements, their number, the first index; then
    /// each with its length.
    init(anyOf elements: [[UInt8]]) {
        type = .octetsArray
        let header: [Int32] = [1, 0, Int32(ValueType.octets.rawValue), Int32(elements.count), 1]
        octets = header.flatMap(\.octetsInOrder) + elements.flatMap { Int32($0.count).octetsInOrder + $0 }
    }
}

extension FixedWidthInteger {
    /// Most significant first, as the wire has it.
    fileprivate var octetsInOrder: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
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

    /// The type in which a parameter of this kind is sent.
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
