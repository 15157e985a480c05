/// Why an app was given no credential.
package struct AuthorizationRefusal: Error, WireValue, Hashable, Sendable {
    /// The longest reason that is sent, in bytes.
    package static let maximumReasonLength = 1_024

    package let code: AuthorizationFailure
    /// For the app's developer. No secret, nothing of the person.
    package let reason: String

    /// Cuts off what is longer than `maximumReasonLength`.
    package init(_ code: AuthorizationFailure, _ reason: String) {
        self.code = code
        self.reason = String(reason.prefix(Self.maximumReasonLength / 4))
    }

    package init(from reader: inout WireReader) throws(WireError) {
        code = try reader.value()
        reason = try reader.text(atMost: Self.maximumReasonLength)
    }

    package func write(to writer: inout WireWriter) {
        writer.value(code)
        writer.text(reason)
    }
}

/// The codes of `ASAuthorizationError` that a device gives.
package enum AuthorizationFailure: Int16, WireValue, CaseIterable, Sendable {
    case unknown = 1000
    case canceled = 1001
    case invalidResponse = 1002
    case notHandled = 1003
    case failed = 1004
    case notInteractive = 1005
}
