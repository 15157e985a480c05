import CZxcvbn

/// Estimates the strength of passwords with libzxcvbn 2.5, the C implementation of zxcvbn, and with stricter rules.
///
/// The library finds the pieces of a password. Each piece is worth the lower of two counts: the library's, and the one here.
///
/// 1. A character without a pattern is worth 10 guesses, as in zxcvbn 4.4.2. The library counts up to 95, which gave
///    `Tr0ub4dour&3` a score of 3.
/// 2. Four digits that are a year from 1800 to 2099 are worth 300 guesses.
/// 3. A word next to another word, with nothing between them, is worth 90 guesses at most: four words that people choose as a
///    phrase have less than 30 bits (Bonneau and Shutova, 2012, "Linguistic properties of multi-word passphrases").
/// 4. A piece of four or more characters that occurs a second time is worth 10 guesses.
///
/// No password that zxcvbn 4.4.2 puts below a score of 3 gets 3 here, unless ``CommonPasswords`` contains it; the tests compare
/// 45 passwords.
///
/// The library knows English words and Latin keyboards. A word of another script has no pattern, and its score is too high.
///
/// One estimate takes under 12 ms (the worst found: one character a hundred times; on a machine of two cores), typically 0.5 ms.
package struct StrengthEstimator: Sendable {
    /// How many Unicode scalars from the beginning are looked at. The matching takes more than linear time, and what follows
    /// can hardly make a password of this length guessable.
    package static let scalarLimit = 100

    /// Makes an estimator; it holds no state.
    package init() {}

    /// The strength of the first ``scalarLimit`` scalars of `password`.
    ///
    /// `userInputs` are texts an attacker would try for this person, such as the user name or the e-mail address: they count as
    /// the most common words, in any case and with look-alikes, and so do the runs of letters and digits in them. The first 32
    /// of these words are heeded, each up to ``scalarLimit`` scalars, and none with U+0000. Refuses a password with U+0000, at
    /// which the C library would stop reading.
    package func estimate(
        _ password: String, userInputs: [String] = []
    ) throws(StrengthEstimateError) -> PasswordStrength {
        if let position = password.unicodeScalars.enumerated().first(where: { $0.element.value == 0 })?.offset {
            throw .containsNull(position: position)
        }
        let head = String(String.UnicodeScalarView(password.unicodeScalars.prefix(Self.scalarLimit)))
        let words = words(userInputs)
        let (bits, patterns) = match(head, words: words)
        var guessesLog10 = max(bits, 0) * Self.decimalDigitsPerBit
        let distinct = RepeatedPieces.removed(from: head)
        if distinct.count > 0 {
            let rest = max(match(distinct.text, words: words).bits, 0) * Self.decimalDigitsPerBit
            guessesLog10 = min(guessesLog10, rest + Double(distinct.count))
        }
        return PasswordStrength(guessesLog10: guessesLog10, patterns: patterns)
    }

    private func words(_ userInputs: [String]) -> [String] {
        let usable = userInputs.prefix(Self.userInputLimit)
            .map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.scalarLimit))) }
            .filter { !$0.isEmpty && !$0.unicodeScalars.contains("\0") }
        let parts = usable.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.filter { $0.count >= 3 }.map(String.init)
        // The library takes a word's place in the list for its rank: whole inputs first.
        return Array((usable + parts.filter { !usable.contains($0) }).prefix(Self.userInputLimit))
    }

    private func match(_ password: String, words: [String]) -> (bits: Double, patterns: [PasswordPattern]) {
        guard !password.isEmpty else { return (0, []) }
        // All words in one buffer, each ended by a zero, so that one closure lends them all.
        let buffer = words.flatMap { Array($0.utf8CString) }
        return buffer.withUnsafeBufferPointer { buffer in
            var dictionary: [UnsafePointer<CChar>?] = []
            var start = buffer.baseAddress
            for word in words {
                dictionary.append(start)
                start = start?.advanced(by: word.utf8.count + 1)
            }
            dictionary.append(nil)
            var information: UnsafeMutablePointer<ZxcMatch_t>?
            let bits = ZxcvbnMatch(password, &dictionary, &information)
            defer { ZxcvbnFreeInfo(information) }
            let (patterns, excess) = patterns(information, in: password)
            return (bits - excess, patterns)
        }
    }

    /// The pieces, and by how many bits the library overrates them.
    private func patterns(
        _ first: UnsafeMutablePointer<ZxcMatch_t>?, in password: String
    ) -> (patterns: [PasswordPattern], excess: Double) {
        // The library counts bytes. The scalar at a byte is the number of scalars begun up to it.
        var scalarAtByte: [Int] = []
        var scalar = -1
        for byte in password.utf8 {
            if byte & 0b1100_0000 != 0b1000_0000 { scalar += 1 }
            scalarAtByte.append(scalar)
        }
        let scalars = Array(password.unicodeScalars)
        var patterns: [PasswordPattern] = []
        var worth: [Double] = []
        var total = 0.0
        var next = first
        while let match = next?.pointee {
            next = match.Next
            let bytes = Int(match.Begin)..<Int(match.Begin + match.Length)
            guard let kind = PasswordPattern.Kind(match.Type), !bytes.isEmpty, scalarAtByte.indices.contains(bytes.upperBound - 1)
            else { continue }
            let range = scalarAtByte[bytes.lowerBound]..<scalarAtByte[bytes.upperBound - 1] + 1
            let bits = kind == .bruteforce ? min(match.MltEnpy, PieceWorth.bits(withoutPattern: scalars[range])) : match.MltEnpy
            worth.append(bits)
            total += match.MltEnpy
            patterns.append(
                PasswordPattern(
                    kind: kind, range: range, entropyBits: min(match.Entrpy, bits),
                    isRepeatedKind: match.Type.rawValue & MULTIPLE_MATCH.rawValue != 0))
        }
        for index in patterns.indices where patterns[index].isWord {
            let isInPhrase = [index - 1, index + 1].contains { patterns.indices.contains($0) && patterns[$0].isWord }
            if isInPhrase { worth[index] = min(worth[index], PieceWorth.wordInPhrase) }
        }
        return (patterns, total - worth.reduce(0, +))
    }

    private static let userInputLimit = 32
    /// The decimal logarithm of two.
    private static let decimalDigitsPerBit = 0.301_029_995_663_981_2
}

