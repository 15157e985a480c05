/// What comes back: the answer's bytes, or a refusal. Its first byte says which.
package enum DeviceReply: Equatable, Sendable {
    case answer([UInt8])
    case refusal(DeviceRefusal)
}

extension DeviceReply: WireValue {
    private enum Tag: UInt8, WireValue {
        case answer = 1
        case refusal = 2
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .answer: self = .answer(try reader.octets())
        case .refusal: self = .refusal(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .answer(let bytes):
            writer.value(Tag.answer)
            writer.octets(bytes)
        case .refusal(let refusal):
            writer.value(Tag.refusal)
            writer.value(refusal)
        }
    }
}
