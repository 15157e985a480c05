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