/// Why no strength was estimated.
package enum StrengthEstimateError: Error, Hashable, Sendable {
    /// The password holds U+0000 at this scalar.
    case containsNull(position: Int)
}

/// What pieces are worth at most, in bits.
private enum PieceWorth {
    /// A word that follows or precedes another one directly: 90 guesses.
    static let wordInPhrase = 6.5

    /// Ten guesses for each character, as zxcvbn 4.4.2 counts them, and 300 for a year.
    static func bits(withoutPattern scalars: ArraySlice<Unicode.Scalar>) -> Double {
        var bits = 0.0
        var rest = scalars
        while !rest.isEmpty {
            let isYear = isYear(rest.prefix(4))
            bits += isYear ? year : character
            rest = rest.dropFirst(isYear ? 4 : 1)
        }
        return bits
    }

    private static func isYear(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let text = String(String.UnicodeScalarView(scalars))
        return Int(text).map { String($0) == text && (1_800..<2_100).contains($0) } ?? false
    }

    private static let character = 3.321_928_094_887_362
    private static let year = 8.228_818_690_495_881
}

/// The pieces of a text that occurred before in it.
private enum RepeatedPieces {
    /// The text without every piece of four or more scalars that already occurred, in any case, and how many pieces that leaves out.
    static func removed(from text: String) -> (text: String, count: Int) {
        let scalars = Array(text.unicodeScalars)
        let folded = scalars.map { $0.properties.lowercaseMapping }
        var kept = String.UnicodeScalarView()
        var count = 0
        var index = 0
        while index < scalars.count {
            let length = (0..<index).map { commonLength(folded, $0, index) }.max() ?? 0
            if length >= minimumLength {
                count += 1
                index += length
            } else {
                kept.append(scalars[index])
                index += 1
            }
        }
        return (String(kept), count)
    }

    /// How many scalars from `second` on are those from `first` on, without overlap.
    private static func commonLength(_ folded: [String], _ first: Int, _ second: Int) -> Int {
        let limit = min(second - first, folded.count - second)
        return (0..<limit).first { folded[first + $0] != folded[second + $0] } ?? limit
    }

    private static let minimumLength = 4
}

extension PasswordPattern {
    /// Whether the piece is a word of any list, and no fragment of one or two characters.
    fileprivate var isWord: Bool {
        range.count >= 3 && [.dictionary, .dictionaryLeet, .userInput, .userInputLeet].contains(kind)
    }
}

extension PasswordPattern.Kind {
    /// The kind of a match of the library, or nil for one it does not name.
    fileprivate init?(_ type: ZxcTypeMatch_t) {
        switch ZxcTypeMatch_t(type.rawValue & ~MULTIPLE_MATCH.rawValue) {
        case BRUTE_MATCH: self = .bruteforce
        case DICTIONARY_MATCH: self = .dictionary
        case DICT_LEET_MATCH: self = .dictionaryLeet
        case USER_MATCH: self = .userInput
        case USER_LEET_MATCH: self = .userInputLeet
        case REPEATS_MATCH: self = .repeat
        case SEQUENCE_MATCH: self = .sequence
        case SPATIAL_MATCH: self = .spatial
        case DATE_MATCH: self = .date
        case YEAR_MATCH: self = .year
        case LONG_PWD_MATCH: self = .long
        default: return nil
        }
    }
}
