extension Catalog {
    /// The same texts with accents, a third longer, in brackets. A page in this language shows which texts are not in a catalog, which are cut,
    /// and which are put together from pieces.
    var pseudo: Catalog {
        Catalog(
            language: .pseudo,
            messages: messages.mapValues { Message(parts: [.text("[")] + Self.accented($0.parts) + [.text("]")]) },
            keys: keys, descriptions: descriptions)
    }

    private static func accented(_ parts: [Message.Part]) -> [Message.Part] {
        parts.map { part in
            switch part {
            case .text(let text): .text(accented(text))
            case .argument, .count: part
            case .plural(let name, let exact, let branches):
                .plural(name, exact: exact.mapValues(accented), branches: branches.mapValues(accented))
            }
        }
    }

    private static func accented(_ text: String) -> String {
        let letters = text.reduce(into: "") { $0.append(accents[$1] ?? $1) }
        return letters + String(repeating: "·", count: text.count / 3)
    }

    private static let accents: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip("aceginorstuyzACEGINORSTUYZ", "áçéğíñóŕšţûýžÀÇÈĜÌÑÖŘŠŢÛÝŽ"))
}
