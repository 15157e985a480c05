/// What a column can hold, whichever database it is in.
package enum ColumnKind: Sendable {
    case integer
    /// True or false.
    case flag
    case text
    /// Sixteen octets.
    case identifier
    case octets
}

/// One cell of a row: what stands in a column, or nothing.
package enum StoreCell: Hashable, Sendable {
    case null
    case integer(Int64)
    case flag(Bool)
    case text(String)
    case octets([UInt8])
}
