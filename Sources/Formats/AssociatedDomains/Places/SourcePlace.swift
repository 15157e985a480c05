/// Where something stands in the text of a file: a range of UTF-8 bytes.
///
/// ``AssociationFile/position(of:)`` gives line and column, ``AssociationFile/pointer(to:)`` the path through the document; both
/// are worked out when asked for.
public struct SourcePlace: Sendable, Hashable {
    /// The bytes, counted from 0; of a string with its quotes. A byte order mark does not count.
    public let bytes: Range<Int>

    init(_ bytes: Range<Int>) {
        self.bytes = bytes
    }

    /// The beginning of every text.
    static let start = SourcePlace(0..<0)
}

/// A place as a person names it.
public struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, counted from 1. LF, CR and CR LF each end a line.
    public let line: Int

    /// The column in Unicode scalars, counted from 1.
    public let column: Int

    /// The distance from the beginning in UTF-8 bytes, counted from 0.
    public let offset: Int

    /// `line:column`.
    public var description: String { "\(line):\(column)" }

    /// Earlier in the text is less.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool { left.offset < right.offset }

    static let start = SourcePosition(line: 1, column: 1, offset: 0)
}

/// A value and where it stood.
public struct Placed<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value

    /// Where it stood.
    public let place: SourcePlace

    init(_ value: Value, at place: SourcePlace) {
        self.value = value
        self.place = place
    }
}

extension Placed: Equatable where Value: Equatable {}
extension Placed: Hashable where Value: Hashable {}
