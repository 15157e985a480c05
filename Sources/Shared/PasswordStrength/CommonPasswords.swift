import FoundationEssentials

/// The passwords that attackers try first, and trivial variations of them.
///
/// Case and normalization are ignored (Swift strings compare by canonical equivalence). The first value of a process takes some
/// milliseconds to create, because it reads the compiled-in lists.
///
/// ## What counts as common
/// A password is common if it
/// 1. is in a list: 5,066 frequent passwords of 12 or more characters, 5,057 shorter ones, or the operator's own;
/// 2. is a walk: a piece of the alphabet, the digits or a keyboard row, forward, backward or continued at its beginning;
/// 3. is a repeated unit: any unit of at most four characters three times or more, any unit of five to eleven characters twice or
///    more, or a common unit twice or more;
/// 4. is a common password, a walk or a repetition between trivial ends;
/// 5. is one of these typed on a Russian keyboard: `пароль` is `gfhjkm` there, and the lists contain Latin letters.
///
/// An end, before or after, consists of digits and punctuation. It is trivial if it is obvious (one repeated digit, a walk over the
/// digits, or a year, with at most two punctuation marks). Both ends may also contain up to four other characters in total. So
/// `password1234!`, `2024letmein!`, `7dragon592` and `dragon12345678` are common. `dragon48291357` is not: its digits are a matter
/// of strength, not of lists.
package struct CommonPasswords: Sendable {
    private var listed: Set<String>

    /// Creates the compiled-in lists.
    package init() {
        listed = Self.compiledIn
    }

    private static let compiledIn: Set<String> = {
        var listed: Set<String> = []
        listed.reserveCapacity(12_000)
        for list in [LongCommonPasswords.text, FrequentPasswords.text] {
            // Split by bytes: splitting by characters takes a tenth of the server's start time.
            listed.formUnion(list.description.utf8.split { $0 <= UInt8(ascii: " ") }.lazy.map { String(Substring($0)) })
        }
        return listed
    }()

    /// Creates the compiled-in lists with additional passwords.
    package init(adding passwords: some Sequence<String>) {
        self.init()
        listed.formUnion(passwords.lazy.map { $0.lowercased() })
    }

    /// Returns why `password` is common, or nil.
    package func match(_ password: String) -> CommonPasswordMatch? {
        let folded = password.lowercased()
        // A text of thousands of characters is not a common password, and without a limit the search for repetitions would be slow.
        guard folded.utf8.count <= Self.byteLimit else { return nil }
        if let match = matchLatin(folded) { return match }
        guard let keys = RussianKeyboard.latinKeys(folded) else { return nil }
        return matchLatin(keys)
    }

    /// Returns whether `password` is common in any way.
    package func contains(_ password: String) -> Bool {
        match(password) != nil
    }

    private func matchLatin(_ folded: String) -> CommonPasswordMatch? {
        if let match = matchWhole(folded) { return match }
        let characters = Array(folded)
        for start in TrivialAffix.all(of: characters) {
            let rest = characters.dropFirst(start.length)
            for end in TrivialAffix.all(of: rest.reversed()) {
                let core = rest.dropLast(end.length)
                guard core.count < characters.count, core.count >= Self.minimumCore,
                    start.effort + end.effort <= TrivialAffix.maximumEffort
                else { continue }
                if matchWhole(String(core)) != nil { return .trivialAffixes }
            }
        }
        return nil
    }

    private func matchWhole(_ folded: String) -> CommonPasswordMatch? {
        if listed.contains(folded) { return .listed }
        if KeyboardWalk.covers(folded) { return .walk }
        return isRepetition(Array(folded)) ? .repetition : nil
    }

    private func isRepetition(_ characters: [Character]) -> Bool {
        guard characters.count >= 2 else { return false }
        for length in 1...characters.count / 2 where characters.count.isMultiple(of: length) {
            let unit = characters[..<length]
            let isPeriodic = characters.indices.allSatisfy { characters[$0] == unit[$0 % length] }
            guard isPeriodic else { continue }
            // A longer unit repeats this one, or the repetition of this one would have been found with a shorter unit.
            let isShort = length <= 4 && characters.count >= 3 * length
            if isShort || Self.repeatableLengths.contains(length) || listed.contains(String(unit))
                || KeyboardWalk.covers(String(unit))
            {
                return true
            }
        }
        return false
    }

    /// The length of a unit that is too short for a password by itself and too long to repeat by chance.
    private static let repeatableLengths = 5..<12
    /// Four characters: `love1234` consists of a common word, `ab1234` does not.
    private static let minimumCore = 4
    private static let byteLimit = 512
}

