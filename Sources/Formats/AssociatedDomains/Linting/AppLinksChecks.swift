/// The entries of applinks and their patterns, each for itself.
struct AppLinksChecks {
    private(set) var remarks: [Remark] = []

    init(_ applinks: AppLinks) {
        checkLegacyApps(applinks)
        if let defaults = applinks.defaults { checkDefaults(defaults, over: nil) }
        for details in applinks.details {
            let over = details.defaults.map { $0.completed(by: applinks.defaults) } ?? applinks.defaults
            if let defaults = details.defaults { checkDefaults(defaults, over: applinks.defaults) }
            for component in details.components { check(component, details.form, defaults: over) }
            checkSilence(details, defaults: over)
        }
    }

    private mutating func checkLegacyApps(_ applinks: AppLinks) {
        if let apps = applinks.legacyApps, !apps.value.isEmpty {
            note(
                .legacyAppsNotEmpty, apps.place, "The list apps of applinks must be empty; iOS 12 and earlier refuse the file else."
            )
        }
        if applinks.legacyApps == nil, let paths = applinks.details.first(where: { $0.form == .paths }) {
            note(
                .legacyAppsMissing, paths.place,
                "The entry has the form for iOS 12 and earlier, but applinks has no empty list apps, without which they refuse it.")
        }
    }

    private mutating func checkDefaults(_ defaults: LinkComponent, over: LinkComponent?) {
        let patterns: LinkComponent.Key = [.path, .query, .fragment, .exclude]
        if !defaults.present.isDisjoint(with: patterns) {
            note(.defaultsWithPatterns, defaults.place, "These defaults hold more than caseSensitive and percentEncoded.")
        }
        checkPatterns(defaults, isDecoded: defaults.completed(by: over).percentEncoded?.value == false)
    }

    private mutating func check(_ component: LinkComponent, _ form: LinkDetails.Form, defaults: LinkComponent?) {
        let whole = component.completed(by: defaults)
        if whole.present.isDisjoint(with: [.path, .query, .fragment]) {
            note(
                .componentWithoutPattern, component.place,
                "The component names neither path nor query nor fragment: it matches every link.")
        }
        if let comment = component.comment, let path = component.path, Self.disagree(comment, path.value) {
            note(
                .commentDisagrees, path.place,
                "The comment speaks of what the path starts with, and \(path.value.quoted) is the whole path.")
        }
        if form == .paths, let path = component.path { checkNegation(path) }
        checkPatterns(component, isDecoded: whole.percentEncoded?.value == false)
    }

    private static func disagree(_ comment: String, _ path: String) -> Bool {
        guard !path.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "$") }) else { return false }
        let comment = comment.lowercased()
        return comment.contains("starts with") || comment.contains("begins with")
    }

    /// `NOT/path` is a path that begins with NOT.
    private mutating func checkNegation(_ path: Placed<String>) {
        let head = path.value.prefix(4).lowercased()
        guard head.hasPrefix("not"), path.value.first != "/", head == "not/" || head == "not " || head == "not*" else { return }
        note(.notWithoutSpace, path.place, "\(path.value.quoted) excludes nothing: only NOT in capitals and one space does.")
    }

    private mutating func checkPatterns(_ component: LinkComponent, isDecoded: Bool) {
        var checker = PatternChecks(isDecoded: isDecoded)
        if let path = component.path { checker.checkPath(path) }
        switch component.query?.value {
        case .whole(let pattern): checker.checkQuery(Placed(pattern, at: component.query?.place ?? component.place))
        case .items(let items): items.forEach { checker.checkItem($0) }
        case .void, nil: break
        }
        if let fragment = component.fragment { checker.checkFragment(fragment) }
        remarks += checker.remarks
    }

    private mutating func checkSilence(_ details: LinkDetails, defaults: LinkComponent?) {
        guard !details.components.isEmpty,
            details.components.allSatisfy({ $0.completed(by: defaults).exclude?.value == true })
        else { return }
        note(.everythingExcluded, details.place, "All components of this entry exclude, so it opens no link.")
    }

    private mutating func note(_ code: Finding.Code, _ place: SourcePlace, _ message: String) {
        remarks.append(Remark(code, at: place, message))
    }
}
