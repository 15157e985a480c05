import AssociatedDomains
package import PasswordStrength

/// Why a password is weak. It says what kind of thing makes it guessable, never which.
package enum PasswordWeakness: String, Hashable, Sendable, CaseIterable {
    /// It stands in the lists that are tried first.
    case common
    /// A word of a dictionary.
    case word
    /// A word with look-alike characters.
    case substitutions
    /// The user name or the site is in it.
    case personal
    /// Neighbours on a keyboard.
    case keyboard
    /// Neighbours of the alphabet or the digits.
    case sequence
    /// The same again and again.
    case repetition
    /// A date or a year.
    case date
    /// Few and predictable characters.
    case short
    /// Four or six digits that many people choose.
    case commonPIN = "common-pin"
    /// Four or six digits that count up or down.
    case countingPIN = "counting-pin"
    /// Four or six digits that repeat, or read the same backwards.
    case repeatingPIN = "repeating-pin"

    /// In one sentence, for the person.
    package var sentence: String {
        switch self {
        case .common: "It is one of the passwords that are tried first, or hardly differs from one."
        case .word: "It is built on a word that stands in a dictionary."
        case .substitutions: "It is a word with some letters replaced by others that look alike, which is tried too."
        case .personal: "It contains your user name or the name of the site."
        case .keyboard: "It follows keys that lie beside each other."
        case .sequence: "It follows the alphabet or counts."
        case .repetition: "It repeats the same characters."
        case .date: "It is built on a date or a year."
        case .short: "It is so short that every combination can be tried."
        case .commonPIN: "Many people choose this code."
        case .countingPIN: "The digits of this code count up or down."
        case .repeatingPIN: "The digits of this code repeat, or read the same backwards."
        }
    }
}

/// Judges one password by itself. Codes of four or six digits have rules of their own: they are short by nature, and only the popular ones
/// are weak.
package struct WeaknessJudge: Sendable {
    private let common: CommonPasswords
    private let estimator: StrengthEstimator

    package init(common: CommonPasswords = CommonPasswords(), estimator: StrengthEstimator = StrengthEstimator()) {
        self.common = common
        self.estimator = estimator
    }

    /// What a judgement says: why the password is weak, and whether a few guesses suffice.
    package struct Judgement: Hashable, Sendable {
        package let weakness: PasswordWeakness
        /// Falls within a million guesses, or stands in a list.
        package let isVeryWeak: Bool
    }

    /// Nil where the password is not weak: where it takes more than 10^8 guesses (score 3 or more) and is in no list.
    package func judge(_ credential: SavedCredential) -> Judgement? {
        let password = credential.password.exposed
        if let code = Self.code(password) { return judgePIN(code, password) }
        let inputs = [credential.id.user, credential.id.server.text]
        // What holds U+0000 was typed by no one.
        let strength = try? estimator.estimate(password, userInputs: inputs)
        let score = strength?.score ?? 4
        if let match = common.match(password) {
            return Judgement(weakness: Self.weakness(match, strength), isVeryWeak: true)
        }
        guard score < Self.leastScore else { return nil }
        return Judgement(weakness: Self.weakness(strength), isVeryWeak: score < 2)
    }

    private func judgePIN(_ digits: [UInt8], _ password: String) -> Judgement? {
        if Self.counts(digits) { return Judgement(weakness: .countingPIN, isVeryWeak: true) }
        if Self.repeats(digits) { return Judgement(weakness: .repeatingPIN, isVeryWeak: true) }
        return common.match(password) == nil ? nil : Judgement(weakness: .commonPIN, isVeryWeak: true)
    }

    /// Whether it is a code of four or six digits.
    static func isCode(_ password: PrivateText) -> Bool { code(password.exposed) != nil }

    private static func code(_ password: String) -> [UInt8]? {
        let bytes = Array(password.utf8)
        guard bytes.count == 4 || bytes.count == 6, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return bytes.map { $0 - 0x30 }
    }

    /// One up or one down from digit to digit, 9 and 0 being neighbours: 1234, 8765, 7890.
    private static func counts(_ digits: [UInt8]) -> Bool {
        [1, 9].contains { step in zip(digits, digits.dropFirst()).allSatisfy { ($0 + step) % 10 == $1 } }
    }

    /// 1111, 1212, 123123, and 1221, 123321.
    private static func repeats(_ digits: [UInt8]) -> Bool {
        if digits.elementsEqual(digits.reversed()) { return true }
        return (1...digits.count / 2).contains { length in
            digits.count.isMultiple(of: length) && digits.indices.allSatisfy { digits[$0] == digits[$0 % length] }
        }
    }

    private static func weakness(_ match: CommonPasswordMatch, _ strength: PasswordStrength?) -> PasswordWeakness {
        switch match {
        case .walk: return strength?.patterns.first?.kind == .sequence ? .sequence : .keyboard
        case .repetition: return .repetition
        case .listed, .trivialEnds: return .common
        }
    }

    /// By the largest piece in which anything was found.
    private static func weakness(_ strength: PasswordStrength?) -> PasswordWeakness {
        let known = (strength?.patterns ?? []).filter { $0.kind != .bruteforce && $0.kind != .long }
        switch known.max(by: { $0.range.count < $1.range.count })?.kind {
        case .dictionary: return .word
        case .dictionaryLeet: return .substitutions
        case .userInput, .userInputLeet: return .personal
        case .repeat: return .repetition
        case .sequence: return .sequence
        case .spatial: return .keyboard
        case .date, .year: return .date
        case .bruteforce, .long, nil: return .short
        }
    }

    /// Scores 0, 1 and 2 are weak, as browsers judge too.
    private static let leastScore = 3
}
