import FoundationEssentials

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

extension CommonPasswords {
    /// The compiled-in lists and the operator's own file: UTF-8, one password a line, ended by a line feed or carriage return and
    /// line feed. Empty lines are passed over.
    ///
    /// Refuses, with the number of the line: what is not UTF-8, control characters, and lines over 1,024 bytes. Refuses a file
    /// that cannot be read or is larger than 256 MiB: each password takes some 50 bytes of memory.
    package init(fileAt path: String) throws(CommonPasswordsFileError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
        } catch {
            throw CommonPasswordsFileError(reason: .unreadable, line: nil)
        }
        guard data.count <= Self.maximumFileSize else { throw CommonPasswordsFileError(reason: .tooLarge, line: nil) }
        self.init(adding: try Self.passwords(inFile: data))
    }

    /// The passwords of such a file.
    static func passwords(inFile bytes: some BidirectionalCollection<UInt8>) throws(CommonPasswordsFileError) -> [String] {
        var passwords: [String] = []
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !text.isEmpty else { continue }
            guard text.count <= maximumLine else { throw CommonPasswordsFileError(reason: .lineTooLong, line: number) }
            guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw CommonPasswordsFileError(reason: .controlCharacter, line: number)
            }
            guard let password = String(validating: text, as: UTF8.self) else {
                throw CommonPasswordsFileError(reason: .notUTF8, line: number)
            }
            passwords.append(password)
        }
        return passwords
    }

    private static let maximumFileSize = 256 << 20
    private static let maximumLine = 1_024
}

/// Why the operator's file of common passwords was not taken.
package struct CommonPasswordsFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let reason: Reason

    /// The line at fault, counted from 1; nil where it is the file itself.
    package let line: Int?

    /// The closed list of what can be wrong.
    package enum Reason: String, Hashable, Sendable {
        /// The file is missing or may not be read.
        case unreadable = "the file cannot be read"
        /// Over 256 MiB.
        case tooLarge = "the file is larger than 256 MiB"
        /// Bytes that are not UTF-8.
        case notUTF8 = "the line is not UTF-8"
        /// A tab, U+0000 or another control character.
        case controlCharacter = "the line holds a control character"
        /// Over 1,024 bytes.
        case lineTooLong = "the line is longer than 1,024 bytes"
    }

    /// A line for the operator; it never shows the password.
    package var description: String {
        line.map { "line \($0): \(reason.rawValue)" } ?? reason.rawValue
    }
}

/// The Russian keyboard and the Latin one under it.
enum RussianKeyboard {
    /// The lower-case text that the same keys give on the Latin keyboard; nil where `folded` holds no Russian letter.
    static func latinKeys(_ folded: String) -> String? {
        var isRussian = false
        let keys = folded.map { character -> Character in
            guard let index = russian.firstIndex(of: character) else { return character }
            isRussian = true
            return latin[index]
        }
        return isRussian ? String(keys) : nil
    }

    private static let russian = Array("йцукенгшщзхъфывапролджэячсмитьбюё")
    private static let latin = Array("qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
}

/// What people put before or after a word to satisfy a rule.
struct TrivialEnd {
    /// How many characters it has.
    let length: Int

    /// How many of them are unpredictable: none of an obvious end, all of another.
    let effort: Int

    /// The beginnings of `characters` that may be taken off, the empty one among them; for an end, they are given in reverse.
    static func all(of characters: some Collection<Character>) -> [TrivialEnd] {
        let run = Array(characters.prefix(maximumLength).prefix { isDigit($0) || isMark($0) })
        return (0...run.count).compactMap { length in
            if isObvious(Array(run[..<length])) { return TrivialEnd(length: length, effort: 0) }
            return length <= maximumEffort ? TrivialEnd(length: length, effort: length) : nil
        }
    }

    /// What both ends together may cost: digits and punctuation that stand in no order, up to four.
    static let maximumEffort = 4

    /// The longest end looked at.
    private static let maximumLength = 32

    /// One digit repeated, a walk over the digits or a year, with at most two punctuation marks around it.
    private static func isObvious(_ run: [Character]) -> Bool {
        let digits = run.drop(while: isMark).reversed().drop(while: isMark)
        guard run.count - digits.count <= 2, let first = digits.first, digits.allSatisfy(isDigit) else { return false }
        let text = String(digits)
        return digits.allSatisfy { $0 == first } || Walk.covers(text) || (digits.count == 4 && isYear(text))
    }

    /// 1900 to 2099, read in either direction.
    private static func isYear(_ digits: String) -> Bool {
        [digits, String(digits.reversed())].contains { $0.hasPrefix("19") || $0.hasPrefix("20") }
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isWholeNumber
    }

    private static func isMark(_ character: Character) -> Bool {
        character.isASCII && (character.isPunctuation || character.isSymbol || character == " ")
    }
}

/// Paths along the alphabet, the digits and the rows of keyboards.
enum Walk {
    /// Whether the lower-case text `folded`, of four characters or more, is a piece of a path. Paths may be walked backward and
    /// continue at their beginning.
    static func covers(_ folded: String) -> Bool {
        let characters = Array(folded)
        guard characters.count >= 4, characters.count <= 2 * maximumLength else { return false }
        return paths.contains { path in
            follows(characters, path, step: 1) || follows(characters, path, step: path.count - 1)
        }
    }

    /// Walks along from the first character; no character stands twice in a path, so that there is one way at most.
    private static func follows(_ characters: [Character], _ path: [Character], step: Int) -> Bool {
        guard var place = path.firstIndex(of: characters[0]) else { return false }
        for character in characters.dropFirst() {
            place = (place + step) % path.count
            guard path[place] == character else { return false }
        }
        return true
    }

    private static let paths: [[Character]] = [
        "abcdefghijklmnopqrstuvwxyz", "0123456789", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        // Rows: English, German, French, Russian; the columns of the English keyboard with their digits; the zigzag below the
        // digits.
        "qwertyuiopasdfghjklzxcvbnm", "1234567890qwertyuiopasdfghjklzxcvbnm", "qwertzuiopüasdfghjklöäyxcvbnm",
        "azertyuiopqsdfghjklmwxcvbn", "йцукенгшщзхъфывапролджэячсмитьбю", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
        "zaq1xsw2cde3vfr4bgt5nhy6mju7", "zaq12wsxcde34rfvbgt56yhnmju78ik", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
        "qazwsxedcrfvtgbyhnujmik", "1a2b3c4d5e6f7g8h9i0j", "a1b2c3d4e5f6g7h8i9j0",
    ].map(Array.init)

    /// Of the longest path.
    private static let maximumLength = 36
}
