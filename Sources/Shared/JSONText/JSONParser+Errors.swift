/// How the parser words its refusals.
extension JSONParser {
    func byteAhead(_ expected: StaticString, _ bytes: Span<UInt8>) throws(JSONTextError) -> UInt8 {
        guard offset < bytes.count else { throw end(expected, bytes) }
        return bytes[offset]
    }

    func end(_ expected: StaticString, _ bytes: Span<UInt8>) -> JSONTextError {
        error(.unexpectedEnd, at: bytes.count, "the text ends where \(expected) must stand", in: bytes)
    }

    func noValue(_ byte: UInt8, _ bytes: Span<UInt8>) -> JSONTextError {
        noValue(byte, at: offset, bytes)
    }

    func noValue(_ byte: UInt8, at offset: Int, _ bytes: Span<UInt8>) -> JSONTextError {
        switch byte {
        case .plus, .point:
            error(.invalidNumber, at: offset, "a number begins with a digit or a minus sign", in: bytes)
        case .comma:
            error(.unexpectedByte, at: offset, "there is a comma where a value must stand", in: bytes)
        case UInt8(ascii: "'"):
            error(.unexpectedByte, at: offset, "strings stand in double quotes", in: bytes)
        case UInt8(ascii: "/"), UInt8(ascii: "#"):
            error(.unexpectedByte, at: offset, "a value must stand here; JSON has no comments", in: bytes)
        case _ where byte.isLetter:
            error(.invalidLiteral, at: offset, "the only words in JSON are true, false and null", in: bytes)
        default:
            error(.unexpectedByte, at: offset, "a value must stand here", in: bytes)
        }
    }

    func error(_ code: JSONTextError.Code, at offset: Int, _ reason: String, in bytes: Span<UInt8>) -> JSONTextError {
        JSONTextError(code: code, position: TextPosition(offset: offset, in: bytes), reason: reason)
    }
}

extension String {
    /// The name of a member as a message shows it: in quotes, at most 40 scalars, nothing that a terminal would obey.
    var quotedForMessage: String {
        var shown = "\""
        for scalar in unicodeScalars.prefix(40) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown + (unicodeScalars.count > 40 ? "…\"" : "\"")
    }
}
