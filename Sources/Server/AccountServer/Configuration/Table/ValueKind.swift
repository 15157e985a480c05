/// How a kind of value is spelled: one strict reader for the file, the environment and flags alike, and its inverse.
struct ValueKind<Value: Sendable>: Sendable {
    /// What such a value is called, with its article left out: `whole number`.
    let noun: String

    /// The values taken, in words.
    let allowed: String

    /// Whether it is read from a list.
    let isList: Bool

    /// The value that the text or the list spells.
    let read: @Sendable (SettingText) throws(ValueRejection) -> Value

    /// The one spelling of a value, as `config show` prints it.
    let write: @Sendable (Value) -> String

    /// A kind spelled by one text.
    init(
        _ noun: String, allowed: String, read: @escaping @Sendable (String) throws(ValueRejection) -> Value,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.noun = noun
        self.allowed = allowed
        isList = false
        self.read = { text throws(ValueRejection) in
            guard case .one(let text) = text else { throw ValueRejection("one value is expected, not a list") }
            guard !text.isEmpty else { throw ValueRejection("the value is empty") }
            return try read(text)
        }
        self.write = write
    }

    /// A kind whose values describe themselves as they are spelled.
    init(_ noun: String, allowed: String, read: @escaping @Sendable (String) throws(ValueRejection) -> Value)
    where Value: CustomStringConvertible {
        self.init(noun, allowed: allowed, read: read, write: { $0.description })
    }

    private init(
        noun: String, allowed: String, isList: Bool, read: @escaping @Sendable (SettingText) throws(ValueRejection) -> Value,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.noun = noun
        self.allowed = allowed
        self.isList = isList
        self.read = read
        self.write = write
    }

    /// The same kind where a value may be absent. Absence has no spelling: the key is left out.
    var optional: ValueKind<Value?> {
        ValueKind<Value?>(
            noun: noun, allowed: allowed, isList: isList, read: { text throws(ValueRejection) in try read(text) },
            write: { $0.map(write) ?? "" })
    }

    /// A list of such values, in order.
    func list(of noun: String) -> ValueKind<[Value]> {
        list(of: noun, isDouble: { _, _ in false })
    }

    /// A list of such values, in order, none twice.
    func distinctList(of noun: String) -> ValueKind<[Value]> where Value: Hashable {
        list(of: noun, isDouble: { $0.contains($1) })
    }

    private func list(of noun: String, isDouble: @escaping @Sendable ([Value], Value) -> Bool) -> ValueKind<[Value]> {
        ValueKind<[Value]>(
            noun: noun, allowed: allowed, isList: true,
            read: { text throws(ValueRejection) in
                guard case .many(let texts) = text else { throw ValueRejection("a list is expected, not one value") }
                var values: [Value] = []
                for (position, text) in texts.enumerated() {
                    do throws(ValueRejection) {
                        let value = try read(.one(text))
                        guard !isDouble(values, value) else { throw ValueRejection("it is in the list twice") }
                        values.append(value)
                    } catch {
                        throw ValueRejection("entry \(position + 1): \(error.reason)")
                    }
                }
                return values
            },
            write: { "[" + $0.map(write).joined(separator: ", ") + "]" })
    }
}

/// A value as it was written: one text, or a list of them.
enum SettingText: Hashable, Sendable {
    case one(String)
    case many([String])
}

/// Why a text is no value of its kind. It quotes no secret.
struct ValueRejection: Error, Hashable, Sendable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    /// `text` between quotation marks, as ``shown(_:)``.
    static func quoted(_ text: String) -> String { "\"\(shown(text))\"" }

    /// `text` for a message: shortened, with nothing that a terminal would act on.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(60).map { $0.isShown ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars)) + (text.unicodeScalars.count > 60 ? "..." : "")
    }
}

extension Unicode.Scalar {
    /// Whether it is neither a control nor a format character nor a separator of lines.
    var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
