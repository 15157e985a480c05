/// Selects the candidate that the words of a message refer to.
struct CandidateSelector {
    private let text: MessageText
    private let context: [Range<Int>]

    init(_ text: MessageText) {
        self.text = text
        context = ContextScanner(text).places
    }

    /// Returns the likelihood that a candidate is the code. Returns nil without any evidence.
    func score(_ candidate: CodeCandidate) -> Int? {
        let isYear = NumberExclusion.isYear(candidate)
        if text.isAlone(candidate.range) { return isYear ? nil : 1_000 }
        let spoken = isToBeTyped(candidate.range) ? [Self.typing] : []
        guard let nearest = (spoken + context.compactMap { score(candidate.range, $0) }).max() else { return nil }
        guard nearest >= Self.named || !isYear && !isSomethingElse(candidate.range) else { return nil }
        // Among several named candidates, prefer six digits, the most common length.
        return nearest + (candidate.isNumber ? 3 : 0) + (candidate.length == 6 ? 3 : 0)
    }

    /// Returns the score of a word for a code. A word that names the code scores highest, then one that follows it, then one that is
    /// near it. Returns nil if the word refers to something else.
    private func score(_ code: Range<Int>, _ word: Range<Int>) -> Int? {
        guard !code.overlaps(word) else { return nil }
        let gap = word.upperBound <= code.lowerBound ? word.upperBound..<code.lowerBound : code.upperBound..<word.lowerBound
        let isBefore = word.upperBound <= code.lowerBound
        let between = text.sentences[code.lowerBound] - text.sentences[word.lowerBound]
        // The code must be in the sentence of the word or in the next one. It may be in the previous one if it is alone there, or if
        // the word is part of "this code".
        guard between == 0 || between == 1 || between == -1 && (text.isAloneInSentence(code) || pointsBack(word)) else {
            return nil
        }
        guard gap.count <= Self.longestGap, !holdsLongWord(gap) else { return nil }
        let distance = gap.count / 4
        if isBefore, isLink(gap) { return Self.named + 100 - distance }
        if !isBefore, isNamedAfterwards(gap) { return Self.named - 1 - distance }
        return (isBefore ? 60 : 50) - distance + (between == 0 ? 10 : 0)
    }

    /// Returns whether the word refers to a code that was given before: "this code expires".
    private func pointsBack(_ word: Range<Int>) -> Bool {
        if text.ends(at: word.lowerBound, with: ContextWords.unspacedPointers) { return true }
        guard text[word.lowerBound - 1] == " " else { return false }
        return ContextWords.pointers.contains(text.word(endingAt: word.lowerBound - 1))
    }

    /// Returns whether the gap between the word and the code contains only punctuation, space and words like "is".
    private func isLink(_ gap: Range<Int>) -> Bool {
        var word = ""
        for index in gap.lowerBound...gap.upperBound {
            let scalar = index < gap.upperBound ? text.folded[index] : nil
            if let scalar, scalar.isWordScalar {
                word.unicodeScalars.append(scalar)
                continue
            }
            if !word.isEmpty, !ContextWords.links.contains(word) { return false }
            word = ""
            guard let scalar else { continue }
            if scalar.isUnspacedScript, !ContextWords.unspacedLinks.contains(scalar) { return false }
        }
        return true
    }

    /// Returns whether the words after a code name it: "is your …", "ist Ihr …", "是您的…".
    private func isNamedAfterwards(_ gap: Range<Int>) -> Bool {
        let after = String(
            String.UnicodeScalarView(
                text.folded[gap].drop { $0.properties.isWhitespace || "'\"”’»)】」*:：".unicodeScalars.contains($0) }))
        return Self.sayings.contains { after.hasPrefix($0) }
    }

    /// Returns whether the words directly before a number give it another meaning: "order 1234", "ending in 1234".
    private func isSomethingElse(_ code: Range<Int>) -> Bool {
        var end = code.lowerBound
        // One word may come between: "order number 1234", "ending in 1234", "until 10 May 1830".
        for _ in 0..<2 {
            while let before = text[end - 1], !before.isWordScalar, !before.isUnspacedScript, !Self.breaks.contains(before) {
                end -= 1
            }
            if text.ends(at: end, with: ContextWords.unspacedOthers) { return true }
            let word = text.word(endingAt: end)
            if ContextWords.others.contains(word) { return true }
            if word.isEmpty || ContextWords.words.contains(word) { return false }
            end -= word.unicodeScalars.count
        }
        return false
    }

    /// Returns whether the words next to a code ask the reader to enter it: "enter 1234", "geben Sie 1234 ein", "1234を入力".
    private func isToBeTyped(_ code: Range<Int>) -> Bool {
        if text.ends(at: code.lowerBound, with: ContextWords.unspacedTypingBefore) { return true }
        if text.starts(at: code.upperBound, with: ContextWords.unspacedTypingAfter) { return true }
        guard text[code.lowerBound - 1] == " " else { return false }
        let word = text.word(endingAt: code.lowerBound - 1)
        guard word == "sie" else { return ContextWords.typing.contains(word) }
        return ContextWords.typing.contains(text.word(endingAt: max(0, code.lowerBound - 5)))
    }

    /// Returns whether the gap contains a run that is too long for a word: an address, or encoded data. Words beyond it do not
    /// refer to the code.
    private func holdsLongWord(_ gap: Range<Int>) -> Bool {
        var length = 0
        for scalar in text.scalars[gap] {
            length = scalar.properties.isWhitespace || scalar.isUnspacedScript ? 0 : length + 1
            if length > Self.longestWord { return true }
        }
        return false
    }

    /// The minimum score of a code that a word names.
    private static let named = 200
    /// The score of a number that the reader is asked to enter.
    private static let typing = 60
    private static let longestGap = 160
    private static let longestWord = 40
    private static let breaks: Set<Unicode.Scalar> = Set(",;.!?。，；！？\n".unicodeScalars)
    private static let sayings = [
        "is ", "as ", "ist ", "est ", "es ", "e ", "sera ", "to ", "for ", "是", "为", "為", "는 ", "은 ", "jest ", "ar ", "er ", "это ",
        "- ", "— ", "– ",
    ]
}
