import AssociatedDomains
package import PasswordStrength

/// The reason why a password is weak. It names the kind of weakness, never the affected part.
package enum PasswordWeakness: String, Hashable, Sendable, CaseIterable {
    /// The password is in the lists that attackers try first.
    case common
    /// The password is a dictionary word.
    case word
    /// The password is a word with look-alike characters.
    case substitutions
    /// The password contains the user name or the site.
    case personal
    /// The password follows adjacent keys.
    case keyboard
    /// The password follows the alphabet or the digits.
    case sequence
    /// The password repeats characters.
    case repetition
    /// The password is a date or a year.
    case date
    /// The password has few and predictable characters.
    case short
    /// The password is four or six digits that many people choose.
    case commonPIN = "common-pin"
    /// The password is four or six digits that count up or down.
    case countingPIN = "counting-pin"
    /// The password is four or six digits that repeat, or read the same backwards.
    case repeatingPIN = "repeating-pin"

    /// A sentence for the user.
    package var sentence: String {
        switch self {
        case .common: "It is one of the passwords that attackers try first, or similar to one."
        case .word: "It is based on a dictionary word."
        case .substitutions: "It is a word with look-alike characters, which attackers try too."
        case .personal: "It contains your user name or the name of the site."
        case .keyboard: "It follows adjacent keys on the keyboard."
        case .sequence: "It follows the alphabet or counts."
        case .repetition: "It repeats the same characters."
        case .date: "It is based on a date or a year."
        case .short: "It is so short that attackers can try every combination."
        case .commonPIN: "Many people choose this code."
        case .countingPIN: "The digits of this code count up or down."
        case .repeatingPIN: "The digits of this code repeat or are the same backwards."
        }
    }
}

/// Evaluates a single password. Codes of four or six digits have special rules: they are always short, so only popular ones are
/// weak.
package struct WeaknessCheck: Sendable {
    private let common: CommonPasswords
    private let estimator: StrengthEstimator

    package init(common: CommonPasswords = CommonPasswords(), estimator: StrengthEstimator = StrengthEstimator()) {
        self.common = common
        self.estimator = estimator
    }

    /// The result: the reason why the password is weak, and whether a few guesses suffice.
    package struct Judgement: Hashable, Sendable {
        package let weakness: PasswordWeakness
        /// Whether the password needs at most a million guesses or is in a list.
        package let isVeryWeak: Bool
    }

    /// Evaluates a password. Returns nil if it is not weak: it needs more than 10^8 guesses (score 3 or more) and is in no list.
    package func judge(_ credential: SavedCredential) -> Judgement? {
        let password = credential.password.exposed
        if let code = Self.code(password) { return judgePIN(code, password) }
        let inputs = [credential.id.user, credential.id.server.text]
        // A user cannot type U+0000.
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

    /// Returns whether the password is a code of four or six digits.
    static func isCode(_ password: PrivateText) -> Bool { code(password.exposed) != nil }

    private static func code(_ password: String) -> [UInt8]? {
        let bytes = Array(password.utf8)
        guard bytes.count == 4 || bytes.count == 6, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return bytes.map { $0 - 0x30 }
    }

    /// Returns whether adjacent digits differ by one, up or down, with 9 and 0 adjacent: 1234, 8765, 7890.
    private static func counts(_ digits: [UInt8]) -> Bool {
        [1, 9].contains { step in zip(digits, digits.dropFirst()).allSatisfy { ($0 + step) % 10 == $1 } }
    }

    /// Returns whether the digits repeat or are a palindrome: 1111, 1212, 123123, 1221, 123321.
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
        case .listed, .trivialAffixes: return .common
        }
    }

    /// Returns the weakness of the largest recognized part.
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

    /// The lowest score that is not weak: scores 0, 1 and 2 are weak, as in browsers.
    private static let leastScore = 3
}
