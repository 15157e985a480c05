/// The passwords that are tried first, and what is trivially made of them.
///
/// Case does not count, nor does the form of normalization (Swift's strings compare by canonical equivalence). Building one takes
/// some milliseconds: the owner makes it once and keeps it.
///
/// ## What counts as common
/// A password is common when it
/// 1. stands in a list: 5,066 frequent passwords of 12 or more characters, 5,057 shorter ones, or the operator's own;
/// 2. is a walk: a piece of the alphabet, the digits or a keyboard row, forward, backward or from its end to its beginning;
/// 3. is a unit repeated: any unit of at most four characters three times or more, any unit of five to eleven characters twice
///    or more, or a common unit twice or more;
/// 4. is a common password, a walk or a repetition between trivial ends;
/// 5. is one of these typed on a Russian keyboard: `пароль` is `gfhjkm` there, and the lists are of Latin letters.
///
/// An end, before or after, consists of digits and punctuation. It is trivial when it is obvious (one digit repeated, a walk
/// over the digits, or a year, with at most two punctuation marks); other characters of both ends may be four in all. So
/// `password1234!`, `2024letmein!`, `7dragon592` and `dragon12345678` are common; `dragon48291357` is not: whether its digits
/// suffice is a matter of strength, not of lists.
package struct CommonPasswords: Sendable {
    private var listed: Set<String>

    /// The compiled-in lists.
    package init() {
        listed = []
        listed.reserveCapacity(12_000)
        for list in [LongCommonPasswords.text, FrequentPasswords.text] {
            // By octets: characters cost a tenth of a server's start.
            listed.formUnion(list.description.utf8.split { $0 <= UInt8(ascii: " ") }.lazy.map { String(Substring($0)) })
        }
    }

    /// The compiled-in lists and more.
    package init(adding passwords: some Sequence<String>) {
        self.init()
        listed.formUnion(passwords.lazy.map { $0.lowercased() })
    }

    /// Why `password` is common, or nil.
    package func match(_ password: String) -> CommonPasswordMatch? {
        let folded = password.lowercased()
        // A text of thousands of characters is no common password; without a limit the search for repetitions would be slow.
        guard folded.utf8.count <= Self.byteLimit else { return nil }
        if let match = matchLatin(folded) { return match }
        guard let keys = RussianKeyboard.latinKeys(folded) else { return nil }
        return matchLatin(keys)
    }

    /// Whether `password` is common in any way.
    package func contains(_ password: String) -> Bool {
        match(password) != nil
    }

    private func matchLatin(_ folded: String) -> CommonPasswordMatch? {
        if let match = matchWhole(folded) { return match }
        let characters = Array(folded)
        for start in TrivialEnd.all(of: characters) {
            let rest = characters.dropFirst(start.length)
            for end in TrivialEnd.all(of: rest.reversed()) {
                let core = rest.dropLast(end.length)
                guard core.count < characters.count, core.count >= Self.minimumCore,
                    start.effort + end.effort <= TrivialEnd.maximumEffort
                else { continue }
                if matchWhole(String(core)) != nil { return .trivialEnds }
            }
        }
        return nil
    }

    private func matchWhole(_ folded: String) -> CommonPasswordMatch? {
        if listed.contains(folded) { return .listed }
        if Walk.covers(folded) { return .walk }
        return isRepetition(Array(folded)) ? .repetition : nil
    }

    private func isRepetition(_ characters: [Character]) -> Bool {
        guard characters.count >= 2 else { return false }
        for length in 1...characters.count / 2 where characters.count.isMultiple(of: length) {
            let unit = characters[..<length]
            let isPeriodic = characters.indices.allSatisfy { characters[$0] == unit[$0 % length] }
            guard isPeriodic else { continue }
            // Longer units are repetitions of this one, or this one's own repetition would have been found shorter.
            let isShort = length <= 4 && characters.count >= 3 * length
            if isShort || Self.repeatableLengths.contains(length) || listed.contains(String(unit)) || Walk.covers(String(unit)) {
                return true
            }
        }
        return false
    }

    /// What a unit has to have to be too short for a password by itself, and too long to repeat itself by chance.
    private static let repeatableLengths = 5..<12
    /// Four characters: `love1234` is made of a common word, `ab1234` is not.
    private static let minimumCore = 4
    private static let byteLimit = 512
}

/// In which way a password is common.
package enum CommonPasswordMatch: String, Hashable, Sendable {
    /// It stands in a list.
    case listed
    /// It follows the alphabet, the digits or a keyboard row.
    case walk
    /// It repeats a short or common unit.
    case repetition
    /// It is one of these between trivial ends.
    case trivialEnds = "trivial-ends"
}

extension CommonPasswords: CustomStringConvertible, CustomReflectable {
    /// How many passwords are listed, and none of them.
    package var description: String { "CommonPasswords(\(listed.count) passwords)" }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
