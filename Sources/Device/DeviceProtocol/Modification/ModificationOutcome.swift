/// What became of a modification.
package enum ModificationOutcome: Equatable, Sendable {
    /// The account is modified. The extension tells the app this.
    case done(UserInfo?)
    case failed(ModificationFailure)
}

extension ModificationOutcome: WireValue {
    private enum Tag: UInt8, WireValue {
        case done = 1
        case failed = 2
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .done: self = .done(try reader.optional())
        case .failed: self = .failed(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .done(let userInfo):
            writer.value(Tag.done)
            writer.optional(userInfo)
        case .failed(let failure):
            writer.value(Tag.failed)
            writer.value(failure)
        }
    }
}

/// Why an account was not modified.
package struct ModificationFailure: Error, WireValue, Hashable, Sendable {
    /// The codes of `ASExtensionError`.
    package enum Code: Int16, WireValue, CaseIterable, Sendable {
        case failed = 0
        case userCanceled = 1
        case userInteractionRequired = 100
        case credentialIdentityNotFound = 101
        case matchedExcludedCredential = 102
    }

    /// The longest text that is sent, in bytes.
    package static let maximumReasonLength = 1_024

    package let code: Code
    /// What the person is told, in the words of the extension or of the system.
    package let reason: String?

    /// Cuts off what is longer than ``maximumReasonLength``.
    package init(_ code: Code, _ reason: String? = nil) {
        self.code = code
        self.reason = reason.map { String($0.unicodeScalars.prefix(Self.maximumReasonLength / 4)) }
    }

    package init(from reader: inout WireReader) throws(WireError) {
        code = try reader.value()
        reason = try reader.optional { (reader) throws(WireError) in try reader.text(atMost: Self.maximumReasonLength) }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(code)
        writer.optional(reason) { $0.text($1) }
    }
}
