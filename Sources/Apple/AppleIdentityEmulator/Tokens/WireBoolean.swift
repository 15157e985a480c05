/// A Boolean as it stands in a token: the string `"true"`, as until February 2024, or a Boolean (facts 1.4).
enum WireBoolean: Sendable, Codable {
    case string(Bool)
    case boolean(Bool)

    init(_ value: Bool, _ style: AppleServiceSettings.WireStyle) {
        self = style == .strings2019 ? .string(value) : .boolean(value)
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .boolean(flag)
        } else {
            self = .string(try value.decode(String.self) == "true")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .string(let flag): try value.encode(flag ? "true" : "false")
        case .boolean(let flag): try value.encode(flag)
        }
    }
}
