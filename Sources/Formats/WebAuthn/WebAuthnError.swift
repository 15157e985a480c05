/// The reason why a value, a message or a ceremony is rejected, and its position.
///
/// The library throws no other error. Compare ``code`` in programs. Show ``reason`` to operators and not to the client, because an attacker
/// must not learn which check failed (section 14.6.2).
public struct WebAuthnError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The type of fault.
    public let code: Code

    /// The fault as a sentence, without any content of the message.
    public let reason: String

    /// The position of the fault.
    public let place: Place

    /// The position and the reason.
    public var description: String { place.description.isEmpty ? reason : "\(place): \(reason)" }

    init(_ code: Code, _ reason: String, in field: String = "", offset: Int? = nil, check: Check? = nil) {
        self.code = code
        self.reason = reason
        place = Place(check: check, field: field, offset: offset)
    }

    /// Returns the error with `check`, unless the error already names a check, which is more specific.
    func at(_ check: Check?) -> WebAuthnError {
        WebAuthnError(code, reason, in: place.field, offset: place.offset, check: place.check ?? check)
    }
}

extension WebAuthnError {
    /// The position of a fault.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The check that failed, or nil outside a ceremony.
        public let check: Check?

        /// The member of the message, such as `clientDataJSON.origin`. Empty if the value has no name.
        public let field: String

        /// The offset in bytes from the start of the field, for binary fields.
        public let offset: Int?

        /// The check, field and offset, as far as they are known.
        public var description: String {
            let position = offset.map { "byte \($0)" }
            return [check?.description, field.isEmpty ? nil : field, position].compactMap(\.self).joined(separator: " ")
        }
    }

    /// A numbered check: R1 to R24 of a registration (section 7.1), or A1 to A14 of an authentication (section 7.2). <doc:HowItDecides> lists them.
    public struct Check: Sendable, Hashable, CustomStringConvertible {
        /// The ceremony and the number: `R12`.
        public let description: String

        static func registration(_ number: Int) -> Check { Check(description: "R\(number)") }
        static func authentication(_ number: Int) -> Check { Check(description: "A\(number)") }
    }
}

/// Runs `body`, and adds the check to the error that it throws.
func checking<Value>(_ check: WebAuthnError.Check?, _ body: () throws(WebAuthnError) -> Value) throws(WebAuthnError) -> Value {
    do throws(WebAuthnError) {
        return try body()
    } catch {
        throw error.at(check)
    }
}
