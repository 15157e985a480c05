/// Checks of the entries of applinks and their patterns, each in isolation.
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
                .legacyAppsNotEmpty, apps.place,
                "The list apps of applinks must be empty; otherwise iOS 12 and earlier reject the file."
            )
        }
        if applinks.legacyApps == nil, let paths = applinks.details.first(where: { $0.form == .paths }) {
            note(
                .legacyAppsMissing, paths.place,
                "The entry has the form for iOS 12 and earlier, which require an empty list apps in applinks.")
        }
    }

    private mutating func checkDefaults(_ defaults: LinkComponent, over: LinkComponent?) {
        let patterns: LinkComponent.Key = [.path, .query, .fragment, .exclude]
        if !defaults.present.isDisjoint(with: patterns) {
            note(.defaultsWithPatterns, defaults.place, "These defaults contain more than caseSensitive and percentEncoded.")
        }
        checkPatterns(defaults, isDecoded: defaults.completed(by: over).percentEncoded?.value == false)
    }

    private mutating func check(_ component: LinkComponent, _ form: LinkDetails.Form, defaults: LinkComponent?) {
        let whole = component.completed(by: defaults)
        if whole.present.isDisjoint(with: [.path, .query, .fragment]) {
            note(
                .componentWithoutPattern, component.place,
                "The component has no path, query or fragment, so it matches every link.")
        }
        if let comment = component.comment, let path = component.path, Self.disagree(comment, path.value) {
            note(
                .commentDisagrees, path.place,
                "The comment describes the start of a path, but \(path.value.quoted) matches only a whole path.")
        }
        if form == .paths, let path = component.path { checkNegation(path) }
        checkPatterns(component, isDecoded: whole.percentEncoded?.value == false)
    }

    private static func disagree(_ comment: String, _ path: String) -> Bool {
        guard !path.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "$") }) else { return false }
        let comment = comment.lowercased()
        return comment.contains("starts with") || comment.contains("begins with")
    }

    /// Reports `NOT/path`, which is a path that begins with NOT.
    private mutating func checkNegation(_ path: Located<String>) {
        let head = path.value.prefix(4).lowercased()
        guard head.hasPrefix("not"), path.value.first != "/", head == "not/" || head == "not " || head == "not*" else { return }
        note(
            .notWithoutSpace, path.place,
            "\(path.value.quoted) excludes nothing, because NOT must be upper-case and followed by one space.")
    }

    private mutating func checkPatterns(_ component: LinkComponent, isDecoded: Bool) {
        var checker = PatternChecks(isDecoded: isDecoded)
        if let path = component.path { checker.checkPath(path) }
        switch component.query?.value {
        case .whole(let pattern): checker.checkQuery(Located(pattern, at: component.query?.place ?? component.place))
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
        note(.everythingExcluded, details.place, "All components of this entry exclude links, so no link opens its apps.")
    }

    private mutating func note(_ code: Finding.Code, _ place: SourceRange, _ message: String) {
        remarks.append(Remark(code, at: place, message))
    }
}

/// Checks of substitution variables and their uses in patterns.
struct VariableChecks {
    private(set) var remarks: [Remark] = []
    private let defined: Set<String>
    private var used: Set<String> = []
    private let variables: PatternVariables

    init(_ applinks: AppLinks) {
        defined = Set(applinks.variables.map(\.name.value))
        variables = PatternVariables(applinks.variables)
        let components = applinks.details.flatMap { [$0.defaults].compactMap(\.self) + $0.components }
        for component in [applinks.defaults].compactMap(\.self) + components { check(component) }
        for variable in applinks.variables { check(variable) }
    }

    private mutating func check(_ component: LinkComponent) {
        if let path = component.path { check(path) }
        if let fragment = component.fragment { check(fragment) }
        switch component.query?.value {
        case .whole(let pattern): check(Located(pattern, at: component.query?.place ?? component.place))
        case .items(let items): items.forEach { check($0.pattern) }
        case .void, nil: break
        }
    }

    private mutating func check(_ pattern: Located<String>) {
        guard pattern.value.utf8.contains(UInt8(ascii: "$")) else { return }
        let syntax = PatternSyntax(pattern.value)
        for name in Set(syntax.variables).sorted() {
            used.insert(name)
            guard !defined.contains(name), !PatternVariables.isPredefined(name) else { continue }
            note(.undefinedVariable, pattern.place, "$(\(name)) is not defined, so \(pattern.value.quoted) matches nothing.")
        }
        if !syntax.unterminated.isEmpty {
            note(.unterminatedVariable, pattern.place, "In \(pattern.value.quoted) a variable has no closing parenthesis.")
        }
        if URLPattern(pattern.value, for: .other, isFolded: false, variables: variables).isTooLarge {
            note(
                .patternTooLarge, pattern.place,
                "With its variables expanded, \(pattern.value.quoted) exceeds \(URLPattern.maximumWeight) characters.")
        }
    }

    private mutating func check(_ variable: SubstitutionVariable) {
        let name = variable.name.value
        if name.unicodeScalars.contains(where: { $0 == "$" || $0 == "(" || $0 == ")" }) || name.isEmpty {
            note(
                .invalidVariableName, variable.name.place,
                "\(name.quoted) is not a valid name: names must not be empty or contain $, ( or ).")
        } else if !used.contains(name) {
            note(.unusedVariable, variable.name.place, "No pattern uses $(\(name)).")
        }
        if PatternVariables.isPredefined(name) {
            note(.predefinedVariable, variable.name.place, "$(\(name)) is predefined; systems may use either definition.")
        }
        if variable.values.isEmpty {
            note(.emptyVariable, variable.name.place, "$(\(name)) has no values, so patterns with it match nothing.")
        }
        for value in variable.values where !PatternSyntax(value.value).variables.isEmpty {
            note(.nestedVariable, value.place, "The variable in the value \(value.value.quoted) is not expanded.")
        }
    }

    private mutating func note(_ code: Finding.Code, _ place: SourceRange, _ message: String) {
        remarks.append(Remark(code, at: place, message))
    }
}
