/// Asks the person for a credential of one of the kinds that the app takes.
package struct PerformAuthorization: SystemRequest, Equatable {
    package typealias Answer = AuthorizationOutcome
    package static let kind = RequestKind.performAuthorization
    /// The most kinds that one request may name.
    package static let maximumSubjects = 16

    package let context: ContextReference
    package let subjects: [AuthorizationSubject]
    package let style: AuthorizationStyle

    package init(context: ContextReference, subjects: [AuthorizationSubject], style: AuthorizationStyle = .modal) {
        self.context = context
        self.subjects = subjects
        self.style = style
    }

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
        subjects = try reader.list(atMost: Self.maximumSubjects)
        style = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
        writer.list(subjects)
        writer.value(style)
    }
}

/// How the person is asked.
package enum AuthorizationStyle: UInt8, WireValue, CaseIterable, Sendable {
    /// By sheets, as many as it takes.
    case modal = 1
    /// By sheets, but only where the device has something to offer; else by nothing (`preferImmediatelyAvailableCredentials`).
    case modalWhereAvailable = 2
    /// Beside the keyboard, where the person fills in fields (`performAutoFillAssistedRequests`).
    case autoFill = 3
}

/// One kind of credential that an app takes.
package enum AuthorizationSubject: Hashable, Sendable {
    case appleID(AppleIDRequest)
    /// A saved password for a domain that the app is associated with.
    case password
}

extension AuthorizationSubject: WireValue {
    private enum Tag: UInt8, WireValue {
        case appleID = 1
        case password = 2
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .appleID: self = .appleID(try reader.value())
        case .password: self = .password
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .appleID(let request):
            writer.value(Tag.appleID)
            writer.value(request)
        case .password: writer.value(Tag.password)
        }
    }
}
