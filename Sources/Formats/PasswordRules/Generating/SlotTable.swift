/// An exact count of the ways to fill a row of slots so that every required list is satisfied and no run is too long.
///
/// The number of ways to fill the remaining slots depends on their number, on the lists satisfied so far and on the length of the
/// current run. It does not depend on the character of the run: its lists are already satisfied, so excluding or repeating it has
/// the same effect for every character. The table over (slot, lists, run) is therefore filled from the last slot. It allows a
/// uniform choice without retries.
struct SlotTable: Sendable {
    /// One position of a password.
    struct Slot: Sendable {
        let groups: [CharacterGroup]
        /// Whether the previous slot has the same alphabet. Adjacent slots have either the same alphabet or no common character.
        let continues: Bool
    }

    /// The maximum size in words: 64 MiB.
    static let largestTable = 1 << 23

    let slots: [Slot]
    private let masks: Int
    /// The longest permitted run, if it can be exceeded.
    private let runLimit: Int?
    private let width: Int
    private var cells: [UInt64]
    /// The number of words that the cells of each slot use. Higher words are zero.
    private var wordsInUse: [Int]

    /// Counts the passwords.
    ///
    /// - Throws: ``PasswordRulesError/Code/tooComplex`` if the table would exceed ``largestTable``.
    init(alphabets: [ASCIISet], required: RequiredSets, maxConsecutive: RuleNumber?) throws(PasswordRulesError) {
        var slots: [Slot] = []
        var longestBlock = 0
        var block = 0
        var bits = 0
        for (index, alphabet) in alphabets.enumerated() {
            let continues = index > 0 && alphabets[index - 1] == alphabet
            let groups = continues ? slots[index - 1].groups : required.groups(of: alphabet)
            slots.append(Slot(groups: groups, continues: continues))
            block = continues ? block + 1 : 1
            longestBlock = Swift.max(longestBlock, block)
            bits += Int.bitWidth - alphabet.count.leadingZeroBitCount
        }
        self.slots = slots
        masks = required.allMet + 1
        runLimit = maxConsecutive.flatMap { $0.count < longestBlock ? $0.count : nil }
        width = bits / 64 + 1
        let rows = (slots.count + 1) * (runLimit ?? 1)
        let (size, overflow) = (rows * width).multipliedReportingOverflow(by: masks)
        guard !overflow, size <= Self.largestTable else {
            throw PasswordRulesError(
                .tooComplex,
                "Passwords of \(slots.count) characters with \(required.sets.count) required lists need more than 64 MiB to count.")
        }
        cells = Array(repeating: 0, count: size)
        wordsInUse = Array(repeating: 1, count: slots.count + 1)
        fill()
    }

    /// The number of passwords.
    var count: PasswordCount { PasswordCount(words: ways(slot: 0, mask: 0, run: 1)) }

    private var runs: Int { runLimit ?? 1 }

    /// Returns the word indices of a cell. The run counts from 1; a slot that does not continue uses 1.
    private func range(slot: Int, mask: Int, run: Int) -> Range<Int> {
        let start = ((slot * masks + mask) * runs + run - 1) * width
        return start..<start + width
    }

    private mutating func fill() {
        cells[range(slot: slots.count, mask: masks - 1, run: 1).lowerBound] = 1
        var choices: [Choice] = []
        for slot in slots.indices.reversed() {
            let tracksRun = tracksRun(at: slot)
            for mask in 0..<masks {
                for run in 1...(tracksRun ? runs : 1) {
                    collectChoices(slot: slot, mask: mask, run: run, lastGroup: nil, into: &choices)
                    let sum = range(slot: slot, mask: mask, run: run)
                    for choice in choices {
                        let ways = range(slot: slot + 1, mask: choice.mask, run: choice.run).prefix(wordsInUse[slot + 1])
                        add(ways, times: UInt64(choice.count), to: sum)
                    }
                }
            }
            // A slot multiplies the count by its alphabet size, which is far below 2^64, so it adds at most one word.
            wordsInUse[slot] = Swift.min(wordsInUse[slot + 1] + 1, width)
            while wordsInUse[slot] > 1, isZero(word: wordsInUse[slot] - 1, slot: slot) { wordsInUse[slot] -= 1 }
        }
    }