/// The way in which a password is common.
package enum CommonPasswordMatch: String, Hashable, Sendable {
    /// The password is in a list.
    case listed
    /// It follows the alphabet, the digits or a keyboard row.
    case walk
    /// It repeats a short or common unit.
    case repetition
    /// It is one of these between trivial ends.
    case trivialAffixes = "trivial-ends"
}

extension CommonPasswords: CustomStringConvertible, CustomReflectable {
    /// The number of listed passwords, without the passwords.
    package var description: String { "CommonPasswords(\(listed.count) passwords)" }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension CommonPasswords {
    /// Reads the compiled-in lists and the operator's own file: UTF-8, one password a line, ended by LF or CR LF. Empty lines are
    /// ignored.
    ///
    /// Rejects bytes that are not UTF-8, control characters, and lines over 1,024 bytes, with the line number. Rejects a file that
    /// cannot be read or is larger than 256 MiB: each password takes about 50 bytes of memory.
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

    /// Returns the passwords of such a file.
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

/// The reason to reject the operator's file of common passwords.
package struct CommonPasswordsFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    package let reason: Reason

    /// The affected line, counted from 1; nil if the error is about the file itself.
    package let line: Int?

    /// The kinds of errors.
    package enum Reason: String, Hashable, Sendable {
        /// The file is missing or unreadable.
        case unreadable = "the file cannot be read"
        /// The file is larger than 256 MiB.
        case tooLarge = "the file is larger than 256 MiB"
        /// The line contains bytes that are not UTF-8.
        case notUTF8 = "the line is not UTF-8"
        /// The line contains a tab, U+0000 or another control character.
        case controlCharacter = "the line contains a control character"
        /// The line is longer than 1,024 bytes.
        case lineTooLong = "the line is longer than 1,024 bytes"
    }

    /// A description for the operator, without the password.
    package var description: String {
        line.map { "line \($0): \(reason.rawValue)" } ?? reason.rawValue
    }
}

/// The Russian keyboard layout and the Latin one on the same keys.
enum RussianKeyboard {
    /// Returns the lower-case text that the same keys produce on the Latin keyboard; nil if `folded` contains no Russian letter.
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

/// The characters that users add before or after a word to satisfy a rule.
struct TrivialAffix {
    /// The number of characters.
    let length: Int

    /// The number of unpredictable characters: none in an obvious end, all in any other.
    let effort: Int

    /// Returns the possible ends at the start of `characters`, including the empty one; for a suffix, pass the characters in
    /// reverse.
    static func all(of characters: some Collection<Character>) -> [TrivialAffix] {
        let run = Array(characters.prefix(maximumLength).prefix { isDigit($0) || isMark($0) })
        return (0...run.count).compactMap { length in
            if isObvious(Array(run[..<length])) { return TrivialAffix(length: length, effort: 0) }
            return length <= maximumEffort ? TrivialAffix(length: length, effort: length) : nil
        }
    }

    /// The maximum of unpredictable characters in both ends together: up to four digits and punctuation marks in any order.
    static let maximumEffort = 4

    /// The maximum length of an end.
    private static let maximumLength = 32

    /// Returns whether a run is one repeated digit, a walk over the digits or a year, with at most two punctuation marks
    /// around it.
    private static func isObvious(_ run: [Character]) -> Bool {
        let digits = run.drop(while: isMark).reversed().drop(while: isMark)
        guard run.count - digits.count <= 2, let first = digits.first, digits.allSatisfy(isDigit) else { return false }
        let text = String(digits)
        return digits.allSatisfy { $0 == first } || KeyboardWalk.covers(text) || (digits.count == 4 && isYear(text))
    }

    /// Returns whether the digits are 1900 to 2099, in either direction.
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

/// Paths along the alphabet, the digits and keyboard rows.
enum KeyboardWalk {
    /// Returns whether the lower-case text `folded`, of at least four characters, is a piece of a path. Paths may be followed
    /// backward and continue at their beginning.
    static func covers(_ folded: String) -> Bool {
        let characters = Array(folded)
        guard characters.count >= 4, characters.count <= 2 * maximumLength else { return false }
        return paths.contains { path in
            follows(characters, path, step: 1) || follows(characters, path, step: path.count - 1)
        }
    }

    /// Follows a path from the first character. No character occurs twice in a path, so there is at most one way.
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

    /// The length of the longest path.
    private static let maximumLength = 36
}
