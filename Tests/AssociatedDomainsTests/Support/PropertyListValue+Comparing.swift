import TestKit

@testable import AssociatedDomains

extension PropertyListValue {
    static func list(_ values: PropertyListValue...) -> PropertyListValue {
        .array(values.map { PropertyListNode(offset: 0, value: $0) })
    }

    static func map(_ members: (String, PropertyListValue)...) -> PropertyListValue {
        .dictionary(members.map { PropertyListMember(key: $0.0, value: PropertyListNode(offset: 0, value: $0.1)) })
    }

    /// The value with all offsets 0, for comparing values of two files.
    var withoutOffsets: PropertyListValue {
        switch self {
        case .array(let nodes): .array(nodes.map { PropertyListNode(offset: 0, value: $0.value.withoutOffsets) })
        case .dictionary(let members):
            .dictionary(
                members.map {
                    PropertyListMember(key: $0.key, value: PropertyListNode(offset: 0, value: $0.value.value.withoutOffsets))
                })
        default: self
        }
    }

    /// The value in XML.
    var xml: String {
        switch self {
        case .boolean(let isTrue): isTrue ? "<true/>" : "<false/>"
        case .integer(let integer): "<integer>\(integer)</integer>"
        case .real(let real): "<real>\(real)</real>"
        case .date: "<date>2026-01-02T03:04:05Z</date>"
        case .data: "<data>AAEC</data>"
        case .string(let text): "<string>\(Self.escaped(text))</string>"
        case .array(let nodes): "<array>" + nodes.map(\.value.xml).joined(separator: "\n") + "</array>"
        case .dictionary(let members):
            "<dict>" + members.map { "<key>\(Self.escaped($0.key))</key>\($0.value.value.xml)" }.joined() + "</dict>"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "\r": "&#13;"
            default: String(scalar)
            }
        }.joined()
    }

    /// A random value that XML can represent.
    static func random(depth: Int, using generator: inout SeededGenerator) -> PropertyListValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .boolean(Bool.random(using: &generator))
        case 1: return .integer(Int64.random(in: .min ... .max, using: &generator))
        case 2: return .real(Double(Int.random(in: -9_999...9_999, using: &generator)) / 8)
        case 3, 4:
            let letters: [Character] = ["a", "b", "é", "🔑", "<", "&", " ", "\n", "\r", ">", "\"", "'"]
            return .string(
                String((0..<Int.random(in: 0...20, using: &generator)).compactMap { _ in letters.randomElement(using: &generator) })
            )
        case 5:
            let count = Int.random(in: 0...20, using: &generator)
            return .array((0..<count).map { _ in PropertyListNode(offset: 0, value: random(depth: depth - 1, using: &generator)) })
        default:
            let count = Int.random(in: 0...20, using: &generator)
            return .dictionary(
                (0..<count).map {
                    PropertyListMember(
                        key: "k\($0)<", value: PropertyListNode(offset: 0, value: random(depth: depth - 1, using: &generator)))
                })
        }
    }
}
