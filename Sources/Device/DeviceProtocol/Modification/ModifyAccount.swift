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

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
        modification = try reader.value()
        user = try reader.text(atMost: Self.maximumTextLength)
        service = try reader.text(atMost: Self.maximumTextLength)
        serviceKind = try reader.value()
        userInfo = try reader.optional()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
        writer.value(modification)
        writer.text(user)
        writer.text(service)
        writer.value(serviceKind)
        writer.optional(userInfo)
    }
}
