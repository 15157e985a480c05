package import AssociatedDomains
package import DeviceProtocol

/// What the person's other password managers offer: the providers that are switched on, and what they told the system of.
package struct ProvidedCredentials: Hashable, Sendable {
    package struct Provider: Hashable, Sendable {
        package let app: AppIdentifier
        package let kinds: Set<CredentialIdentity.Kind>
        package let identities: [CredentialIdentity]

        package init(app: AppIdentifier, kinds: Set<CredentialIdentity.Kind>, identities: [CredentialIdentity]) {
            self.app = app
            self.kinds = kinds
            self.identities = identities
        }
    }

    package let providers: [Provider]

    package init(_ providers: [Provider] = []) {
        self.providers = providers
    }
}

/// A credential of a provider that is offered at a place. Only ``AutoFill`` makes one.
package struct ProvidedSuggestion: Hashable, Sendable {
    package let provider: AppIdentifier
    package let identity: CredentialIdentity
    package let place: InputPlace
}

/// A provider in the list behind the key, which the person can ask for any of its credentials.
package struct ProviderChoice: Hashable, Sendable {
    package let provider: AppIdentifier
    package let kind: CredentialIdentity.Kind
    /// Everything that the provider learns of the place.
    package let services: [ServiceName]
    package let place: InputPlace
}

/// What a provider gave. It goes into the fields and nowhere else.
package enum ProvidedText: Hashable, Sendable {
    case password(user: String, password: PrivateText)
    case oneTimeCode(PrivateText)
}
