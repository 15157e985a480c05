import CZxcvbn
import Glibc

/// Estimates the strength of passwords with libzxcvbn 2.5, the C implementation of zxcvbn, and with stricter rules.
///
/// The library divides a password into parts. Each part counts as the lower of two numbers of guesses: the library's, and one from
/// these rules:
///
/// 1. A character without a pattern counts 10 guesses, as in zxcvbn 4.4.2. The library counts up to 95, which gave `Tr0ub4dour&3` a
///    score of 3.
/// 2. Four digits that are a year from 1800 to 2099 count 300 guesses.
/// 3. A word directly next to another word counts at most 90 guesses: four words that users choose as a phrase have less than 30
///    bits (Bonneau and Shutova, 2012, "Linguistic properties of multi-word passphrases").
/// 4. A part of four or more characters that occurs a second time counts 10 guesses.
///
/// A password with a score below 3 in zxcvbn 4.4.2 never gets 3 here, unless ``CommonPasswords`` contains it; the tests compare 45
/// passwords.
///
/// The library knows English words and Latin keyboards. A word in another script has no pattern, so its score is too high.
///
/// An estimate typically takes 0.5 ms. The slowest known case, one character a hundred times, takes less than 12 ms on two cores.
package struct StrengthEstimator: Sendable {
    /// The number of leading Unicode scalars that are evaluated. Matching takes more than linear time, and additional characters
    /// can hardly make a password of this length guessable.
    package static let scalarLimit = 100

    /// Creates an estimator, which has no state.
    package init() {}

    /// Estimates the strength of the first ``scalarLimit`` scalars of `password`.
    ///
    /// `userInputs` are texts that an attacker would try for this user, such as the user name or the e-mail address. They count as
    /// the most common words, in any case and with look-alikes, and so do the runs of letters and digits in them. Only the first 32
    /// of these words are used, each up to ``scalarLimit`` scalars, and none with U+0000.
    ///
    /// Throws for a password with U+0000, at which the C library would stop.
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
        // The library uses a word's position in the list as its rank, so whole inputs come first.
        return Array((usable + parts.filter { !usable.contains($0) }).prefix(Self.userInputLimit))
    }

    private func match(_ password: String, words: [String]) -> (bits: Double, patterns: [PasswordPattern]) {
        guard !password.isEmpty else { return (0, []) }
        // All words in one buffer, each terminated by a zero, so that one closure provides all pointers.
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

    /// Returns the parts, and the number of bits by which the library overestimates them.
    private func patterns(
        _ first: UnsafeMutablePointer<ZxcMatch_t>?, in password: String
    ) -> (patterns: [PasswordPattern], excess: Double) {
        // The library counts bytes. The index of a byte's scalar is the number of scalars that have started before it.
        var scalarAtByte: [Int] = []
        var scalar = -1
        for byte in password.utf8 {
            if byte & 0b1100_0000 != 0b1000_0000 { scalar += 1 }
            scalarAtByte.append(scalar)
        }
        let scalars = Array(password.unicodeScalars)
        var patterns: [PasswordPattern] = []
        var entropy: [Double] = []
        var total = 0.0
        var next = first
        while let match = next?.pointee {
            next = match.Next
            let bytes = Int(match.Begin)..<Int(match.Begin + match.Length)
            guard let kind = PasswordPattern.Kind(match.Type), !bytes.isEmpty, scalarAtByte.indices.contains(bytes.upperBound - 1)
            else { continue }
            let range = scalarAtByte[bytes.lowerBound]..<scalarAtByte[bytes.upperBound - 1] + 1
            let bits = kind == .bruteforce ? min(match.MltEnpy, PieceEntropy.bits(withoutPattern: scalars[range])) : match.MltEnpy
            entropy.append(bits)
            total += match.MltEnpy
            patterns.append(PasswordPattern(kind: kind, range: range))
        }
        for index in patterns.indices where patterns[index].isWord {
            let isInPhrase = [index - 1, index + 1].contains { patterns.indices.contains($0) && patterns[$0].isWord }
            if isInPhrase { entropy[index] = min(entropy[index], PieceEntropy.wordInPhrase) }
        }
        return (patterns, total - entropy.reduce(0, +))
    }

    private static let userInputLimit = 32
    /// The decimal logarithm of two.
    private static let decimalDigitsPerBit = 0.301_029_995_663_981_2
}

/// The reason why the strength cannot be estimated.
package enum StrengthEstimateError: Error, Hashable, Sendable {
    /// The password contains U+0000 at this scalar.
    case containsNull(position: Int)
}

/// The maximum value of parts, in bits.
private enum PieceEntropy {
    /// A word directly after or before another one: 90 guesses.
    static let wordInPhrase = 6.5

