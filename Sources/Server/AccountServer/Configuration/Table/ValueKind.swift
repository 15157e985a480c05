import Accounts

/// A kind of configuration value: one strict parser for the file, the environment and flags, and the matching formatter.
struct ValueKind<Value: Sendable>: Sendable {
    /// The name of the kind, without an article: `whole number`.
    let noun: String

    /// The allowed values, in words.
    let allowed: String

    /// Whether the value is a list.
    let isList: Bool

    /// The function that parses a value from its text or list.
    let read: @Sendable (SettingText) throws(ValueRejection) -> Value

    /// Formats a value in canonical form, as `config show` prints it.
    let write: @Sendable (Value) -> String

    /// A kind of value that is written as one text.
    init(
        _ noun: String, allowed: String, read: @escaping @Sendable (String) throws(ValueRejection) -> Value,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.noun = noun
        self.allowed = allowed
        isList = false
        self.read = { text throws(ValueRejection) in
            guard case .one(let text) = text else { throw ValueRejection("a single value is expected, not a list") }
            guard !text.isEmpty else { throw ValueRejection("the value is empty") }
            return try read(text)
        }
        self.write = write
    }

    /// A kind of value whose `description` is its canonical form.
    init(_ noun: String, allowed: String, read: @escaping @Sendable (String) throws(ValueRejection) -> Value)
    where Value: CustomStringConvertible {
        self.init(noun, allowed: allowed, read: read, write: { $0.description })
    }

    /// A kind of value with a parser that returns nil for a rejected text. `rejected` is what such a text is not: `a host`.
    init(
        _ noun: String, allowed: String, rejected: String, parse: @escaping @Sendable (String) -> Value?,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.init(noun, allowed: allowed) { text throws(ValueRejection) in
            guard let value = parse(text) else { throw ValueRejection("\(ValueRejection.quoted(text)) is not \(rejected)") }
            return value
        } write: {
            write($0)
        }
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

    /// The same kind for an optional value. A missing value is written by omitting the key.
    var optional: ValueKind<Value?> {
        ValueKind<Value?>(
            noun: noun, allowed: allowed, isList: isList, read: { text throws(ValueRejection) in try read(text) },
            write: { $0.map(write) ?? "" })
    }

    /// Returns the kind of a list of such values, in order.
    func list(of noun: String) -> ValueKind<[Value]> {
        list(of: noun, isDouble: { _, _ in false })
    }

    /// Returns the kind of a list of distinct values, in order.
    func distinctList(of noun: String) -> ValueKind<[Value]> where Value: Hashable {
        list(of: noun, isDouble: { $0.contains($1) })
    }

    private func list(of noun: String, isDouble: @escaping @Sendable ([Value], Value) -> Bool) -> ValueKind<[Value]> {
        ValueKind<[Value]>(
            noun: noun, allowed: allowed, isList: true,
            read: { text throws(ValueRejection) in
                guard case .many(let texts) = text else { throw ValueRejection("a list is expected, not a single value") }
                var values: [Value] = []
                for (position, text) in texts.enumerated() {
                    do throws(ValueRejection) {
                        let value = try read(.one(text))
                        guard !isDouble(values, value) else { throw ValueRejection("the value is in the list twice") }
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

/// A value in its source form: one text, or a list of texts.
enum SettingText: Hashable, Sendable {
    case one(String)
    case many([String])
}

/// The reason why a text is not a valid value. It quotes no secret.
struct ValueRejection: Error, Hashable, Sendable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    /// Returns ``shown(_:)`` of `text` in quotation marks.
    static func quoted(_ text: String) -> String { "\"\(shown(text))\"" }

    /// Returns `text` for a message: truncated to 60 characters, with control and format characters replaced.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(60).map { $0.isShown ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars)) + (text.unicodeScalars.count > 60 ? "..." : "")
    }
}
