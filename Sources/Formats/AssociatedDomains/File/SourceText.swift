internal import JSONText

/// A text and the beginnings of its lines, so that many places can be named without walking it each time.
struct SourceText: Sendable {
    let bytes: [UInt8]
    private let lineStarts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for (index, byte) in bytes.enumerated() {
            let isLoneReturn = byte == Self.carriageReturn && !(index + 1 < bytes.count && bytes[index + 1] == Self.lineFeed)
            if byte == Self.lineFeed || isLoneReturn { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    func position(at offset: Int) -> SourcePosition {
        let offset = min(max(offset, 0), bytes.count)
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        // Continuation bytes belong to the scalar already counted.
        let column = bytes[lineStarts[low]..<offset].count { $0 & 0xC0 != 0x80 }
        return SourcePosition(line: low + 1, column: column + 1, offset: offset)
    }

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
}

extension JSONNode {
    var place: SourcePlace { SourcePlace(sourceRange) }

    /// The path (RFC 6901) to the innermost value that begins or holds this byte.
    func pointer(toByte offset: Int) -> String {
        var (pointer, node) = (JSONPointer.root, self)
        while true {
            if let (index, child) = node.elements?.enumerated().first(where: { $0.element.sourceRange.contains(offset) }) {
                (pointer, node) = (pointer.appending(index), child)
            } else if let member = node.members?.first(where: {
                $0.nameNode.sourceRange.lowerBound <= offset && offset < $0.value.sourceRange.upperBound
            }) {
                (pointer, node) = (pointer.appending(member.name), member.value)
            } else {
                return pointer.text
            }
        }
    }
}
