/// One look of passwords together with the count of those that satisfy the rules.
enum PasswordPlan: Sendable {
    case unconditional(UnconditionalTypeable)
    /// Tables whose passwords differ from one another's, at least one of them not empty.
    case tables([SlotTable], count: PasswordCount)

    var count: PasswordCount {
        switch self {
        case .unconditional: UnconditionalTypeable.count
        case .tables(_, let count): count
        }
    }

    /// A plan over tables; nil where no password is left.
    init?(_ tables: [SlotTable]) {
        let counts = tables.map(\.count)
        var sum = WideNumber(width: (counts.map(\.words.count).max() ?? 0) + 1)
        for count in counts { sum.add(count.words[...], times: 1) }
        let total = PasswordCount(words: sum.words)
        guard !total.isZero else { return nil }
        self = .tables(tables.filter { !$0.count.isZero }, count: total)
    }

    func draw(using generator: inout some RandomNumberGenerator) -> String {
        switch self {
        case .unconditional(let typeable): typeable.draw(using: &generator)
        case .tables(let tables, let count):
            String(decoding: table(of: tables, total: count, using: &generator).draw(using: &generator), as: UTF8.self)
        }
    }

    private func table(
        of tables: [SlotTable], total: PasswordCount, using generator: inout some RandomNumberGenerator
    ) -> SlotTable {
        guard tables.count > 1 else { return tables[0] }
        var rest = generator.draw(below: WideNumber(total.words[...]))
        var weight = rest
        for table in tables.dropLast() {
            weight.set(table.count.words[...], times: 1)
            if rest < weight { return table }
            rest.subtract(weight)
        }
        return tables[tables.count - 1]
    }
}
