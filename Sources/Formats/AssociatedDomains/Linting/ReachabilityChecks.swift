/// Checks for components that never decide, because an earlier one matches all their links or none follows.
struct ReachabilityChecks {
    private(set) var remarks: [Remark] = []
    private var work = 0

    /// The maximum number of steps for comparing components with one another. Suffices for some thousand components with any
    /// patterns.
    static let mostWork = 20_000_000

    /// - Parameter matcher: The matcher for the same file.
    init(_ applinks: AppLinks, _ matcher: AssociationMatcher) {
        // For an app in several entries, an exclusion prevents comparison with later entries.
        var lastEntries: [String: Int] = [:]
        for (index, details) in applinks.details.enumerated() {
            for app in details.appIDs { lastEntries[app.value] = index }
        }
        for (index, details) in applinks.details.enumerated() {
            let components = details.components.map { $0.completed(by: details.defaults).completed(by: applinks.defaults) }
            let compiled = matcher.entries[index].components
            let covered = checkCovered(components, compiled)
            if details.appIDs.allSatisfy({ lastEntries[$0.value] == index }) { checkNeedless(components, compiled, covered ?? []) }
            guard covered != nil else {
                remarks.append(
                    Remark(
                        .comparisonLimited, at: details.place,
                        "There are too many components to compare all pairs."))
                return
            }
        }
    }

    /// Returns the components that an earlier one covers. Returns nil if the work limit was reached.
    private mutating func checkCovered(_ components: [LinkComponent], _ compiled: [CompiledComponent]) -> Set<Int>? {
        var covered: Set<Int> = []
        for later in compiled.indices.dropFirst() {
            guard work < Self.mostWork else { return nil }
            guard let earlier = compiled[..<later].firstIndex(where: { $0.covers(compiled[later], &work) }) else { continue }
            covered.insert(later)
            note(components, compiled, earlier, later)
        }
        return covered
    }

    private mutating func note(_ components: [LinkComponent], _ compiled: [CompiledComponent], _ earlier: Int, _ later: Int) {
        let place = components[later].place
        let other = "component \(earlier + 1), \(components[earlier].title)"
        let isSame = compiled[later].covers(compiled[earlier], &work)
        if isSame && compiled[earlier].excludes == compiled[later].excludes {
            remarks.append(Remark(.duplicateComponent, at: place, "The component duplicates \(other)."))
        } else if compiled[later].excludes && !compiled[earlier].excludes {
            remarks.append(Remark(.shadowedExclude, at: place, "The exclusion has no effect: \(other), already matches its links."))
        } else {
            remarks.append(
                Remark(.unreachableComponent, at: place, "The component is never reached: \(other), already matches its links."))
        }
    }

    /// Reports exclusions at the end of an entry that includes links.
    private mutating func checkNeedless(_ components: [LinkComponent], _ compiled: [CompiledComponent], _ covered: Set<Int>) {
        guard let last = compiled.lastIndex(where: { !$0.excludes }) else { return }
        for index in compiled.indices where index > last && !covered.contains(index) {
            remarks.append(
                Remark(
                    .needlessExclude, at: components[index].place,
                    "This exclusion has no effect, because no later component includes links."))
        }
    }
}

extension CompiledComponent {
    /// Returns whether this component matches every link that the other one matches. Returns false if that is uncertain, or if
    /// `work` reached its limit.
    func covers(_ other: CompiledComponent, _ work: inout Int) -> Bool {
        work += 1
        // Encoded and decoded texts are not comparable, nor are case-sensitive and case-insensitive ones.
        let isComparable = view == other.view
        if let path {
            guard isComparable, let otherPath = other.path, path.covers(otherPath, &work) else { return false }
        }
        if let fragment {
            guard isComparable, let otherFragment = other.fragment, fragment.covers(otherFragment, &work) else { return false }
        }
        if let query {
            guard isComparable, let otherQuery = other.query, query.covers(otherQuery, &work) else { return false }
        }
        for item in items where !item.pattern.isWildcard {
            work += other.items.count
            guard work < ReachabilityChecks.mostWork, isComparable, let same = other.items.first(where: { $0.name == item.name }),
                item.pattern.covers(same.pattern, &work)
            else { return false }
        }
        return true
    }
}

extension URLPattern {
    /// Returns whether this pattern matches every text that the other one matches, by matching the other pattern like a text.
    /// Returns false if that is uncertain.
    func covers(_ other: URLPattern, _ work: inout Int) -> Bool {
        // Usually the first characters differ, so that nothing else must be compared.
        guard zip(head, other.head).allSatisfy({ $0 == $1 }) else { return false }
        guard covers(other.steps[...], &work) else { return false }
        guard let short = other.shortCount else { return true }
        return covers(other.steps[..<short], &work)
    }

    /// Compares star by star: if the rest does not fit, the last star takes one more step, as in simple matchers. The work is at
    /// most the product of both lengths.
    private func covers(_ other: ArraySlice<PatternStep>, _ work: inout Int) -> Bool {
        var (index, position) = (0, 0)
        var retry: (index: Int, position: Int)?
        while position < other.count {
            work += 1
            guard work < ReachabilityChecks.mostWork else { return false }
            if index < steps.count, steps[index].isRun {
                index += 1
                retry = (index, position)
            } else if index < steps.count, steps[index].covers(other[position]) {
                index += 1
                position += 1
            } else if let last = retry {
                retry = (last.index, last.position + 1)
                (index, position) = (last.index, last.position + 1)
            } else {
                return false
            }
        }
        // `/buy/*` also matches `/buy`.
        return index == shortCount || steps[index...].allSatisfy(\.isRun)
    }
}

extension PatternStep {
    /// Returns whether this step matches every character that the other one matches.
    fileprivate func covers(_ other: PatternStep) -> Bool {
        switch (self, other) {
        case (.any, .unit), (.any, .any), (.any, .oneOf): true
        case (.unit(let left), .unit(let right)): left == right
        case (.oneOf(let set), .unit(let unit)): set.contains(unit)
        case (.oneOf(let left), .oneOf(let right)): left == right
        case (.choice(let left), .choice(let right)): left === right
        default: false
        }
    }
}
