/// A pattern ready to be matched.
///
/// It is matched step by step over the set of all places that it can have reached, so neither stars nor variables make it walk a
/// way twice; see ``PositionSet``.
struct URLPattern: Sendable {
    /// What a pattern is compared with.
    enum Part: Sendable, Hashable {
        /// A path: slashes at both ends do not count, and a pattern that ends with `/*` also takes the path that ends before that
        /// slash.
        case path
        /// A query, the value of an item of it, or a fragment.
        case other
    }

    let steps: [PatternStep]
    /// For each step, the scalars of the pattern that it came from.
    let ranges: [Range<Int>]
    /// The characters that the pattern begins with.
    let head: [UInt32]
    /// How many steps stand before a final `/*`.
    let shortCount: Int?
    /// Whether its variables make the pattern too large; then it matches nothing.
    let isTooLarge: Bool
    /// How much work the pattern is, in plain steps.
    let weight: Int

    /// The most work that a pattern may be, in plain steps.
    static let maximumWeight = 100_000

    init(_ pattern: String, for part: Part, isFolded: Bool, variables: PatternVariables) {
        var pieces = Self.joiningRuns(PatternSyntax(pattern).pieces)[...]
        if part == .path {
            while pieces.first?.piece == .character("/") { pieces.removeFirst() }
            while pieces.last?.piece == .character("/") { pieces.removeLast() }
        }
        let steps = pieces.map { Self.step($0.piece, isFolded, variables) }
        let weight = steps.reduce(0) { $0 + $1.weight }
        guard weight <= Self.maximumWeight else {
            self = .tooLarge
            return
        }
        self.init(steps, pieces.map(\.range), weight: weight, isTooLarge: false, for: part)
    }

    /// What a pattern is that is not written out: it matches nothing.
    static let tooLarge = URLPattern([.nothing], [0..<0], weight: 1, isTooLarge: true, for: .other)

    private init(_ steps: [PatternStep], _ ranges: [Range<Int>], weight: Int, isTooLarge: Bool, for part: Part) {
        self.steps = steps
        self.ranges = ranges
        self.weight = weight
        self.isTooLarge = isTooLarge
        var head: [UInt32] = []
        for step in steps {
            guard case .unit(let unit) = step else { break }
            head.append(unit)
        }
        self.head = head
        shortCount = part == .path ? Self.shortCount(steps) : nil
    }

    /// Whether the pattern takes everything.
    var isWildcard: Bool { steps.count == 1 && steps[0].isRun }

    func matches(_ text: PatternText) -> Bool {
        guard text.holds(head, at: 0) else { return matchesShort(text) }
        if steps.count == head.count { return text.units.count == head.count }
        if steps.count == head.count + 1, steps[head.count].isRun { return true }
        var positions = PositionSet(head.count, length: text.units.count)
        for index in head.count..<steps.count {
            if index == shortCount, positions.containsEnd { return true }
            steps[index].advance(&positions, in: text)
            if positions.isEmpty { return false }
        }
        return positions.containsEnd
    }

    /// `/buy/*` against `/buy`, where the slash belongs to the characters in front.
    private func matchesShort(_ text: PatternText) -> Bool {
        guard let shortCount, shortCount < head.count else { return false }
        return text.units.elementsEqual(head.prefix(shortCount))
    }

    /// Where a pattern that does not match gives up.
    struct Failure: Sendable, Hashable {
        /// The step that finds nothing to take; nil where the pattern ended too early.
        let step: Int?
        /// The place in the text, counted in characters from 0, without slashes in front.
        let position: Int
    }

    /// Where the pattern gives up on a text that it does not match.
    func failure(in text: PatternText) -> Failure {
        var positions = PositionSet(0, length: text.units.count)
        for (index, step) in steps.enumerated() {
            step.advance(&positions, in: text)
            guard positions.isEmpty else { continue }
            // The way is gone a second time, as keeping the places before each step would cost an allocation for each.
            var before = PositionSet(0, length: text.units.count)
            for step in steps[..<index] { step.advance(&before, in: text) }
            // Behind a star every place was tried; the first one is where it began.
            let isAfterRun = index > 0 && steps[index - 1].isRun
            return Failure(step: index, position: (isAfterRun ? before.lowest : before.highest) ?? 0)
        }
        return Failure(step: nil, position: positions.highest ?? 0)
    }

    private static func step(_ piece: PatternSyntax.Piece, _ isFolded: Bool, _ variables: PatternVariables) -> PatternStep {
        switch piece {
        case .character(let scalar): .unit(isFolded ? PatternText.folded(scalar) : scalar.value)
        case .any: .any
        case .run: .run
        case .variable(let name): variables.step(named: name, isFolded: isFolded) ?? .nothing
        }
    }

    /// Several stars in a row are one.
    private static func joiningRuns(
        _ pieces: [(piece: PatternSyntax.Piece, range: Range<Int>)]
    ) -> [(piece: PatternSyntax.Piece, range: Range<Int>)] {
        var result: [(piece: PatternSyntax.Piece, range: Range<Int>)] = []
        for piece in pieces where !(piece.piece == .run && result.last?.piece == .run) { result.append(piece) }
        return result
    }

    private static func shortCount(_ steps: [PatternStep]) -> Int? {
        guard steps.count > 1, steps[steps.count - 1].isRun, steps[steps.count - 2].isSlash else { return nil }
        return steps.dropLast().lastIndex { !$0.isSlash }.map { $0 + 1 }
    }
}

