import Foundation

/// A JSON value, for reading the service's output.
enum Claim: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([Claim])
    case object([String: Claim])

    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([Claim].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: Claim].self))
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var number: Int? {
        if case .number(let number) = self { number } else { nil }
    }

    var list: [Claim] {
        if case .list(let list) = self { list } else { [] }
    }

    subscript(_ name: String) -> Claim? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// Reads JSON.
    static func json(_ bytes: [UInt8]) throws -> Claim {
        try JSONDecoder().decode(Claim.self, from: Data(bytes))
    }

    /// Parses one part of a compact JWS, 0 for the header and 1 for the payload, with Foundation's base64.
    static func part(_ index: Int, of token: String) throws -> Claim {
        try json([UInt8](part(token, index)))
    }

    /// The bytes of one part of a compact JWS.
    static func part(_ token: String, _ index: Int) -> Data {
        var text = token.split(separator: ".", omittingEmptySubsequences: false)[index]
            .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while text.count % 4 != 0 { text += "=" }
        return Data(base64Encoded: text) ?? Data()
    }
}
