/// Asks the system to have the app's extension modify an account (`ASAccountAuthenticationModificationController.perform`).
package struct ModifyAccount: SystemRequest, Equatable {
    package typealias Answer = ModificationOutcome
    package static let kind = RequestKind.modifyAccount
    /// The longest user name and the longest name of a service, in bytes.
    package static let maximumTextLength = 1_024

    package let context: ContextReference
    package let modification: AccountModification
    package let user: String
    /// A domain or a URL, as ``serviceKind`` says.
    package let service: String
    package let serviceKind: CredentialIdentity.ServiceKind
    /// What the extension needs to be believed by its server: the system gives it no password that the app does not have.
    package let userInfo: UserInfo?

    /// A text that is longer than ``maximumTextLength`` is refused where it arrives.
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

/// What became of a modification.
package enum ModificationOutcome: WireRecord, Equatable {
    /// The account is modified. The extension tells the app this.
    case done(UserInfo?)
    case failed(ModificationFailure)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.done, .optional(.value)) { if case .done(let it) = $0 { it } else { nil } },
        .case(2, Self.failed) { if case .failed(let it) = $0 { it } else { nil } },
    ])
}

/// Why an account was not modified.
package struct ModificationFailure: Error, WireRecord, Hashable {
    /// The codes of `ASExtensionError`.
    package enum Code: Int16, WireValue, CaseIterable {
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
        self.reason = reason.map { $0.fitting(Self.maximumReasonLength) }
    }

    package static let wire = WireForm(
        Self.init, .field(\.code), .field(\.reason, .optional(.text(atMost: Self.maximumReasonLength))))
}

/// What an account with a password can be made.
package enum AccountModification: UInt8, WireValue, CaseIterable {
    /// One with a strong password.
    case strongPassword = 1
    /// One that signs in with Apple, without a password.
    case signInWithApple = 2
}

/// What an app and its extension tell each other through the system: a property list, in bytes that the system does not read.
package struct UserInfo: WireRecord, Hashable {
    /// In bytes.
    package static let maximumLength = 65_536

    package let bytes: [UInt8]

    /// Gives nothing for more than ``maximumLength`` bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
    }

    package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: Self.maximumLength)))
}

/// Apps put tokens and passwords there: it prints nothing of them.
extension UserInfo: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "UserInfo(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
