package import AssociatedDomains
package import DeviceProtocol

/// The content of the sheet for a new account: what the app asks for, and the user's data that the sheet fills in.
package struct AccountForm: Hashable, Sendable {
    /// The domain of the relying party.
    package let site: String
    package let asksName: Bool
    package let givenName: String
    package let familyName: String
    /// The user's contacts of the accepted kinds, those of the preferred kind first. The sheet selects the first one.
    package let contacts: [AccountContact]
    /// The kinds of contacts that the app accepts, the preferred one first.
    package let accepted: [ContactKind]
    /// The credential providers that can create the passkey instead of the device.
    package let providers: [AppIdentifier]

    /// Fills in the form.
    ///
    /// - Parameters:
    ///   - details: the details of the Apple Account; nil if the service did not respond.
    ///   - phoneNumber: the device's phone number; nil if it has none.
    ///   - providers: the credential providers that can create the passkey.
    package init(
        _ request: AccountCreationRequest, details: AccountDetails?, phoneNumber: String?, providers: [AppIdentifier] = []
    ) {
        self.providers = providers
        site = request.relyingParty
        asksName = request.asksName
        givenName = request.asksName ? details?.givenName ?? "" : ""
        familyName = request.asksName ? details?.familyName ?? "" : ""
        accepted = request.contacts
        let emails = details.map { [$0.email].compactMap(\.self) + $0.otherEmails } ?? []
        let known = (emails + [phoneNumber].compactMap(\.self)).compactMap { AccountContact($0) }
        contacts = request.contacts.flatMap { kind in known.filter { $0.kind == kind } }
    }

    /// Returns the account that the user's choices describe. Returns nil without a contact, for a contact that the app does not accept,
    /// without a name if the app asks for one, and for an unknown provider.
    package func account(_ choices: AccountChoices) -> ChosenAccount? {
        let typed = choices.contact.map { AccountContact($0) } ?? contacts.first
        guard let contact = typed, accepted.contains(contact.kind), choices.provider.map({ providers.indices.contains($0) }) ?? true
        else { return nil }
        let provider = choices.provider.map { providers[$0] }
        guard asksName else { return ChosenAccount(contact: contact, givenName: nil, familyName: nil, provider: provider) }
        let (given, family) = (choices.givenName ?? givenName, choices.familyName ?? familyName)
        guard [given, family].contains(where: { !$0.allSatisfy(\.isWhitespace) }),
            // The account's name may be longer than what the sheet accepts.
            AccountChoices(givenName: given, familyName: family) != nil
        else { return nil }
        return ChosenAccount(contact: contact, givenName: given, familyName: family, provider: provider)
    }
}

/// The user's choices on the sheet for a new account.
package struct AccountChoices: Hashable, Sendable {
    /// The given name for the app. Nil keeps the name on the sheet.
    package let givenName: String?
    package let familyName: String?
    /// The contact that the user chose or typed. Nil keeps the selected one.
    package let contact: String?
    /// The index of the credential provider that creates the passkey. Nil for the device.
    package let provider: Int?

    /// Creates choices. Returns nil if a name is too long or contains control characters.
    package init?(givenName: String? = nil, familyName: String? = nil, contact: String? = nil, provider: Int? = nil) {
        guard [givenName, familyName].allSatisfy(SignInChoices.acceptsName) else { return nil }
        self.givenName = givenName
        self.familyName = familyName
        self.contact = contact
        self.provider = provider
    }

    private init() {
        givenName = nil
        familyName = nil
        contact = nil
        provider = nil
    }

    /// The name and the contact that the sheet filled in, and a passkey of the device.
    package static let unchanged = AccountChoices()
}

/// The data that the user shares with the app for a new account. Its contact and name are complete.
package struct ChosenAccount: Hashable, Sendable {
    package let contact: AccountContact
    /// Nil if the app did not ask for the name.
    package let givenName: String?
    package let familyName: String?
    /// The credential provider that creates the passkey; nil for the device.
    package let provider: AppIdentifier?
}
