/// Substitution variables and where patterns name them.
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
        case .whole(let pattern): check(Placed(pattern, at: component.query?.place ?? component.place))
        case .items(let items): items.forEach { check($0.pattern) }
        case .void, nil: break
        }
    }

    private mutating func check(_ pattern: Placed<String>) {
        guard pattern.value.utf8.contains(UInt8(ascii: "$")) else { return }
        let syntax = PatternSyntax(pattern.value)
        for name in Set(syntax.variables).sorted() {
            used.insert(name)
            guard !defined.contains(name), !PatternVariables.isPredefined(name) else { continue }
            note(.undefinedVariable, pattern.place, "$(\(name)) is not defined, so \(pattern.value.quoted) matches nothing.")
        }
        if !syntax.unterminated.isEmpty {
            note(.unterminatedVariable, pattern.place, "In \(pattern.value.quoted) a variable begins and does not end.")
        }
        if URLPattern(pattern.value, for: .other, isFolded: false, variables: variables).isTooLarge {
            note(
                .patternTooLarge, pattern.place,
                "With its variables written out \(pattern.value.quoted) is larger than \(URLPattern.maximumWeight) characters.")
        }
    }

    private mutating func check(_ variable: SubstitutionVariable) {
        let name = variable.name.value
        if name.unicodeScalars.contains(where: { $0 == "$" || $0 == "(" || $0 == ")" }) || name.isEmpty {
            note(
                .invalidVariableName, variable.name.place,
                "\(name.quoted) cannot be named: names hold no $, ( and ), and are not empty.")
        } else if !used.contains(name) {
            note(.unusedVariable, variable.name.place, "No pattern uses $(\(name)).")
        }
        if PatternVariables.isPredefined(name) {
            note(.predefinedVariable, variable.name.place, "$(\(name)) is predefined; systems may take the one or the other.")
        }
        if variable.values.isEmpty {
            note(.emptyVariable, variable.name.place, "$(\(name)) has no values, so patterns with it match nothing.")
        }
        for value in variable.values where !PatternSyntax(value.value).variables.isEmpty {
            note(.nestedVariable, value.place, "In the value \(value.value.quoted) the variable is not looked up.")
        }
    }

    private mutating func note(_ code: Finding.Code, _ place: SourcePlace, _ message: String) {
        remarks.append(Remark(code, at: place, message))
    }
}
