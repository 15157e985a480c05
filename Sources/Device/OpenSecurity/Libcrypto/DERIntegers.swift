/// A DER sequence of unsigned integers, the form of PKCS #1 keys (RFC 8017, appendix A.1). Rejects non-canonical encodings.
enum DERIntegers {
    /// The reason why bytes are not such a sequence, and the position.
    struct Rejection: Error, Hashable {
        enum Cause {
            case truncated, wrongTag, longLength, lengthWithLeadingZero, negative, leadingZero, trailingBytes, wrongCount
        }
        let cause: Cause
        let position: Int
    }

    /// Returns the ranges of the integers' bytes without leading zeros. The range of 0 is empty.
    static func ranges(in bytes: UnsafeBufferPointer<UInt8>, count: Int) throws(Rejection) -> [Range<Int>] {
        var position = 0
        let sequence = try contents(of: 0x30, in: bytes, at: &position, end: bytes.count)
        guard position == bytes.count else { throw Rejection(cause: .trailingBytes, position: position) }
        var ranges: [Range<Int>] = []
        position = sequence.lowerBound
        while position < sequence.upperBound {
            guard ranges.count < count else { throw Rejection(cause: .wrongCount, position: position) }
            let start = position
            let range = try contents(of: 0x02, in: bytes, at: &position, end: sequence.upperBound)
            guard let first = range.first else { throw Rejection(cause: .truncated, position: start) }
            if bytes[first] >= 0x80 { throw Rejection(cause: .negative, position: first) }
            if bytes[first] == 0, range.count > 1, bytes[first + 1] < 0x80 { throw Rejection(cause: .leadingZero, position: first) }
            ranges.append(bytes[first] == 0 ? range.dropFirst() : range)
        }
        guard ranges.count == count else { throw Rejection(cause: .wrongCount, position: position) }
        return ranges
    }

    private static func contents(
        of tag: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at position: inout Int, end: Int
    ) throws(Rejection) -> Range<Int> {
        guard end - position >= 2 else { throw Rejection(cause: .truncated, position: position) }
        guard bytes[position] == tag else { throw Rejection(cause: .wrongTag, position: position) }
        var length = Int(bytes[position + 1])
        position += 2
        if length >= 0x80 {
            let octets = length & 0x7f
            // Three octets encode up to 16 MiB, more than any supported key.
            guard (1...3).contains(octets) else { throw Rejection(cause: .longLength, position: position - 1) }
            guard end - position >= octets else { throw Rejection(cause: .truncated, position: position) }
            length = bytes[position..<position + octets].reduce(0) { $0 << 8 | Int($1) }
            guard length >= 0x80, length >> (8 * (octets - 1)) > 0 else {
                throw Rejection(cause: .lengthWithLeadingZero, position: position)
            }
            position += octets
        }
        guard end - position >= length else { throw Rejection(cause: .truncated, position: position) }
        defer { position += length }
        return position..<position + length
    }

    /// Returns the sequence of `numbers`, each in its shortest form, empty for 0.
    static func sequence(_ numbers: [KeyBytes]) -> KeyBytes {
        let contents = numbers.map { number in
            number.withBytes { number in number.count + (number.first.map { $0 >= 0x80 } ?? true ? 1 : 0) }
        }
        let headers = contents.map { header(0x02, length: $0) }
        let length = zip(contents, headers).reduce(0) { $0 + $1.0 + $1.1.count }
        let start = header(0x30, length: length)
        return KeyBytes(count: start.count + length) { output in
            var position = 0
            func write(_ bytes: some Sequence<UInt8>) {
                for byte in bytes {
                    output[position] = byte
                    position += 1
                }
            }
            write(start)
            for (number, (header, content)) in zip(numbers, zip(headers, contents)) {
                write(header)
                if content > number.count { write([0]) }
                number.withBytes { write($0) }
            }
        }
    }

    private static func header(_ tag: UInt8, length: Int) -> [UInt8] {
        if length < 0x80 { return [tag, UInt8(length)] }
        let octets = withUnsafeBytes(of: length.bigEndian) { [UInt8]($0.drop { $0 == 0 }) }
        return [tag, 0x80 | UInt8(octets.count)] + octets
    }
}
