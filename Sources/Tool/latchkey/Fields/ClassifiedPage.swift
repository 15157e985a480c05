import JSONText
import PasswordManager

/// A page whose fields are classified, as answers show it.
struct ClassifiedPage {
    private let fields: [ClassifiedField]

    /// - Throws: an ``InputRefusal`` for a page beyond the limits.
    init(_ html: [UInt8]) throws(InputRefusal) {
        do {
            fields = try FormPage(html: html).classify()
        } catch {
            throw InputRefusal(error)
        }
    }

    /// `{"fields":[…]}`.
    var json: JSONValue {
        let fields = self.fields.map { field -> JSONValue in
            [
                "index": .integer(field.index), "id": Self.json(field.field.id), "name": Self.json(field.field.name),
                "type": .string(field.type.rawValue), "evidence": .string(field.evidence),
            ]
        }
        return ["fields": .array(fields)]
    }

    /// A table: index, what the field asks for, its name or else its id, what decided.
    var lines: [String] {
        guard !fields.isEmpty else { return ["no fields"] }
        return TextTable(
            fields.map { field in ["\(field.index)", field.type.rawValue, field.field.name ?? field.field.id, field.evidence] }
        ).lines
    }

    private static func json(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension InputRefusal {
    /// A page that is not read.
    init(_ refusal: PageRefusal) {
        let limits = PageLimits.standard
        switch refusal {
        case .tooLong: self.init("page-too-long", "The page has more than \(limits.maximumBytes) bytes.")
        case .tooDeep(let position):
            self.init("nested-too-deeply", "More than \(limits.maximumDepth) elements are open at byte \(position).")
        case .tooManyElements(let position):
            self.init("too-many-elements", "The page has more than \(limits.maximumElements) elements up to byte \(position).")
        }
    }
}
