extension SlotTable {
    /// One of the ways, each equally likely. There must be one.
    func draw(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        var password: [UInt8] = []
        password.reserveCapacity(slots.count)
        var mask = 0
        var run = 1
        var lastGroup: Int?
        for slot in slots.indices {
            let tracksRun = tracksRun(at: slot)
            let choice = drawChoice(slot: slot, mask: mask, run: run, lastGroup: lastGroup, using: &generator)
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

    private func drawChoice(
        slot: Int, mask: Int, run: Int, lastGroup: Int?, using generator: inout some RandomNumberGenerator
    ) -> Choice {
        let choices = choices(slot: slot, mask: mask, run: run, lastGroup: tracksRun(at: slot) ? lastGroup : nil)
        var rest = generator.draw(below: WideNumber(ways(slot: slot, mask: mask, run: run)))
        var weight = rest
        for choice in choices.dropLast() {
            weight.set(ways(slot: slot + 1, mask: choice.mask, run: choice.run), times: UInt64(choice.count))
            if rest < weight { return choice }
            rest.subtract(weight)
        }
        return choices[choices.count - 1]
    }
}
