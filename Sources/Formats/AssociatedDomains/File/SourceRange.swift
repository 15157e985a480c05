internal import JSONText
internal import Synchronization

/// A position in the text of a file: a range of UTF-8 bytes.
///
/// ``AssociationFile/position(of:)`` returns its line and column, ``AssociationFile/pointer(to:)`` its JSON pointer. Both are
/// computed on demand.
public struct SourceRange: Sendable, Hashable {
    /// The bytes, counted from 0. For a string, including its quotes. A byte order mark does not count.
    public var bytes: Range<Int> { Int(lower)..<Int(upper) }

    // A component has up to nine ranges, and `JSONLimits.ceiling` keeps every offset within 32 bits.
    private let lower: UInt32
    private let upper: UInt32

    init(_ bytes: Range<Int>) {
        lower = UInt32(bytes.lowerBound)
        upper = UInt32(bytes.upperBound)
    }

    /// The start of a text.
    static let start = SourceRange(0..<0)
}

/// A position as line and column.
public struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, counted from 1. LF, CR and CR LF each end a line.
    public let line: Int

    /// The column in Unicode scalars, counted from 1.
    public let column: Int

    /// The offset in UTF-8 bytes, counted from 0.
    public let offset: Int

    /// `line:column`.
    public var description: String { "\(line):\(column)" }

    /// Orders by offset.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool { left.offset < right.offset }

    static let start = SourcePosition(line: 1, column: 1, offset: 0)
}

/// A value with its position.
public struct Located<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value

    /// The position of the value.
    public let place: SourceRange

    init(_ value: Value, at place: SourceRange) {
        self.value = value
        self.place = place
    }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

extension JSONNode {
    var place: SourceRange { SourceRange(sourceRange) }

    /// Returns the JSON pointers (RFC 6901) to the innermost values that contain the given bytes, by offset. Visits each array
    /// and object once, for any number of offsets.
    ///
    /// - Parameter offsets: The offsets in ascending order.
    func pointers(toBytes offsets: [Int]) -> [Int: String] {
        var found: [Int: String] = [:]
        addPointers(toBytes: offsets[...], at: .root, to: &found)
        return found
    }

    private func addPointers(toBytes offsets: ArraySlice<Int>, at pointer: JSONPointer, to found: inout [Int: String]) {
        var rest = offsets
        /// Passes offsets within a child to the child, and assigns earlier ones to this value.
        func enter(_ child: JSONNode, from start: Int, _ pointer: @autoclosure () -> JSONPointer, _ own: String) {
            while let first = rest.first, first < start { found[rest.removeFirst()] = own }
            let end = child.sourceRange.upperBound
            let inside = rest.prefix { $0 < end }
            guard !inside.isEmpty else { return }
            rest = rest.dropFirst(inside.count)
            child.addPointers(toBytes: inside, at: pointer(), to: &found)
        }
        let own = pointer.text
        if let elements {
            for (index, child) in elements.enumerated() where !rest.isEmpty {
                enter(child, from: child.sourceRange.lowerBound, pointer.appending(index), own)
            }
        } else if let members {
            for member in members where !rest.isEmpty {
                enter(member.value, from: member.nameNode.sourceRange.lowerBound, pointer.appending(member.name), own)
            }
        }
        for offset in rest { found[offset] = own }
    }
}

/// Positions in a text by offset. The first one takes one pass over the text, and each later one constant time. A malicious file may be
/// a single line of a megabyte with ten thousand statements. A file without findings needs no position.
struct TextPositions: Sendable {
    let text: [UInt8]
    private let index = Index()

    /// What the pass found. It is shared by all copies.
    private final class Index: Sendable {
        struct Content: Sendable {
            /// The start of each line.
            var lines = [0]
            /// The number of columns before each block of the text.
            var columns: [Int] = []
        }

        let content = Mutex<Content?>(nil)
    }

    init(_ text: [UInt8]) {
        self.text = text
    }

    private var content: Index.Content {
        index.content.withLock { content in
            if let content { return content }
            let made = Self.content(of: text)
            content = made
            return made
        }
    }

    private static func content(of text: [UInt8]) -> Index.Content {
        var content = Index.Content()
        var count = 0
        for index in text.indices {
            if index % block == 0 { content.columns.append(count) }
            if isColumn(text[index]) { count += 1 }
            let endsLine = text[index] == 0x0A || (text[index] == 0x0D && !(index + 1 < text.count && text[index + 1] == 0x0A))
            if endsLine { content.lines.append(index + 1) }
        }
        content.columns.append(count)
        return content
    }

    /// Returns the position of a byte, or the end of the text if the offset is beyond it.
    func position(at offset: Int) -> SourcePosition {
        let content = content
        let lines = content.lines
        let end = min(max(offset, 0), text.count)
        var (low, high) = (0, lines.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle] <= end { low = middle } else { high = middle }
        }
        return SourcePosition(
            line: low + 1, column: columns(before: end, content.columns) - columns(before: lines[low], content.columns) + 1,
            offset: end)
    }

    private func columns(before offset: Int, _ columns: [Int]) -> Int {
        let block = min(offset / Self.block, columns.count - 1)
        return columns[block] + text[min(block * Self.block, offset)..<offset].count(where: Self.isColumn)
    }

    /// Returns whether the byte starts a column. Continuation bytes and line ends do not.
    private static func isColumn(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 && byte != 0x0D }

    private static let block = 64
}
