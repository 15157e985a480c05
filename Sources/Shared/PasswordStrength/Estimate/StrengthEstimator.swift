import CZxcvbn

/// Estimates the strength of passwords with libzxcvbn 2.5, the C implementation of zxcvbn.
///
/// It counts differently from zxcvbn 4.4.2 (JavaScript), with other dictionaries and with entropies in place of guesses.
/// Measured on 45 passwords with known scores: 30 scores are equal, 6 lower, 9 higher, and none of these by more than
/// one (`Tr0ub4dour&3` has 3 here and 2 there, `1q2w3e4r5t` 1 and 0). So a policy that asks for a score asks
/// ``CommonPasswords`` too, and the stricter wins.
///
/// The library knows English words and Latin keyboards, and reads bytes. A piece it finds nothing in is counted here by its
/// scalars, not its bytes; still a word of another script passes for chance, and its score is too high.
///
/// One estimate takes under 6 ms, whatever the password (the worst found: one character a hundred times; on a machine of two
/// cores), typically 0.5 ms.
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
        let (bits, patterns) = match(head, words: words(userInputs))
        return PasswordStrength(guessesLog10: max(bits, 0) * Self.decimalDigitsPerBit, patterns: patterns)
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

    /// The pieces, and by how many bits the library overrates scalars of several bytes in pieces without a pattern.
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
        var patterns: [PasswordPattern] = []
        var excess = 0.0
        var next = first
        while let match = next?.pointee {
            next = match.Next
            let bytes = Int(match.Begin)..<Int(match.Begin + match.Length)
            guard let kind = PasswordPattern.Kind(match.Type), !bytes.isEmpty, scalarAtByte.indices.contains(bytes.upperBound - 1)
            else { continue }
            let range = scalarAtByte[bytes.lowerBound]..<scalarAtByte[bytes.upperBound - 1] + 1
            let share = kind == .bruteforce ? Double(range.count) / Double(bytes.count) : 1
            excess += match.MltEnpy * (1 - min(share, 1))
            patterns.append(
                PasswordPattern(
                    kind: kind, range: range, entropyBits: match.Entrpy * min(share, 1),
                    isRepeatedKind: match.Type.rawValue & MULTIPLE_MATCH.rawValue != 0))
        }
        return (patterns, excess)
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
