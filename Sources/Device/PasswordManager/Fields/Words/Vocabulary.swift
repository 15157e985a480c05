/// Finds the concepts of a text in one pass. The work is bounded by the length of the text and of the longest phrase.
struct Vocabulary: Sendable {
    /// The words of all languages.
    static let all = Vocabulary(WordTable.all)

    private struct Phrase: Sendable {
        let concept: Concept
        let isBoundAtStart: Bool
        let isBoundAtStartOfIdentifier: Bool
        let isBoundAtEnd: Bool
        /// Whether the phrase applies to texts only. In identifiers, a short word of a language is often part of another word.
        let isForTexts: Bool
        /// Whether only digits may follow in an identifier.
        let endsIdentifier: Bool
    }

    /// The children of the nodes of a trie over bytes, by node and byte.
    private var children: [Int: Int] = [:]
    /// The phrases that end at each node.
    private var phrases: [[Phrase]] = [[]]

    init(_ tables: [WordTable]) {
        for table in tables {
            for (concept, list) in table.entries {
                for phrase in list.split(separator: ",") { insert(phrase, concept, inIdentifiers: table.isForIdentifiers) }
            }
        }
    }

    /// Returns the concepts that occur in a text.
    ///
    /// - Parameter isIdentifier: Whether a developer wrote the text, possibly without separating its words.
    /// - Parameter meter: Counts the letters that were read.
    func concepts(in text: String, isIdentifier: Bool = false, _ meter: inout WorkMeter) -> Concepts {
        guard !text.isEmpty else { return [] }
        let folded = FoldedText(text, isIdentifier: isIdentifier)
        var found: Concepts = []
        // The end of the longest phrase about content so far. Phrases within it do not count, such as "name" in "user name".
        var covered = 0
        for start in folded.letters.indices {
            var node = 0
            var place = start
            var contents: [(end: Int, concept: Concept)] = []
            while place < folded.letters.count, let child = children[node << 8 | Int(folded.letters[place])] {
                node = child
                place += 1
                for phrase in phrases[node] {
                    let isBound = isIdentifier ? phrase.isBoundAtStartOfIdentifier : phrase.isBoundAtStart
                    if isIdentifier, phrase.isForTexts { continue }
                    if isIdentifier, phrase.endsIdentifier, folded.letters[place...].contains(where: \.isLetter) { continue }
                    if isBound && !folded.isBoundary[start] || phrase.isBoundAtEnd && !folded.isBoundary[place] { continue }
                    if phrase.concept.isContent {
                        contents.append((place, phrase.concept))
                    } else {
                        found.insert(Concepts(phrase.concept))
                    }
                }
            }
            meter.add(place - start + 1)
            guard let longest = contents.last?.end, longest > covered else { continue }
            covered = longest
            for content in contents where content.end == longest { found.insert(Concepts(content.concept)) }
        }
        return found
    }

    private mutating func insert(_ written: Substring, _ concept: Concept, inIdentifiers: Bool) {
        let letters = FoldedText(String(written), isIdentifier: false).letters
        guard !letters.isEmpty else { return }
        let scalars = String(decoding: letters, as: UTF8.self).unicodeScalars
        let trimmed = written.drop { $0 == " " }
        let isAnywhere = trimmed.hasPrefix("~") || scalars.contains { $0.isWrittenWithoutSpaces }
        let isShort = scalars.count < 5
        let isPartOfWords = scalars.count < 6
        let phrase = Phrase(
            concept: concept, isBoundAtStart: !isAnywhere, isBoundAtStartOfIdentifier: !isAnywhere && isPartOfWords,
            isBoundAtEnd: trimmed.hasSuffix("|") || isShort && !isAnywhere && !trimmed.hasSuffix("*"),
            isForTexts: !inIdentifiers && scalars.count < 4, endsIdentifier: trimmed.hasSuffix("$"))
        var node = 0
        for byte in letters {
            let key = node << 8 | Int(byte)
            if let child = children[key] {
                node = child
            } else {
                phrases.append([])
                children[key] = phrases.count - 1
                node = phrases.count - 1
            }
        }
        phrases[node].append(phrase)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is Han, kana or Thai.
    fileprivate var isWrittenWithoutSpaces: Bool {
        (0x3040...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value) || (0x0E00...0x0E7F).contains(value)
    }
}

/// Words of some languages, by concept.
///
/// Phrases are separated by commas. Spaces and hyphens in them match any separator or none. A phrase of five letters or more
/// matches at the start of a word, one of six or more anywhere in an identifier. A shorter one matches only a whole word. Letters
/// of scripts without spaces match anywhere. A `~` before the phrase matches within words; a `*` after it permits the word to
/// continue, a `|` does not; a `$` after it matches only at the end of an identifier.
struct WordTable {
    let entries: [(Concept, String)]
    /// Whether short words apply to identifiers too, because developers write English.
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

/// A concept that a word around a field denotes.
package enum Concept: UInt8, CaseIterable, Hashable, Sendable {
    // The content of a field.
    case email, username, password, oneTimeCode, phone
    /// Words that denote an account in sign-in forms, and other things elsewhere: account, number, id.
    case account
    case personName, address, card, cardCode, date, organization, search, captcha, secretAnswer, message, number
    /// A code of any kind.
    case code
    /// A short secret of digits.
    case pin
    // Properties of a password.
    case new, current, repeated
    // The purpose of a form.
    case signIn, signUp, changePassword, resetPassword, newsletter, contact, payment, forgotPassword, rememberMe
    /// "Already have an account?" in sign-up forms, and "No account yet?" in sign-in forms.
    case alreadyMember, notYetMember
    /// The requirements for a new password.
    case strength
    /// A code that is sent or displayed by a device, and thus not a captcha.
    case sentCode

    /// The name of the concept, such as `e-mail`.
    var words: String {
        switch self {
        case .email: "e-mail"
        case .username: "user name"
        case .oneTimeCode: "one-time code"
        case .personName: "name of a person"
        case .cardCode: "security code of a card"
        case .secretAnswer: "secret answer"
        case .signIn: "sign in"
        case .signUp: "sign up"
        case .changePassword: "change of password"
        case .resetPassword: "new password"
        case .forgotPassword: "lost password"
        case .rememberMe: "remember me"
        case .alreadyMember: "already a member"
        case .notYetMember: "not yet a member"
        case .sentCode: "code that is sent"
        default: "\(self)"
        }
    }

    /// Whether the concept is the content of a field rather than a property of a password or a form.
    var isContent: Bool { rawValue <= Concept.pin.rawValue }
}

/// A set of concepts.
package struct Concepts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package init(_ concept: Concept) { rawValue = 1 << UInt64(concept.rawValue) }

    /// All concepts that are the content of a field.
    static let contents = Concept.allCases.reduce(into: Concepts()) { if $1.isContent { $0.insert(Concepts($1)) } }

    /// Returns whether the set contains a concept.
    package func contains(_ concept: Concept) -> Bool { rawValue & (1 << UInt64(concept.rawValue)) != 0 }

    /// Returns whether the set contains one of several concepts.
    func containsAny(_ concepts: [Concept]) -> Bool { concepts.contains { contains($0) } }
}
