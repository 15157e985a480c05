#if PostgreSQL
import AccountStore

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
