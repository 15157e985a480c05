/// Words of some languages, by what they are about.
///
/// Phrases are parted by commas; spaces and hyphens in them may be anything or nothing in a text. A phrase of five letters or more is
/// looked for at the beginnings of words, one of six anywhere in an identifier; a shorter one only as a whole word; letters of scripts without spaces
/// anywhere. A `~` in front finds the phrase within words, a `*` after it lets a word go on, a `|` after it does not; a `$` after it
/// finds it at the end of an identifier only.
struct WordTable {
    let entries: [(Concept, String)]
    /// Whether its short words are looked for in identifiers too, as programmers write English.
    let isForIdentifiers: Bool

    init(_ entries: [(Concept, String)], isForIdentifiers: Bool = false) {
        self.entries = entries
        self.isForIdentifiers = isForIdentifiers
    }

    /// All tables.
    static let all: [WordTable] = [
        .english, .identifiers, .sentences, .german, .french, .iberian, .italian, .northern, .polishCzechHungarian, .southEastern,
        .russian, .turkish,
        .rightToLeft, .southAsian, .vietnameseIndonesian, .chinese, .japanese, .korean,
    ]
}
