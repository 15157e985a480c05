/// Finds text with the form of a code, by its length, its characters and the characters around it.
struct CandidateScanner {
    private let text: MessageText

    init(_ text: MessageText) {
        self.text = text
    }

    /// The candidates, in order. They do not overlap.
    var candidates: [CodeCandidate] {
        var found: [CodeCandidate] = []
        var index = 0
        while index < text.scalars.count {
            guard text.scalars[index].isWordScalar else {
                index += 1
                continue
            }
            let end = endOfRun(index)
            if let groups = groups(index, end) {
                found.append(groups)
                index = groups.range.upperBound
                continue
            }
            if let candidate = candidate(index..<end) { found.append(candidate) }
            index = end
        }
        return found
    }

    /// Returns the end of a run of letters and digits that may contain hyphens and underscores.
    private func endOfRun(_ start: Int) -> Int {
        var end = start
        while let scalar = text[end], scalar.isWordScalar || scalar == "-" || scalar == "_" { end += 1 }
        return end
    }

    private func candidate(_ range: Range<Int>) -> CodeCandidate? {
        // Checks the length first, because a run can be as long as the message.
        guard range.count < 2 * FreeTextCode.longestCode, let typed = LetterFolding.asciiLetters(text.scalars[range]) else {
            return nil
        }
        let groups = typed.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard groups.allSatisfy({ !$0.isEmpty }), Self.isCode(groups.joined()), begins(at: range.lowerBound),
            ends(at: range.upperBound)
        else { return nil }
        return CodeCandidate(range: range, written: text.string(range), groups: groups)
    }

    /// Returns two groups of three or four digits, or three or four groups of two, separated by spaces.
    private func groups(_ start: Int, _ end: Int) -> CodeCandidate? {
        let size = end - start
        guard (2...4).contains(size), isNumber(start..<end) else { return nil }
        var parts = [start..<end]
        while let last = parts.last?.upperBound, text[last] == " ", case let next = (last + 1)..<endOfRun(last + 1),
            next.count == size, isNumber(next)
        { parts.append(next) }
        let whole = start..<(parts.last?.upperBound ?? end)
        guard parts.count > 1, (6...FreeTextCode.longestCode).contains(parts.count * size),
            begins(at: start), ends(at: whole.upperBound)
        else { return nil }
        return CodeCandidate(range: whole, written: text.string(whole), groups: parts.map(text.string))
    }

    private func isNumber(_ range: Range<Int>) -> Bool { text.scalars[range].allSatisfy(\.isDigit) }

    /// Returns whether the text is four to eight digits, or five to eight letters and digits with at least one digit. Three
    /// adjacent lower-case letters make it a word, not a code.
    private static func isCode(_ joined: String) -> Bool {
        let scalars = Array(joined.unicodeScalars)
        guard scalars.count <= FreeTextCode.longestCode, scalars.contains(where: \.isDigit), !scalars.contains("_") else {
            return false
        }
        guard scalars.count >= (scalars.allSatisfy(\.isDigit) ? 4 : 5) else { return false }
        var small = 0
        for scalar in scalars {
            small = scalar.properties.isLowercase ? small + 1 : 0
            if small == 3 { return false }
        }
        return true
    }

    /// Returns whether a code can begin here: at the start, or after a space, an opening mark or a script without spaces.
    private func begins(at index: Int) -> Bool {
        guard let before = text[index - 1] else { return true }
        if before.properties.isWhitespace || before.isUnspacedScript || Self.openers.contains(before) { return true }
        switch before {
        // A part of a time or a ratio is not a code.
        case ":", "：": return text[index - 2].map { !$0.isDigit } ?? true
        // Some messengers mark bold text with one star or underscore. Several stars mask a number.
        case "*", "_": return text[index - 2].map { $0.properties.isWhitespace || Self.openers.contains($0) } ?? true
        // These join digits. A full stop also joins the parts of an address.
        case ",", ";": return text[index - 2].map { !$0.isDigit } ?? false
        case ".": return text[index - 2]?.isUnspacedScript ?? false
        case "]", ")": return text[index - 2].map { !$0.isDigit } ?? false
        default: return Self.closers.contains(before) && before.value > 0x7F
        }
    }

    /// Returns whether a code can end here: at the end, or before a space, a closing mark or a script without spaces.
    private func ends(at index: Int) -> Bool {
        guard let after = text[index] else { return true }
        if after.properties.isWhitespace || after.isUnspacedScript { return true }
        switch after {
        // These join the parts of a number, an address or a time.
        case ",": return text[index + 1].map { !$0.isDigit } ?? true || isDuration(index + 1)
        case ".": return text[index + 1].map { !$0.isWordScalar || $0.properties.isUppercase } ?? true
        case ":": return text[index + 1].map { !$0.isWordScalar } ?? true
        // In Turkish and English, an apostrophe separates a suffix from a number.
        case "'", "’": return text[index + 1].map { !$0.isDigit } ?? true
        case "*": return text[index + 1] != "*"
        default: return Self.closers.contains(after) || Self.brackets.contains(after)
        }
    }

    /// Returns whether a number of at most two digits and a unit of time follow, as in `384920,5分钟内有效`. The comma then ends the
    /// code.
    private func isDuration(_ start: Int) -> Bool {
        var end = start
        while text[end]?.isDigit ?? false, end - start < 3 { end += 1 }
        guard (1...2).contains(end - start) else { return false }
        if text[end] == " " { end += 1 }
        return AmountKeywords.times.contains(text.word(startingAt: end)) || text.starts(at: end, with: AmountKeywords.unspacedTimes)
    }

    private static let openers: Set<Unicode.Scalar> = Set("('\"[{<=“”‘’„‚«»‹›「『【〔〈《（［｛＝→–—".unicodeScalars)
    /// Brackets that may directly follow a code, as in `123456(valid for ten minutes)`.
    private static let brackets: Set<Unicode.Scalar> = Set("([{（［｛【〔「『《〈".unicodeScalars)
    private static let closers: Set<Unicode.Scalar> = Set(")'\"]}>!?;“”‘’«»‹›」』】〕〉》）］｝。，、！？；：．–—".unicodeScalars)
}
