/// A pattern prepared for matching.
///
/// Matching proceeds step by step over the set of all positions that the pattern can have reached. Stars and variables therefore
/// cause no repeated work; see ``PositionSet``.
struct URLPattern: Sendable {
    /// The kind of text that a pattern matches.
    enum Part: Sendable, Hashable {
        /// A path. Ignores leading and trailing slashes. A pattern that ends with `/*` also matches the path without that slash.
        case path
        /// A query, the value of a query item, or a fragment.
        case other
    }

    let steps: [PatternStep]
    /// The range of the pattern's scalars from which each step was created.
    let ranges: [Range<Int>]
    /// The literal characters at the start of the pattern.
    let head: [UInt32]
    /// The number of steps before a final `/*`.
    let shortCount: Int?
    /// Whether the expanded pattern is too large. It then matches nothing.
    let isTooLarge: Bool
    /// The cost of the pattern in plain steps.
    let weight: Int

    /// The maximum cost of a pattern in plain steps.
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

    /// A pattern that was not expanded. Matches nothing.
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

    /// Whether the pattern matches everything.
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

    /// Matches `/buy/*` against `/buy`, where the slash belongs to the literal start.
    private func matchesShort(_ text: PatternText) -> Bool {
        guard let shortCount, shortCount < head.count else { return false }
        return text.units.elementsEqual(head.prefix(shortCount))
    }

    /// The point at which a pattern fails.
    struct Failure: Sendable, Hashable {
        /// The step that does not match. Nil if the pattern ended too early.
        let step: Int?
        /// The position in the text in characters, from 0, without leading slashes.
        let position: Int
    }

    /// Returns the point at which the pattern fails on a text that it does not match.
    func failure(in text: PatternText) -> Failure {
        var positions = PositionSet(0, length: text.units.count)
        for (index, step) in steps.enumerated() {
            step.advance(&positions, in: text)
            guard positions.isEmpty else { continue }
            // Repeats the matching, because storing the positions before each step would need an allocation for each.
            var before = PositionSet(0, length: text.units.count)
            for step in steps[..<index] { step.advance(&before, in: text) }
            // After a star, every position was tried. The first one is where the star began.
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

    /// Merges consecutive stars.
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
    /// Any single character: `?`.
    case any
    /// Any characters, including none: `*`.
    case run
    /// One of these characters.
    case oneOf(ASCIISet)
    /// One of several patterns: `$(name)`.
    case choice(PatternChoice)
    /// A step that never matches: an undefined variable.
    case nothing

    /// The cost of the step in plain steps.
    var weight: Int { if case .choice(let choice) = self { choice.weight } else { 1 } }

    var isRun: Bool { if case .run = self { true } else { false } }

    var isSlash: Bool { if case .unit(PatternText.slash) = self { true } else { false } }

    /// Advances the reached positions over this step.
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

    /// Returns the steps of a value of a variable, which may contain wildcards but no variables.
    static func steps(ofValue value: String, isFolded: Bool) -> [PatternStep] {
        value.unicodeScalars.map { wildcard($0) ?? .unit(isFolded ? PatternText.folded($0) : $0.value) }
    }

    static func wildcard(_ scalar: Unicode.Scalar) -> PatternStep? {
        scalar == "*" ? .run : scalar == "?" ? .any : nil
    }
}

/// A set of positions that a pattern can have reached in a text of `length` characters, from 0 to `length`.
///
/// Each position is one bit, so that a step costs a few operations for 64 positions. No position is visited twice in a step, so
/// matching takes time proportional to the product of both lengths, divided by 64.
struct PositionSet {
    /// The positions below 64. Most texts are shorter and need no allocation.
    private var low: UInt64 = 0
    private var high: [UInt64]
    let length: Int

    /// Creates a set of one position.
    init(_ position: Int, length: Int) {
        self.init(emptyOf: length)
        insert(position)
    }

    /// Creates an empty set.
    init(emptyOf length: Int) {
        high = length < 64 ? [] : Array(repeating: 0, count: length >> 6)
        self.length = length
    }

    /// Returns the number of words for one bit for each position.
    static func wordCount(_ length: Int) -> Int { (length >> 6) + 1 }

    var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

    var containsEnd: Bool {
        let bit: UInt64 = 1 << UInt64(length & 63)
        return length < 64 ? low & bit != 0 : high[high.count - 1] & bit != 0
    }

    /// Whether the set has so few positions that visiting each one is cheap.
    var isSparse: Bool { high.reduce(low.nonzeroBitCount) { $0 + $1.nonzeroBitCount } <= high.count + 1 }

    /// The lowest position.
    var lowest: Int? {
        if low != 0 { return low.trailingZeroBitCount }
        return high.firstIndex { $0 != 0 }.map { ($0 + 1) << 6 + high[$0].trailingZeroBitCount }
    }

    /// The highest position.
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

    /// Advances each position by one character if `occurrences` contains it, and removes the others.
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

    /// Advances each position except the end by one character.
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

    /// Adds all positions after the lowest one.
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
        // A shift by 64 gives 0, and 0 minus 1 gives all bits.
        let kept: UInt64 = 1 << UInt64((length & 63) + 1) &- 1
        if length < 64 { low &= kept } else { high[high.count - 1] &= kept }
    }
}
