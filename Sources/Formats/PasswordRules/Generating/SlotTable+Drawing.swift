extension SlotTable {
    /// One of the ways, each equally likely. There must be one.
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
