import ConformanceData
import PasswordRules

/// One line of the recorded output of the reference parser.
struct ReferenceLine: Decodable, Sendable {
    struct Form: Decodable, Sendable {
        let rules: [ReferenceRule]
        let errors: [String]
        let text: String?
        let html: String?
    }

    let input: String
    let full: Form
    let minified: Form

    /// The lines of a file of `Tests/Conformance/password-rules`.
    static func all(in file: String) throws -> [ReferenceLine] { try ConformanceData.json("password-rules/" + file) }
}

/// A property in the form of the data files.
struct ReferenceRule: Decodable, Equatable, Sendable, CustomStringConvertible {
    enum Value: Equatable {
        case classes([Class])
        case number(Double)
    }

    enum Class: Equatable, Decodable {
        case named(String)
        case custom(String)

        private enum Keys: CodingKey { case named, custom }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            if let name = try container.decodeIfPresent(String.self, forKey: .named) {
                self = .named(name)
            } else {
                self = .custom(try container.decode(String.self, forKey: .custom))
            }
        }
    }

    let name: String
    let value: Value

    private enum Keys: CodingKey { case name, value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        if let number = try? container.decode(Double.self, forKey: .value) {
            value = .number(number)
        } else {
            value = .classes(try container.decode([Class].self, forKey: .value))
        }
    }

    init(_ rule: PasswordRule) {
        name = rule.name.rawValue
        value =
            switch rule.value {
            case .number(let number): .number(Double(number.count))
            case .classes(let classes):
                .classes(
                    classes.map {
                        switch $0 {
                        case .named(let name): .named(name.rawValue)
                        case .custom(let characters): .custom(characters)
                        }
                    })
            }
    }

    var description: String { "\(name): \(value)" }
}