    /// Returns the bits of ten guesses for each character, as in zxcvbn 4.4.2, and of 300 for a year.
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

/// The parts of a text that have occurred in it before.
private enum RepeatedPieces {
    /// Returns the text without every part of four or more scalars that has occurred before, in any case, and the number of removed
    /// parts.
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

    /// Returns the number of equal scalars from `first` and from `second` on, without overlap.
    private static func commonLength(_ folded: [String], _ first: Int, _ second: Int) -> Int {
        let limit = min(second - first, folded.count - second)
        return (0..<limit).first { folded[first + $0] != folded[second + $0] } ?? limit
    }

    private static let minimumLength = 4
}

extension PasswordPattern {
    /// Whether the part is a word of any list, and not a fragment of one or two characters.
    fileprivate var isWord: Bool {
        range.count >= 3 && [.dictionary, .dictionaryLeet, .userInput, .userInputLeet].contains(kind)
    }
}

extension PasswordPattern.Kind {
    /// Converts the kind of a match of the library; nil for an unknown one.
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

/// The number of guesses that a password withstands from an attacker who tries what users choose.
package struct PasswordStrength: Hashable, Sendable {
    /// The decimal logarithm of the number of guesses.
    package let guessesLog10: Double

    /// 0 too guessable, 1 very, 2 somewhat guessable, 3 safely unguessable, 4 very unguessable.
    package let score: Int

    /// The parts of the password in order: the cheapest way to guess it.
    package let patterns: [PasswordPattern]

    /// Creates the strength for a number of guesses and parts.
    init(guessesLog10: Double, patterns: [PasswordPattern]) {
        self.guessesLog10 = guessesLog10
        self.patterns = patterns
        score = Self.thresholds.firstIndex { guessesLog10 < $0 } ?? Self.thresholds.count
    }

    /// zxcvbn's thresholds between the scores: 10^3, 10^6, 10^8 and 10^10 guesses.
    private static let thresholds: [Double] = [3, 6, 8, 10]

    /// Returns the time that the attack takes for all these guesses. An attacker who knows the user well may need less.
    package func crackTime(_ attack: CrackTime.Attack) -> CrackTime {
        CrackTime(guessesLog10: guessesLog10, attack: attack)
    }
}

/// The time that an attack takes to try as many passwords as a ``PasswordStrength`` counts.
package struct CrackTime: Hashable, Sendable {
    /// The decimal logarithm of the seconds.
    package let secondsLog10: Double

    /// The two attacks that matter to a server, at the speeds that zxcvbn assumes.
    package enum Attack: String, Hashable, Sendable, CaseIterable {
        /// Through the sign-in of a server with rate limits: 100 guesses an hour for one account.
        case onlineThrottled = "online-throttled"
        /// With the stolen hashes of a server that uses a slow hash, such as argon2id or bcrypt: 10,000 guesses a second, which
        /// takes a rack of processors. Fast hashes, such as plain SHA-256, fall a million times sooner.
        case offlineSlowHash = "offline-slow-hash"

        /// The decimal logarithm of the guesses per second.
        fileprivate var guessesPerSecondLog10: Double {
            switch self {
            case .onlineThrottled: 2 - log10(3_600)
            case .offlineSlowHash: 4
            }
        }
    }

    /// The time in words, such as `less than a second`, `1 minute`, `3 hours`, `centuries`: in the largest full unit, rounded down,
    /// and `centuries` from a hundred years on. A month has 30 days, a year 365.
    package var words: String {
        guard secondsLog10 < log10(Self.century) else { return "centuries" }
        let seconds = pow(10, secondsLog10)
        // Slightly more, because logarithms are inexact and a full hour would otherwise be 59 minutes.
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

/// A part of a password and what makes it guessable.
package struct PasswordPattern: Hashable, Sendable {
    /// The kind of the part.
    package let kind: Kind

    /// The position in Unicode scalars.
    package let range: Range<Int>

    /// The kinds of parts. The raw values are stable and suitable for output.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// No known pattern: all combinations must be tried.
        case bruteforce
        /// A word from a dictionary, or a common password.
        case dictionary
        /// Such a word with look-alike characters.
        case dictionaryLeet = "dictionary-leet"
        /// A word from the caller, such as the user name.
        case userInput = "user-input"
        /// Such a word with look-alike characters.
        case userInputLeet = "user-input-leet"
        /// A repeated character.
        case `repeat`
        /// Consecutive letters or digits.
        case sequence
        /// Neighbours on a keyboard.
        case spatial
        /// A date.
        case date
        /// A year.
        case year
        /// The rest after the evaluated part.
        case long
    }
}
