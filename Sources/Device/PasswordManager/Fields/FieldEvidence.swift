/// The concepts that occur in the texts of one field, by place.
struct FieldEvidence: Hashable, Sendable {
    /// The places of texts, most significant first.
    enum Place: String, CaseIterable, Sendable {
        case name, id, label, placeholder, hint = "title", binding = "class", before = "text before", after = "text after"
    }

    private var concepts: [Concepts]
    /// The place of the text that labels the field if no label does.
    var nearby = Place.before

    init(_ field: FormField, _ meter: inout WorkMeter) {
        let vocabulary = Vocabulary.all
        concepts = []
        for place in Place.allCases {
            let found =
                switch place {
                case .name: vocabulary.concepts(in: field.name ?? "", isIdentifier: true, &meter)
                case .id: vocabulary.concepts(in: field.id ?? "", isIdentifier: true, &meter)
                case .label: vocabulary.concepts(in: field.labels.joined(separator: "\n"), &meter)
                case .placeholder: vocabulary.concepts(in: field.placeholder ?? "", &meter)
                case .hint: vocabulary.concepts(in: field.hint ?? "", &meter)
                case .binding: vocabulary.concepts(in: field.identifiers.joined(separator: " "), isIdentifier: true, &meter)
                case .before: vocabulary.concepts(in: Self.lastLine(of: field.precedingText ?? ""), &meter)
                case .after: vocabulary.concepts(in: Self.firstLine(of: field.followingText ?? ""), &meter)
                }
            concepts.append(found)
        }
    }

    /// Returns the concepts at one place.
    subscript(_ place: Place) -> Concepts {
        switch place {
        case .name: concepts[0]
        case .id: concepts[1]
        case .label: concepts[2]
        case .placeholder: concepts[3]
        case .hint: concepts[4]
        case .binding: concepts[5]
        case .before: concepts[6]
        case .after: concepts[7]
        }
    }

    /// The concepts of the field's name and ID.
    var names: Concepts { self[.name].union(self[.id]) }
    /// The concepts of the field's labels and placeholder.
    var labels: Concepts { self[.label].union(self[.placeholder]) }
    /// The concepts of the field's names and labels.
    var stated: Concepts { names.union(labels) }
    /// Whether the texts of the field ask for one of several account names, as in "e-mail or telephone".
    var isEither: Bool {
        let texts = labels.union(self[.hint])
        return texts.contains(.email) && texts.containsAny([.username, .phone, .account])
    }
    /// The concepts of the adjacent text.
    var beside: Concepts { self[nearby] }
    /// Returns the first place that contains the concept, as in `label: e-mail`. Returns nil if none does.
    func explanation(_ concept: Concept) -> String? {
        let place = Place.allCases.first { ($0 != .before && $0 != .after || $0 == nearby) && self[$0].contains(concept) }
        return place.map { "\($0.rawValue): \(concept.words)" }
    }

    private static func lastLine(of text: String) -> String {
        let line = text.split(separator: "\n").last { $0.contains { $0.isLetter } } ?? ""
        return String(line.suffix(80))
    }

    private static func firstLine(of text: String) -> String {
        let line = text.split(separator: "\n").first { $0.contains { $0.isLetter } } ?? ""
        return String(line.prefix(60))
    }
}