    private func isZero(word: Int, slot: Int) -> Bool {
        let first = range(slot: slot, mask: 0, run: 1).lowerBound + word
        return stride(from: first, to: first + masks * runs * width, by: width).allSatisfy { cells[$0] == 0 }
    }

    /// Adds a multiple of one cell to another. Works in place, because a table may have a million cells. The width is chosen so
    /// that the sum fits.
    private mutating func add(_ source: Range<Int>, times factor: UInt64, to target: Range<Int>) {
        var carry: UInt64 = 0
        for (from, to) in zip(source, target) {
            let product = cells[from].multipliedFullWidth(by: factor)
            let (first, overflow1) = cells[to].addingReportingOverflow(product.low)
            let (sum, overflow2) = first.addingReportingOverflow(carry)
            cells[to] = sum
            carry = product.high &+ (overflow1 ? 1 : 0) &+ (overflow2 ? 1 : 0)
        }
        var to = target.lowerBound + source.count
        while carry != 0 {
            let (sum, overflow) = cells[to].addingReportingOverflow(carry)
            cells[to] = sum
            carry = overflow ? 1 : 0
            to += 1
        }
    }

    /// One kind of next character: one of a group, or a repetition of the last character if the group is nil.
    struct Choice {
        let group: Int?
        let count: Int
        let mask: Int
        let run: Int
    }

    /// Collects the possible next characters. The last character is excluded from its group, because its repetition is a separate
    /// choice.
    ///
    /// - Parameter lastGroup: The group of the last character. For counting, it may be any group whose lists are all satisfied.
    func collectChoices(slot: Int, mask: Int, run: Int, lastGroup: Int?, into choices: inout [Choice]) {
        choices.removeAll(keepingCapacity: true)
        let groups = slots[slot].groups
        let tracksRun = tracksRun(at: slot)
        let last = tracksRun ? lastGroup ?? groups.firstIndex { $0.mask | mask == mask } : nil
        if let runLimit, tracksRun, run < runLimit {
            let nextContinues = slot + 1 < slots.count && slots[slot + 1].continues
            choices.append(Choice(group: nil, count: 1, mask: mask, run: nextContinues ? run + 1 : 1))
        }
        for (index, group) in groups.enumerated() {
            let count = group.characters.count - (index == last ? 1 : 0)
            if count > 0 { choices.append(Choice(group: index, count: count, mask: mask | group.mask, run: 1)) }
        }
    }

    /// Returns the number of ways to fill the slots from this one on, as words.
    func ways(slot: Int, mask: Int, run: Int) -> ArraySlice<UInt64> {
        cells[range(slot: slot, mask: mask, run: run).prefix(wordsInUse[slot])]
    }

    func tracksRun(at slot: Int) -> Bool { runLimit != nil && slots[slot].continues }

    /// Returns a random password, each equally likely. The count must not be zero.
    func draw(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        var password: [UInt8] = []
        password.reserveCapacity(slots.count)
        var mask = 0
        var run = 1
        var lastGroup: Int?
        var choices: [Choice] = []
        var weights: [Weight] = []
        for slot in slots.indices {
            let tracksRun = tracksRun(at: slot)
            collectChoices(slot: slot, mask: mask, run: run, lastGroup: tracksRun ? lastGroup : nil, into: &choices)
            weights.removeAll(keepingCapacity: true)
            for choice in choices {
                let ways = ways(slot: slot + 1, mask: choice.mask, run: choice.run)
                weights.append(Weight(words: ways, factor: UInt64(choice.count)))
            }
            let choice = choices[generator.draw(by: weights, sum: ways(slot: slot, mask: mask, run: run))]
            if let index = choice.group {
                let characters = slots[slot].groups[index].characters
                var chosen = Int(generator.draw(below: UInt64(choice.count)))
                if tracksRun, index == lastGroup, let last = password.last, let excluded = characters.firstIndex(of: last),
                    chosen >= excluded
                {
                    chosen += 1
                }
                password.append(characters[chosen])
                lastGroup = index
            } else if let last = password.last {
                password.append(last)
            }
            mask = choice.mask
            run = choice.run
        }
        return password
    }
}
