/// Requests that the app's extension modify an account (`ASAccountAuthenticationModificationController.perform`).
package struct ModifyAccount: SystemRequest, Equatable {
    package typealias Answer = ModificationOutcome
    package static let kind = RequestKind.modifyAccount
    /// The maximum length of the user name and of the service name, in bytes.
    package static let maximumTextLength = 1_024

    package let context: ContextReference
    package let modification: AccountModification
    package let user: String
    /// A domain or a URL, depending on ``serviceKind``.
    package let service: String
    package let serviceKind: CredentialIdentity.ServiceKind
    /// Data that authenticates the extension to its server. The system passes the extension no password that the app does not have.
    package let userInfo: UserInfo?

    /// Creates a request. The receiver rejects texts longer than ``maximumTextLength``.
    package init(
        context: ContextReference, modification: AccountModification, user: String, service: String,
        serviceKind: CredentialIdentity.ServiceKind, userInfo: UserInfo? = nil
    ) {
        self.context = context
        self.modification = modification
        self.user = user
        self.service = service
        self.serviceKind = serviceKind
        self.userInfo = userInfo
    }

    package static let wire = WireForm(
        Self.init, .field(\.context), .field(\.modification), .field(\.user, .text(atMost: Self.maximumTextLength)),
        .field(\.service, .text(atMost: Self.maximumTextLength)), .field(\.serviceKind), .field(\.userInfo))
}

/// The outcome of a modification.
package enum ModificationOutcome: WireRecord, Equatable {
    /// The account is modified. The extension passes this data to the app.
    case done(UserInfo?)
    case failed(ModificationFailure)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.done, .optional(.value)) { if case .done(let it) = $0 { it } else { nil } },
        .case(2, Self.failed) { if case .failed(let it) = $0 { it } else { nil } },
    ])
}

/// The reason why an account was not modified.
package struct ModificationFailure: Error, WireRecord, Hashable {
    /// The codes of `ASExtensionError`.
    package enum Code: Int16, WireValue, CaseIterable {
        case failed = 0
        case userCanceled = 1
        case userInteractionRequired = 100
        case credentialIdentityNotFound = 101
        case matchedExcludedCredential = 102
    }

    /// The maximum length of the reason, in bytes.
    package static let maximumReasonLength = 1_024

    package let code: Code
    /// The reason in words, from the extension or the system. The user sees it.
    package let reason: String?

    /// Truncates the reason to ``maximumReasonLength`` bytes.
    package init(_ code: Code, _ reason: String? = nil) {
        self.code = code
        self.reason = reason.map { $0.fitting(Self.maximumReasonLength) }
    }

    package static let wire = WireForm(
        Self.init, .field(\.code), .field(\.reason, .optional(.text(atMost: Self.maximumReasonLength))))
}

/// The target of an account modification.
package enum AccountModification: UInt8, WireValue, CaseIterable {
    /// A strong password.
    case strongPassword = 1
    /// Sign in with Apple, without a password.
    case signInWithApple = 2
}

/// Data that an app and its extension exchange through the system: a property list, in bytes that the system does not read.
/// Apps pass tokens and passwords in it.
package struct UserInfo: WireRecord, Hashable, RedactedValue {
    /// The maximum length, in bytes.
    package static let maximumLength = 65_536

    package let bytes: [UInt8]

    /// Returns nil for more than ``maximumLength`` bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
    }

    package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: Self.maximumLength)))
}
