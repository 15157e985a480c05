import CZxcvbn
import Glibc

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

/// How many guesses a password withstands from someone who guesses as people choose.
package struct PasswordStrength: Hashable, Sendable {
    /// The decimal logarithm of the number of guesses.
    package let guessesLog10: Double

    /// 0 too guessable, 1 very, 2 somewhat guessable, 3 safely unguessable, 4 very unguessable.
    package let score: Int

    /// The pieces the password falls into, from its beginning: the cheapest way to guess it.
    package let patterns: [PasswordPattern]

    /// What so many guesses and such pieces amount to.
    init(guessesLog10: Double, patterns: [PasswordPattern]) {
        self.guessesLog10 = guessesLog10
        self.patterns = patterns
        score = Self.thresholds.firstIndex { guessesLog10 < $0 } ?? Self.thresholds.count
    }

    /// zxcvbn's limits between the scores: 10^3, 10^6, 10^8 and 10^10 guesses.
    private static let thresholds: [Double] = [3, 6, 8, 10]

    /// How long the attack takes to make all the guesses that this password withstands. The password falls sooner where somebody
    /// knows the person better than the estimate does.
    package func crackTime(_ attack: CrackTime.Attack) -> CrackTime {
        CrackTime(guessesLog10: guessesLog10, attack: attack)
    }
}

/// How long an attack takes to try as many passwords as a ``PasswordStrength`` counts.
package struct CrackTime: Hashable, Sendable {
    /// The decimal logarithm of the seconds.
    package let secondsLog10: Double

    /// The two attacks that matter to a server, at the speeds that zxcvbn assumes.
    package enum Attack: String, Hashable, Sendable, CaseIterable {
        /// Through the sign-in page of a server that throttles: 100 guesses an hour at one account.
        case onlineThrottled = "online-throttled"
        /// With the stolen hashes of a server that uses a slow hash, as argon2id or bcrypt: 10,000 guesses a second, which is a rack of
        /// processors rather than one machine. Fast hashes, as SHA-256 bare, fall a million times sooner.
        case offlineSlowHash = "offline-slow-hash"

        /// The decimal logarithm of the guesses a second.
        fileprivate var guessesPerSecondLog10: Double {
            switch self {
            case .onlineThrottled: 2 - log10(3_600)
            case .offlineSlowHash: 4
            }
        }
    }

    /// The time in words, as `less than a second`, `1 minute`, `3 hours`, `centuries`: in the largest unit that is full, rounded down,
    /// and from a hundred years on `centuries`. A month has 30 days, a year 365.
    package var words: String {
        guard secondsLog10 < log10(Self.century) else { return "centuries" }
        let seconds = pow(10, secondsLog10)
        // A hair more, since a logarithm is not exact, or a whole hour would be 59 minutes.
        guard let (unit, length) = Self.units.last(where: { seconds * (1 + 1e-9) >= $0.seconds }) else {
            return "less than a second"
        }
        let count = Int(seconds * (1 + 1e-9) / length)
        return "\(count) \(unit)" + (count == 1 ? "" : "s")
    }

    private static let units: [(name: String, seconds: Double)] = [
        ("second", 1), ("minute", 60), ("hour", 3_600), ("day", 86_400), ("month", 30 * 86_400), ("year", 365 * 86_400),
    ]
    private static let century: Double = 100 * 365 * 86_400

    fileprivate init(guessesLog10: Double, attack: Attack) {
        secondsLog10 = guessesLog10 - attack.guessesPerSecondLog10
    }
}

/// A piece of a password and what makes it guessable.
package struct PasswordPattern: Hashable, Sendable {
    /// What the piece looks like.
    package let kind: Kind

    /// Where it stands, counted in Unicode scalars.
    package let range: Range<Int>

    /// The bits of entropy that guessing this piece takes.
    package let entropyBits: Double

    /// Whether the same kind of piece occurs several times, so that guessing it once more is cheap.
    package let isRepeatedKind: Bool

    /// What a piece can look like; the raw values are stable and fit for output.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Nothing known: every combination must be tried.
        case bruteforce
        /// A word of a dictionary or a common password.
        case dictionary
        /// Such a word with look-alike characters in it.
        case dictionaryLeet = "dictionary-leet"
        /// A word the caller named, such as the user name.
        case userInput = "user-input"
        /// Such a word with look-alike characters in it.
        case userInputLeet = "user-input-leet"
        /// One character again and again.
        case `repeat`
        /// Neighbours of the alphabet or the digits.
        case sequence
        /// Neighbours on a keyboard.
        case spatial
        /// A date.
        case date
        /// A year.
        case year
        /// What lies beyond the part looked at closely.
        case long
    }
}