/// One step of a pattern.
enum PatternStep: Sendable {
    /// This character.
    case unit(UInt32)
    /// Any one character: `?`.
    case any
    /// Any characters, also none: `*`.
    case run
    /// One of these characters.
    case oneOf(ASCIISet)
    /// One of several patterns: `$(name)`.
    case choice(PatternChoice)
    /// What nothing matches: a variable that is not defined.
    case nothing

    /// How much work the step is, in plain steps.
    var weight: Int { if case .choice(let choice) = self { choice.weight } else { 1 } }

    var isRun: Bool { if case .run = self { true } else { false } }

    var isSlash: Bool { if case .unit(PatternText.slash) = self { true } else { false } }

    /// Moves the places that the pattern can have reached over this step.
    func advance(_ positions: inout PositionSet, in text: PatternText) {
        switch self {
        case .unit(let unit): positions.advance(over: text.occurrences(of: unit))
        case .any: positions.advanceOverAny()
        case .run: positions.spread()
        case .oneOf(let set): positions.advance(over: text.occurrences(of: set))
        case .nothing: positions = PositionSet(emptyOf: positions.length)
        case .choice(let choice): choice.advance(&positions, in: text)
        }
    }

    /// The steps of the value of a variable: wildcards count there, variables do not.
    static func steps(ofValue value: String, isFolded: Bool) -> [PatternStep] {
        value.unicodeScalars.map { wildcard($0) ?? .unit(isFolded ? PatternText.folded($0) : $0.value) }
    }

    static func wildcard(_ scalar: Unicode.Scalar) -> PatternStep? {
        scalar == "*" ? .run : scalar == "?" ? .any : nil
    }
}

/// A set of places in a text of `length` characters, from 0 to `length`: the places that a pattern can have reached.
///
/// One bit for each place, so that a step of a pattern costs a few operations for 64 places, however many ways led there. That is
/// what keeps every pattern linear in text and pattern: no way is walked twice.
struct PositionSet {
    /// The places below 64: all of them, for most texts, and then nothing is allocated.
    private var low: UInt64 = 0
    private var high: [UInt64]
    let length: Int

    /// The one place.
    init(_ position: Int, length: Int) {
        self.init(emptyOf: length)
        insert(position)
    }

    /// No place.
    init(emptyOf length: Int) {
        high = length < 64 ? [] : Array(repeating: 0, count: length >> 6)
        self.length = length
    }

    /// How many words a bit for each place takes.
    static func wordCount(_ length: Int) -> Int { (length >> 6) + 1 }

    var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

    var containsEnd: Bool {
        let bit: UInt64 = 1 << UInt64(length & 63)
        return length < 64 ? low & bit != 0 : high[high.count - 1] & bit != 0
    }

    /// Whether there are so few places that each may be looked at on its own.
    var isSparse: Bool { high.reduce(low.nonzeroBitCount) { $0 + $1.nonzeroBitCount } <= high.count + 1 }

    /// The first place.
    var lowest: Int? {
        if low != 0 { return low.trailingZeroBitCount }
        return high.firstIndex { $0 != 0 }.map { ($0 + 1) << 6 + high[$0].trailingZeroBitCount }
    }

    /// The last place.
    var highest: Int? {
        if let index = high.lastIndex(where: { $0 != 0 }) { return (index + 1) << 6 + 63 - high[index].leadingZeroBitCount }
        return low == 0 ? nil : 63 - low.leadingZeroBitCount
    }

    func forEach(_ body: (Int) -> Void) {
        Self.forEach(low, from: 0, body)
        for (index, word) in high.enumerated() { Self.forEach(word, from: (index + 1) << 6, body) }
    }

    private static func forEach(_ word: UInt64, from start: Int, _ body: (Int) -> Void) {
        var rest = word
        while rest != 0 {
            body(start + rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }

    mutating func insert(_ position: Int) {
        let bit: UInt64 = 1 << UInt64(position & 63)
        if position < 64 { low |= bit } else { high[position >> 6 - 1] |= bit }
    }

    /// One character further from each place where one of `occurrences` stands; the other places are lost.
    mutating func advance(over occurrences: [UInt64]) {
        let moved = low & occurrences[0]
        var carry = moved >> 63
        low = moved << 1
        for index in high.indices {
            let moved = high[index] & occurrences[index + 1]
            high[index] = moved << 1 | carry
            carry = moved >> 63
        }
    }

    /// One character further from each place but the end.
    mutating func advanceOverAny() {
        var carry = low >> 63
        low <<= 1
        for index in high.indices {
            let word = high[index]
            high[index] = word << 1 | carry
            carry = word >> 63
        }
        dropBeyondEnd()
    }

    /// All places from the first one on.
    mutating func spread() {
        guard let lowest else { return }
        let first = lowest >> 6
        let bits: UInt64 = ~0 << UInt64(lowest & 63)
        if first == 0 { low = bits } else { high[first - 1] = bits }
        for index in high.indices where index >= first { high[index] = ~0 }
        dropBeyondEnd()
    }

    mutating func formUnion(_ other: PositionSet) {
        low |= other.low
        for index in high.indices { high[index] |= other.high[index] }
    }

    private mutating func dropBeyondEnd() {
        // Shifting by 64 gives no bit, and so, less one, all of them.
        let kept: UInt64 = 1 << UInt64((length & 63) + 1) &- 1
        if length < 64 { low &= kept } else { high[high.count - 1] &= kept }
    }
}
