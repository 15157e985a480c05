import DeviceProtocol

/// A request of an app before the device has given it a context.
struct ModificationDraft: Sendable {
    private let modification: AccountModification
    private let user: String
    private let service: String
    private let serviceKind: CredentialIdentity.ServiceKind
    private let userInfo: UserInfo?

    /// Gives nothing for what cannot be sent.
    init?(
        _ modification: AccountModification, _ user: String, _ service: ASCredentialServiceIdentifier, _ info: [AnyHashable: Any]?
    ) {
        guard let kind = CredentialIdentity.ServiceKind(service.type),
            [user, service.identifier].allSatisfy({ $0.utf8.count <= ModifyAccount.maximumTextLength })
        else { return nil }
        do throws(UserInfoError) {
            userInfo = try UserInfo.carrying(info)
        } catch {
            return nil
        }
        self.modification = modification
        self.user = user
        self.service = service.identifier
        serviceKind = kind
    }

    func message(in context: ContextReference) -> ModifyAccount {
        ModifyAccount(
            context: context, modification: modification, user: user, service: service, serviceKind: serviceKind, userInfo: userInfo
        )
    }
}
