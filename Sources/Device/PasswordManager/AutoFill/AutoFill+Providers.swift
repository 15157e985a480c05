package import AssociatedDomains
package import DeviceProtocol
import OneTimeCodes

/// Credentials of the user's other password managers.
extension AutoFill {
    /// Returns the suggestions for a place, with the highest rank first.
    func suggestions(of kind: CredentialIdentity.Kind, at place: InputPlace) -> [ProvidedSuggestion] {
        guard mayFill(place) else { return [] }
        let scope = scope(place)
        var known: [DomainName: Bool] = [:]
        let found = provided().providers.flatMap { provider in
            provider.identities.filter { identity in
                guard identity.kind == kind else { return false }
                if identity.serviceKind == .app { return place.description == identity.service && place.isApp }
                guard let host = identity.host else { return false }
                let covers = known[host] ?? scope.covers(host)
                known[host] = covers
                return covers
            }.map { ProvidedSuggestion(provider: provider.app, identity: $0, place: place) }
        }
        return found.sorted { $0.identity.rank > $1.identity.rank }
    }

    /// Returns the providers that can supply a credential of the kind. Where a password is required, a passkey also suffices if it is
    /// requested.
    func choices(of kind: CredentialIdentity.Kind, at place: InputPlace) -> [ProviderChoice] {
        guard mayFill(place) else { return [] }
        let acceptsPasskeys = kind == .password && passkeys(place) != nil
        return provided().providers.filter { $0.kinds.contains(kind) || acceptsPasskeys && $0.kinds.contains(.passkey) }.map {
            ProviderChoice(provider: $0.app, kind: kind, services: services(at: place), place: place)
        }
    }

    /// Returns the only identifiers of a place that providers receive: the hosts of the app, or the origin of the page without
    /// path and query.
    private func services(at place: InputPlace) -> [ServiceName] {
        let names: [ServiceName?] =
            switch place {
            case .app(let app): associations.hosts(of: app).map { ServiceName($0.text, .domain) }
            case .page(let origin, _): [ServiceName(origin.description, .url)]
            }
        return Array(names.compactMap(\.self).prefix(ProviderOrder.maximumServices))
    }

    /// Returns the effects of filling in text that a provider supplied for a suggestion or choice.
    ///
    /// - Parameters:
    ///   - place: The place at which the suggestion or choice was made.
    ///   - focused: The field that had the focus.
    ///   - screen: The current screen of the app. Nil without one.
    package func fill(_ text: ProvidedText, at place: InputPlace, into focused: FieldID, on screen: InputScreen?) -> FillOutcome {
        guard let screen, screen.place == place else { return .nothing(.fieldsRemoved) }
        guard settings.isOn, mayFill(place) else { return .nothing(.noLongerOffered) }
        var effects: [FillEffect] = []
        switch text {
        case .password(let user, let password):
            let fields = Self.fields(of: screen)
            if let field = fields.user, !user.isEmpty { effects += FillEffect.filling(field, with: PrivateText(user)) }
            if let field = fields.password { effects += FillEffect.filling(field, with: password) }
        case .oneTimeCode(let code):
            if let field = screen[focused], field.type == .oneTimeCode, field.isFillable {
                effects = FillEffect.filling(field, with: code)
            }
        }
        guard !effects.isEmpty else { return .nothing(.fieldsRemoved) }
        return FillOutcome(result: .filled, effects: [.becomeActive] + effects)
    }
}

extension InputPlace {
    fileprivate var isApp: Bool { if case .app = self { true } else { false } }
}

extension CredentialIdentity {
    /// The host of the service. Nil for an app, and for an address that is not a web page.
    fileprivate var host: DomainName? { serviceKind.host(of: service) }
}

extension CredentialIdentity.ServiceKind {
    fileprivate func host(of service: String) -> DomainName? {
        switch self {
        case .domain: try? DomainName(service)
        case .url: service.contains("://") ? SiteAddress.host(of: service) : nil
        case .app: nil
        }
    }
}

/// The enabled credential providers with the identities that they registered.
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

/// A credential of a provider that is offered at a place. Only ``AutoFill`` creates it.
package struct ProvidedSuggestion: Hashable, Sendable {
    package let provider: AppIdentifier
    package let identity: CredentialIdentity
    package let place: InputPlace
    /// The domain of the credential. Empty for a credential of an app.
    package var sites: [String] { [identity.host?.text].compactMap(\.self) }
}

/// A provider in the list behind the key button, which can supply any of its credentials.
package struct ProviderChoice: Hashable, Sendable {
    package let provider: AppIdentifier
    package let kind: CredentialIdentity.Kind
    /// All information about the place that the provider receives.
    package let services: [ServiceName]
    package let place: InputPlace
    /// The domains of the services.
    package var sites: [String] { services.compactMap { $0.kind.host(of: $0.identifier)?.text } }
}

/// The text that a provider supplied. It is used only to fill in fields.
package enum ProvidedText: Hashable, Sendable {
    case password(user: String, password: PrivateText)
    case oneTimeCode(PrivateText)
}
