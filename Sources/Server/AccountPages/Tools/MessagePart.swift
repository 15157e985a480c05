import Markup

/// A binary part of a message, divided into fields.
package struct MessagePart: Sendable, Hashable {
    /// The name of the part, such as `authenticatorData`.
    package let name: String
    package let bytes: [UInt8]
    /// The fields in their order, which cover all bytes. Empty if the part was not divided.
    package let fields: [MessageField]
    /// The reason why the part was not divided, as a sentence; nil if it was divided.
    package let fault: String?
    /// The offset of the first faulty byte, if it is known.
    package let faultOffset: Int?

    package init(
        _ name: String, _ bytes: [UInt8], fields: [MessageField] = [], fault: String? = nil, faultOffset: Int? = nil
    ) {
        self.name = name
        self.bytes = bytes
        self.fields = fields
        self.fault = fault
        self.faultOffset = faultOffset
    }
}

/// A field of a message.
package struct MessageField: Sendable, Hashable {
    /// The path of the field; nil for bytes that only structure the message.
    package let name: String?
    package let range: Range<Int>
    /// The value; empty if it is too long to be shown.
    package let value: String

    package init(_ name: String?, _ range: Range<Int>, _ value: String = "") {
        self.name = name
        self.range = range
        self.value = value
    }
}

/// The bytes of a part in hexadecimal, colored by field, and the fields in the same colors.
struct MessagePartView {
    let part: MessagePart
    let index: Int

    var html: HTML {
        section(.class("message"), .aria(.labelledby, id)) {
            h2(.id(id)) {
                code { part.name }
                " "
                span(.class("size")) { part.bytes.count == 1 ? "1 byte" : "\(part.bytes.count) bytes" }
            }
            if let fault = part.fault { p(.class("note", "bad")) { fault } }
            div(.class("message-parts")) {
                if !part.bytes.isEmpty {
                    p(.class("bytes")) {
                        code { for piece in pieces { span(.class(piece.style)) { hexadecimal(piece.range) } } }
                    }
                }
                if named.count > 1 {
                    ul(.class("rows", "message-fields"), .role(.list)) {
                        for (position, field) in named.enumerated() { row(field, Self.style(position)) }
                    }
                }
            }
        }
    }

    private var id: String { "part-\(index)" }

    private var named: [MessageField] { part.fields.filter { $0.name != nil } }

    private func row(_ field: MessageField, _ style: String) -> HTML {
        li {
            p(.class("name")) {
                code(.class(style)) { field.name ?? "" }
                " "
                span(.class("place")) { place(of: field.range) }
            }
            if !field.value.isEmpty { p(.class("value")) { code { field.value } } }
        }
    }

    private func place(of range: Range<Int>) -> String {
        switch range.count {
        case 0: "empty"
        case 1: "byte \(range.lowerBound)"
        default: "bytes \(range.lowerBound) to \(range.upperBound - 1)"
        }
    }

    /// The pieces of the bytes with their classes.
    private var pieces: [(range: Range<Int>, style: String)] {
        if let offset = part.faultOffset, offset < part.bytes.count {
            return [(0..<offset, "plain"), (offset..<part.bytes.count, "fault")].filter { !$0.0.isEmpty }
        }
        guard !part.fields.isEmpty else { return [(part.bytes.indices, "plain")] }
        var position = 0
        return part.fields.map { field in
            guard field.name != nil else { return (field.range, "plain") }
            defer { position += 1 }
            return (field.range, Self.style(position))
        }
    }

    /// Returns the bytes with a space after each, so that a browser can break the line between any two.
    private func hexadecimal(_ range: Range<Int>) -> String {
        part.bytes[range].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) + " " }.joined()
    }

    private static func style(_ position: Int) -> String { "hue-\(position % 6 + 1)" }
}
