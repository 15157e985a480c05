/// A configuration key with the type of its value and its default.
struct Setting<Value: Sendable>: Sendable {
    let key: ConfigurationKey
    let kind: ValueKind<Value>
    let standard: Value

    /// - Parameter standard: the default.
    init(
        _ name: String, _ kind: ValueKind<Value>, default standard: Value, secret: Bool = false, _ summary: String
    ) {
        self.init(name, kind, default: standard, shown: kind.write(standard), secret: secret, summary)
    }

    /// Creates a setting without a default value. `absence` describes what applies if it is not set.
    init<Present>(
        optional name: String, _ kind: ValueKind<Present>, shown absence: String, secret: Bool = false, _ summary: String
    ) where Value == Present? {
        self.init(name, kind.optional, default: nil, shown: absence, secret: secret, summary)
    }

    /// Creates a setting with a list of values, empty by default.
    init<Element>(
        list name: String, _ kind: ValueKind<Element>, of noun: String, shown absence: String = "[]", secret: Bool = false,
        _ summary: String
    ) where Value == [Element] {
        self.init(name, kind.list(of: noun), default: [], shown: absence, secret: secret, summary)
    }

    /// Creates a setting with a list of distinct values.
    init<Element: Hashable>(
        distinct name: String, _ kind: ValueKind<Element>, of noun: String, shown absence: String = "[]", _ summary: String
    ) where Value == [Element] {
        self.init(name, kind.distinctList(of: noun), default: [], shown: absence, secret: false, summary)
    }

    private init(
        _ name: String, _ kind: ValueKind<Value>, default standard: Value, shown: String, secret: Bool, _ summary: String
    ) {
        key = ConfigurationKey(
            name: name, type: kind.noun, allowed: kind.allowed, standard: shown, isList: kind.isList, isSecret: secret,
            summary: summary)
        self.kind = kind
        self.standard = standard
    }
}

/// A required key.
struct RequiredSetting<Value: Sendable>: Sendable {
    let key: ConfigurationKey
    let kind: ValueKind<Value>

    init(_ name: String, _ kind: ValueKind<Value>, _ summary: String) {
        key = ConfigurationKey(
            name: name, type: kind.noun, allowed: kind.allowed, standard: nil, isList: kind.isList, isSecret: false,
            summary: summary)
        self.kind = kind
    }
}
