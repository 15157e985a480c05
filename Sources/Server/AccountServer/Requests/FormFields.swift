import Secrets

/// The fields of a form or a query, each name once, in the order sent. Names are compared byte for byte. Prints no value.
package struct FormFields: Sendable, Redacted {
    /// The default limit of the number of fields.
    package static let defaultLimit = 64

    private let pairs: [(name: String, value: String)]

    /// No fields.
    package init() {
        pairs = []
    }

    /// Reads `application/x-www-form-urlencoded` (WHATWG URL standard, section 5.1), with one meaning for each text.
    ///
    /// Where the standard repairs, this refuses: invalid percent encodings, bytes that are not UTF-8 (never U+FFFD, under which
    /// different passwords would become one), a name given twice, a pair without `=`, an empty pair, unencoded bytes that no
    /// serializer leaves so, and more than `limit` fields. The empty text has no fields.
    package init(parsing bytes: some Collection<UInt8>, limit: Int = defaultLimit) throws(FormError) {
        var pairs: [(name: String, value: String)] = []
        var position = 0
        let parts =
            bytes.isEmpty ? [] : bytes.split(separator: UInt8(ascii: "&"), maxSplits: limit, omittingEmptySubsequences: false)
        guard parts.count <= limit else { throw FormError(.tooManyFields, at: 0) }
        for part in parts {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")), equals != part.startIndex else {
                throw FormError(.malformedPair, at: position)
            }
            let name = try PercentEncoded.form(part[..<equals], at: position)
            let valuePosition = position + part.distance(from: part.startIndex, to: equals) + 1
            let value: String
            do throws(FormError) {
                value = try PercentEncoded.form(part[part.index(after: equals)...], at: valuePosition)
            } catch {
                throw FormError(error.code, at: error.position, field: name)
            }
            guard !pairs.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                throw FormError(.duplicateField, at: position, field: name)
            }
            pairs.append((name, value))
            position += part.count + 1
        }
        self.pairs = pairs
    }

    /// The names in the order sent.
    package var names: [String] { pairs.map(\.name) }

    /// The value of the field `name`, or nil where it was not sent. An empty field has an empty value.
    package subscript(name: String) -> String? {
        pairs.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}

extension FormFields {
    /// The value of the field `name`; 400 where it was not sent.
    package func required(_ name: String) throws(Problem) -> String {
        if let value = self[name] { return value }
        throw Problem(
            .malformedForm, detail: "The field \(name) is required.",
            errors: [FieldProblem(.field(name), code: "missing-field", message: "is required")])
    }

    /// The value of the field `name`, or nil where it was not sent.
    package func optional(_ name: String) -> String? { self[name] }

    /// Refuses with 400 any field whose name is not in `known`.
    func refuseUnknown(except known: [String]) throws(Problem) {
        let unknown = names.filter { name in !known.contains { $0.utf8.elementsEqual(name.utf8) } }
        guard unknown.isEmpty else {
            throw Problem(
                .malformedForm, detail: "The form has fields that are not known here.",
                errors: unknown.map { FieldProblem(.field($0), code: "unknown-field", message: "is not known here") })
        }
    }
}
