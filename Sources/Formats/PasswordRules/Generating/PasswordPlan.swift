/// One look of passwords together with the count of those that satisfy the rules.
enum PasswordPlan: Sendable {
    case unconditional(UnconditionalTypeable)
    /// Tables whose passwords differ from one another's, each with the number of its passwords as its weight; the sum is not zero.
    case tables([SlotTable], weights: [Weight], count: PasswordCount)

    var count: PasswordCount {
        switch self {
        case .unconditional: UnconditionalTypeable.count
        case .tables(_, _, let count): count
        }
    }

    /// A plan over tables; nil where no password is left.
    init?(_ tables: [SlotTable]) {
        let weights = tables.map { Weight(words: $0.count.words[...], factor: 1) }
        var sum = WideNumber(width: (weights.map(\.words.count).max() ?? 0) + 1)
        for weight in weights { sum.add(weight.words, times: weight.factor) }
        let total = PasswordCount(words: sum.words)
        guard !total.isZero else { return nil }
        self = .tables(tables, weights: weights, count: total)
    }

    func draw(using generator: inout some RandomNumberGenerator) -> String {
        switch self {
        case .unconditional(let typeable):
            return typeable.draw(using: &generator)
        case .tables(let tables, let weights, let count):
            let table = tables[generator.draw(by: weights, sum: count.words[...])]
            return String(decoding: table.draw(using: &generator), as: UTF8.self)
        }
    }
}
