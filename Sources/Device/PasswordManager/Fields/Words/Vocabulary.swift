/// Finds the concepts of a text, in one pass whose length is bounded by that of the text and of the longest phrase.
struct Vocabulary: Sendable {
    /// The words of all languages.
    static let all = Vocabulary(WordTable.all)

    private struct Phrase: Sendable {
        let concept: Concept
        let isBoundAtStart: Bool
        let isBoundAtStartOfIdentifier: Bool
        let isBoundAtEnd: Bool
        /// Whether it is looked for in texts alone: a short word of a language is a part of something else in an identifier.
        let isForTexts: Bool
        /// Whether nothing but digits may follow in an identifier.
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

    /// The concepts that a text names.
    ///
    /// - Parameter isIdentifier: whether a programmer wrote it, perhaps without parting its words.
    /// - Parameter meter: is told how many letters were looked at.
    func concepts(in text: String, isIdentifier: Bool = false, _ meter: inout WorkMeter) -> Concepts {
        guard !text.isEmpty else { return [] }
        let folded = FoldedText(text, isIdentifier: isIdentifier)
        var found: Concepts = []
        // Where the longest phrase about a field's content ends so far: what lies within it says nothing of its own, as "name" in "user name".
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
    /// Han, kana and Thai.
    fileprivate var isWrittenWithoutSpaces: Bool {
        (0x3040...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value) || (0x0E00...0x0E7F).contains(value)
    }
}

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

/// What a word around a field is about.
package enum Concept: UInt8, CaseIterable, Hashable, Sendable {
    // What a field asks for.
    case email, username, password, oneTimeCode, phone
    /// Words that stand for an account where one signs in, and for much else elsewhere: account, number, id.
    case account
    case personName, address, card, cardCode, date, organization, search, captcha, secretAnswer, message, number
    /// A code of some kind.
    case code
    /// A short secret of digits.
    case pin
    // What a password is.
    case new, current, repeated
    // What a form is for.
    case signIn, signUp, changePassword, resetPassword, newsletter, contact, payment, forgotPassword, rememberMe
    /// "Already have an account?", as forms to sign up ask, and "No account yet?", as forms to sign in do.
    case alreadyMember, notYetMember
    /// What a new password must have.
    case strength
    /// A code that is sent or shown by a device, and so is never read off a picture.
    case sentCode

    /// Its name in words, as in `e-mail`.
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

    /// Whether it is what a field asks for, rather than what a password or a form is.
    var isContent: Bool { rawValue <= Concept.pin.rawValue }
}

/// Several concepts.
package struct Concepts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package init(_ concept: Concept) { rawValue = 1 << UInt64(concept.rawValue) }

    /// All that a field may ask for.
    static let contents = Concept.allCases.reduce(into: Concepts()) { if $1.isContent { $0.insert(Concepts($1)) } }

    /// Whether one of them is among these.
    package func contains(_ concept: Concept) -> Bool { rawValue & (1 << UInt64(concept.rawValue)) != 0 }

    /// Whether any of them is among these.
    func containsAny(_ concepts: [Concept]) -> Bool { concepts.contains { contains($0) } }
}
