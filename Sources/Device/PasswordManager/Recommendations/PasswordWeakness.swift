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
