/// Requests a credential of one of the kinds that the app accepts.
package struct PerformAuthorization: SystemRequest, Equatable {
    package typealias Answer = AuthorizationOutcome
    package static let kind = RequestKind.performAuthorization
    /// The maximum number of kinds in one request.
    package static let maximumSubjects = 16

    package let context: ContextReference
    package let subjects: [AuthorizationSubject]
    package let style: AuthorizationStyle

    package init(context: ContextReference, subjects: [AuthorizationSubject], style: AuthorizationStyle = .modal) {
        self.context = context
        self.subjects = subjects
        self.style = style
    }

    package static let wire = WireForm(
        Self.init, .field(\.context), .field(\.subjects, .list(atMost: Self.maximumSubjects)), .field(\.style))
}

/// The way in which the user is prompted.
package enum AuthorizationStyle: UInt8, WireValue, CaseIterable {
    /// With sheets.
    case modal = 1
    /// With sheets if the device has a credential to offer; otherwise the request fails without a prompt
    /// (`preferImmediatelyAvailableCredentials`).
    case modalWhereAvailable = 2
    /// In the QuickType bar, where the user fills in fields (`performAutoFillAssistedRequests`).
    case autoFill = 3
}

/// A kind of credential that an app accepts.
package enum AuthorizationSubject: WireRecord, Hashable {
    case appleID(AppleIDRequest)
    /// A saved password for a domain that is associated with the app.
    case password
    case passkeyRegistration(PasskeyRegistrationRequest)
    case passkeyAssertion(PasskeyAssertionRequest)
    case accountCreation(AccountCreationRequest)
    case securityKeyRegistration(SecurityKeyRegistrationRequest)
    case securityKeyAssertion(SecurityKeyAssertionRequest)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.appleID) { if case .appleID(let it) = $0 { it } else { nil } },
        .case(2, .password),
        .case(3, Self.passkeyRegistration) { if case .passkeyRegistration(let it) = $0 { it } else { nil } },
        .case(4, Self.passkeyAssertion) { if case .passkeyAssertion(let it) = $0 { it } else { nil } },
        .case(5, Self.accountCreation) { if case .accountCreation(let it) = $0 { it } else { nil } },
        .case(6, Self.securityKeyRegistration) { if case .securityKeyRegistration(let it) = $0 { it } else { nil } },
        .case(7, Self.securityKeyAssertion) { if case .securityKeyAssertion(let it) = $0 { it } else { nil } },
    ])
}

/// The outcome of a credential request.
package enum AuthorizationOutcome: WireRecord, Equatable {
    case granted(AuthorizationGrant)
    case rejected(AuthorizationRejection)

    package static let wire = WireForm<Self>(cases: [
        .case(1, { .granted(.appleID($0)) }) { if case .granted(.appleID(let it)) = $0 { it } else { nil } },
        .case(2, { .granted(.password($0)) }) { if case .granted(.password(let it)) = $0 { it } else { nil } },
        .case(3, { .granted(.passkeyRegistration($0)) }) {
            if case .granted(.passkeyRegistration(let it)) = $0 { it } else { nil }
        },
        .case(4, { .granted(.passkeyAssertion($0)) }) {
            if case .granted(.passkeyAssertion(let it)) = $0 { it } else { nil }
        },
        .case(5, { .granted(.accountCreation($0)) }) { if case .granted(.accountCreation(let it)) = $0 { it } else { nil } },
        .case(6, { .granted(.securityKeyRegistration($0)) }) {
            if case .granted(.securityKeyRegistration(let it)) = $0 { it } else { nil }
        },
        .case(7, { .granted(.securityKeyAssertion($0)) }) {
            if case .granted(.securityKeyAssertion(let it)) = $0 { it } else { nil }
        },
        .case(64, Self.rejected) { if case .rejected(let it) = $0 { it } else { nil } },
    ])
}

/// The credential.
package enum AuthorizationGrant: Equatable, Sendable {
    case appleID(AppleIDGrant)
    case password(PasswordGrant)
    case passkeyRegistration(PasskeyRegistration)
    case passkeyAssertion(PasskeyAssertion)
    case accountCreation(AccountCreationGrant)
    /// A new credential on a security key.
    case securityKeyRegistration(PasskeyRegistration)
    /// A signature by a security key.
    case securityKeyAssertion(PasskeyAssertion)
}

/// A saved password that the user chose for the app. Its description is redacted.
package struct PasswordGrant: WireRecord, Equatable, RedactedValue {
    /// The maximum length of the user name and of the password, in bytes.
    package static let maximumLength = 4_096

    package let user: String
    package let password: String

    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    package static let wire = WireForm(
        Self.init, .field(\.user, .text(atMost: Self.maximumLength)), .field(\.password, .text(atMost: Self.maximumLength)))
}

/// The reason why an app received no credential.
package struct AuthorizationRejection: Error, WireRecord, Hashable {
    /// The maximum length of the reason, in bytes.
    package static let maximumReasonLength = 1_024

    package let code: AuthorizationFailure
    /// The reason, for the app's developer. It contains no secrets and no personal data.
    package let reason: String

    /// Truncates the reason to `maximumReasonLength` bytes.
    package init(_ code: AuthorizationFailure, _ reason: String) {
        self.code = code
        self.reason = reason.fitting(Self.maximumReasonLength)
    }

    package static let wire = WireForm(Self.init, .field(\.code), .field(\.reason, .text(atMost: Self.maximumReasonLength)))
}

/// The codes of `ASAuthorizationError` that a device returns.
package enum AuthorizationFailure: Int16, WireValue, CaseIterable {
    case unknown = 1000
    case canceled = 1001
    case invalidResponse = 1002
    case notHandled = 1003
    case failed = 1004
    case notInteractive = 1005
    case matchedExcludedCredential = 1006
    case credentialImport = 1007
    case credentialExport = 1008
    case preferSignInWithApple = 1009
    case deviceNotConfiguredForPasskeyCreation = 1010
}
