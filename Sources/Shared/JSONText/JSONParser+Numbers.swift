extension JSONParser {
    /// Checks a number (RFC 8259 section 6) and steps over it. The offset stands at the minus sign or the first digit.
    mutating func parseNumber(_ bytes: Span<UInt8>) throws(JSONTextError) {
        let start = offset
        if bytes[offset] == .minus { offset += 1 }
        if offset < bytes.count, bytes[offset] == .zero {
            offset += 1
            if offset < bytes.count, bytes[offset].isDigit {
                throw error(.leadingZero, at: start, "a number has no needless zero in front", in: bytes)
            }
        } else {
            try parseDigits("a minus sign must be followed by a digit", bytes)
        }
        var needsRangeCheck = offset - start > 300
        if offset < bytes.count, bytes[offset] == .point {
            offset += 1
            try parseDigits("a decimal point must be followed by a digit", bytes)
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            needsRangeCheck = true
            offset += 1
            if offset < bytes.count, bytes[offset] == .plus || bytes[offset] == .minus { offset += 1 }
            try parseDigits("an exponent has at least one digit", bytes)
        }
        guard offset - start <= limits.maximumNumberLength else {
            throw error(
                .numberTooLong, at: start, "the number has more than \(limits.maximumNumberLength) characters", in: bytes)
        }
        // Without an exponent, only a number of more than 300 digits can be beyond a double: about 1.8e308.
        if needsRangeCheck, !JSONNumber(checkedText: bytes.string(start..<offset)).double.isFinite {
            throw error(.numberOutOfRange, at: start, "the number is beyond the range of a double", in: bytes)
        }
    }

    private mutating func parseDigits(_ reason: String, _ bytes: Span<UInt8>) throws(JSONTextError) {
        let start = offset
        while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
        guard offset > start else {
            guard offset < bytes.count else { throw end("a digit", bytes) }
            throw error(.invalidNumber, at: offset, reason, in: bytes)
        }
    }
}

extension Span<UInt8> {
    /// The checked UTF-8 bytes of a range as a string.
    func string(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
