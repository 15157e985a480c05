/// Components that never decide, because an earlier one takes all their links, or because nothing comes after them.
struct ReachabilityChecks {
    private(set) var remarks: [Remark] = []
    private var work = 0

    /// The most steps that are spent on comparing components with one another: enough for some thousand, however their patterns
    /// look.
    static let mostWork = 20_000_000

    /// - Parameter matcher: of the same file.
    init(_ applinks: AppLinks, _ matcher: AssociationMatcher) {
        // Of an app in several entries, an exclusion keeps later entries from being asked.
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
                        "There are too many components to compare all of them with one another."))
                return
            }
        }
    }

    /// Those that an earlier one covers; nil where the work was used up.
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
            remarks.append(Remark(.duplicateComponent, at: place, "The component says the same as \(other)."))
        } else if compiled[later].excludes && !compiled[earlier].excludes {
            remarks.append(Remark(.shadowedExclude, at: place, "The exclusion has no effect: \(other), takes its links before."))
        } else {
            remarks.append(
                Remark(.unreachableComponent, at: place, "The component is never reached: \(other), takes its links before."))
        }
    }

    /// Exclusions at the end, where the entry includes something before.
    private mutating func checkNeedless(_ components: [LinkComponent], _ compiled: [CompiledComponent], _ covered: Set<Int>) {
        guard let last = compiled.lastIndex(where: { !$0.excludes }) else { return }
        for index in compiled.indices where index > last && !covered.contains(index) {
            remarks.append(
                Remark(
                    .needlessExclude, at: components[index].place,
                    "After this exclusion nothing is included, so it changes nothing."))
        }
    }
}

extension CompiledComponent {
    /// Whether each link that the other component matches is matched by this one. Says no where it is not sure, and where `work`
    /// is used up.
    func covers(_ other: CompiledComponent, _ work: inout Int) -> Bool {
        work += 1
        // Encoded and decoded text are not compared with one another, nor where capitals count and where they do not.
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
            guard isComparable, let same = other.items.first(where: { $0.name == item.name }),
                item.pattern.covers(same.pattern, &work)
            else { return false }
        }
        return true
    }
}

extension URLPattern {
    /// Whether each text that the other pattern matches is matched by this one, as far as the steps tell: the other pattern is
    /// matched as if it were a text. Says no where it is not sure.
    func covers(_ other: URLPattern, _ work: inout Int) -> Bool {
        // Where the characters in front differ, which is the rule, nothing else needs to be looked at.
        guard zip(head, other.head).allSatisfy({ $0 == $1 }) else { return false }
        guard covers(other.steps[...], &work) else { return false }
        guard let short = other.shortCount else { return true }
        return covers(other.steps[..<short], &work)
    }

    /// Star for star: where the rest does not fit, the last star takes one step more, as simple matchers do. The work is at most
    /// the product of both lengths.
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
        // `/buy/*` also takes `/buy`.
        return index == shortCount || steps[index...].allSatisfy(\.isRun)
    }
}

extension PatternStep {
    /// Whether each character that the other step takes is taken by this one.
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
