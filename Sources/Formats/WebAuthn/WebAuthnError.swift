/// Why a value, a message or a ceremony is rejected, and where.
///
/// The library has no other error. Compare ``code`` in programs; show ``reason`` to operators, never to the client: an attacker must not learn
/// which check failed (section 14.6.2).
public struct WebAuthnError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public let code: Code

    /// What is wrong, as a sentence. Quotes nothing of the message.
    public let reason: String

    /// Where the library found it.
    public let place: Place

    /// Place and reason.
    public var description: String { place.description.isEmpty ? reason : "\(place): \(reason)" }

    init(_ code: Code, _ reason: String, in field: String = "", offset: Int? = nil, check: Check? = nil) {
        self.code = code
        self.reason = reason
        place = Place(check: check, field: field, offset: offset)
    }

    /// The same, found by a check. A check that is already named stays, since it is the nearer one.
    func at(_ check: Check?) -> WebAuthnError {
        WebAuthnError(code, reason, in: place.field, offset: place.offset, check: place.check ?? check)
    }
}

extension WebAuthnError {
    /// Where something is wrong.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The check that failed; nil outside of a ceremony.
        public let check: Check?

        /// The member of the message, such as `clientDataJSON.origin`; empty where the value has no name.
        public let field: String

        /// The distance from the beginning of the field in bytes, for fields that are read as bytes.
        public let offset: Int?

        /// Check, field and offset, as far as they are known.
        public var description: String {
            let position = offset.map { "byte \($0)" }
            return [check?.description, field.isEmpty ? nil : field, position].compactMap(\.self).joined(separator: " ")
        }
    }

    /// A numbered check: R1 to R24 in a registration (section 7.1), A1 to A14 in an authentication (section 7.2). <doc:HowItDecides> has the list.
    public struct Check: Sendable, Hashable, CustomStringConvertible {
        /// The ceremony and the number: `R12`.
        public let description: String

        static func registration(_ number: Int) -> Check { Check(description: "R\(number)") }
        static func authentication(_ number: Int) -> Check { Check(description: "A\(number)") }
    }
}

/// Runs `body` and names the check in the error that it throws.
func checking<Value>(_ check: WebAuthnError.Check?, _ body: () throws(WebAuthnError) -> Value) throws(WebAuthnError) -> Value {
    do throws(WebAuthnError) {
        return try body()
    } catch {
        throw error.at(check)
    }
}
