/// The fields of a callback, each name once.
struct CallbackForm {
    /// The largest form in bytes: an identity token, a code, a state and a name at their largest, escaped, with room.
    static let maximumByteCount = 65_536

    /// The most fields. Apple sends four.
    static let maximumFieldCount = 16

    private let fields: [(name: String, value: String)]

    init(_ form: [UInt8]) throws(CallbackRefusal) {
        // The size first, so that a large form costs nothing.
        guard form.count <= Self.maximumByteCount else { throw CallbackRefusal(.tooLarge, position: Self.maximumByteCount) }
        var fields: [(name: String, value: String)] = []
        for pair in form.split(separator: UInt8(ascii: "&")) {
            guard fields.count < Self.maximumFieldCount else {
                throw CallbackRefusal(.tooManyFields, position: pair.startIndex)
            }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try Self.decoded(pair[..<equals])
            // Whoever reads the first and whoever reads the last of two would read different forms.
            guard !fields.contains(where: { $0.name.hasSameBytes(as: name) }) else {
                throw CallbackRefusal(
                    .duplicateField, field: Self.known.first { $0.hasSameBytes(as: name) }, position: pair.startIndex)
            }
            fields.append((name, try Self.decoded(equals < pair.endIndex ? pair[(equals + 1)...] : [])))
        }
        self.fields = fields
    }

    /// The value of a field.
    subscript(name: String) -> String? {
        fields.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// The state, or nil where there is none.
    func state() throws(CallbackRefusal) -> String? {
        guard let state = self["state"] else { return nil }
        guard AuthorizationRequest.isValue(state) else { throw CallbackRefusal(.malformedField, field: "state") }
        return state
    }

    private static func decoded(_ text: ArraySlice<UInt8>) throws(CallbackRefusal) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard index + 2 < text.endIndex, let high = digit(text[index + 1]), let low = digit(text[index + 2]) else {
                    throw CallbackRefusal(.malformedEscape, position: index)
                }
                bytes.append(high << 4 | low)
                index += 2
            case let byte: bytes.append(byte)
            }
            index += 1
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw CallbackRefusal(.notUTF8, position: text.startIndex)
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static let known = ["code", "state", "id_token", "user", "error"]
}
