/// Finds the words that say that a code is near.
struct ContextScanner {
    /// Where they stand, in order of their beginnings.
    let places: [Range<Int>]

    init(_ text: MessageText) {
        let words = Self.words(text)
        var places: [Range<Int>] = []
        for (index, word) in words.enumerated() {
            if Self.isContext(word.text), !(Self.isPlainCode(word.text) && Self.isOtherKind(words, index)) {
                places.append(word.range)
            }
            for phrase in ContextWords.phrases where words[index...].prefix(phrase.count).map(\.text) == phrase {
                places.append(word.range.lowerBound..<words[index + phrase.count - 1].range.upperBound)
            }
        }
        places += Self.unspacedPlaces(text)
        self.places = places.sorted { $0.lowerBound < $1.lowerBound }
    }

    private typealias Word = (range: Range<Int>, text: String)

    private static func words(_ text: MessageText) -> [Word] {
        var words: [Word] = []
        var start: Int?
        for index in 0...text.scalars.count {
            if let scalar = text[index], scalar.isWordScalar {
                if start == nil { start = index }
            } else if let begun = start {
                words.append((begun..<index, String(String.UnicodeScalarView(text.folded[begun..<index]))))
                start = nil
            }
        }
        return words
    }

    private static func isContext(_ word: String) -> Bool {
        if ContextWords.words.contains(word) { return true }
        return word.utf8.count >= 7 && ContextWords.compoundEnds.contains { word.hasSuffix($0) }
            && !ContextWords.otherCompounds.contains(word)
    }

    private static func isPlainCode(_ word: String) -> Bool {
        ["code", "codes", "codigo", "codice", "kod", "kodu", "kode"].contains(word)
    }

    private static func isOtherKind(_ words: [Word], _ index: Int) -> Bool {
        let beside = [index - 1, index + 1].filter(words.indices.contains).map { words[$0].text }
        return beside.contains { ContextWords.otherKinds.contains($0) }
            && (beside.first.map { ContextWords.otherKinds.contains($0) } ?? false
                || ["promo", "promotionnel", "promocional", "postal"].contains(beside.last))
    }

    private static func unspacedPlaces(_ text: MessageText) -> [Range<Int>] {
        var places: [Range<Int>] = []
        for index in text.folded.indices where text.folded[index].isUnspacedScript {
            for part in unspacedParts where text.folded[index...].starts(with: part) && !text.ends(at: index, with: others) {
                places.append(index..<(index + part.count))
            }
        }
        return places
    }

    private static let others = ContextWords.unspacedOtherKinds
    private static let unspacedParts = ContextWords.unspaced.map { Array($0.unicodeScalars) }
}
