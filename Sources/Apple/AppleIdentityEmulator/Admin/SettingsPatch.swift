import FoundationEssentials

/// Settings to change: those that are given, by their names; all others stay.
struct SettingsPatch {
    private let values: [String: SettingValue]

    /// - Throws: ``EmulatorRefusal`` where the body is no object of strings, numbers and Booleans.
    init(_ data: Data) throws {
        do {
            values = try AdminJSON.decoder.decode([String: SettingValue].self, from: data)
        } catch let error as DecodingError {
            throw EmulatorRefusal(.malformed, error.words)
        }
    }

    /// - Throws: ``EmulatorRefusal`` for a name that is no setting's, or a value that its setting does not take.
    func applied(to settings: AppleServiceSettings) throws -> AppleServiceSettings {
        do {
            var merged = try AdminJSON.decoder.decode([String: SettingValue].self, from: Data(try AdminJSON.bytes(settings)))
            for (name, value) in values {
                guard merged[name] != nil else {
                    throw EmulatorRefusal(
                        .malformed, "no setting is called \(name); there are \(merged.keys.sorted().joined(separator: ", "))")
                }
                merged[name] = value
            }
            return try AdminJSON.decoder.decode(AppleServiceSettings.self, from: Data(try AdminJSON.bytes(merged)))
        } catch let error as DecodingError {
            throw EmulatorRefusal(.malformed, error.words)
        }
    }
}

/// The value of a setting.
private enum SettingValue: Codable {
    case boolean(Bool)
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        }
    }
}
