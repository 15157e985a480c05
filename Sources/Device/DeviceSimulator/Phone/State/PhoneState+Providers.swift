import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import DeviceServices
import PasswordManager

/// Credentials of other password managers: requests to them, and filling in their results.
extension PhoneState {
    /// A running request to a provider, between the choice and filling in.
    struct Providing {
        let number: Int
        let provider: AppIdentifier
        let app: String
        let place: InputPlace
        /// The domains of the requested credential.
        let sites: [String]
        let field: FieldID
        /// The event that notifies the app that it is inactive. Nothing is filled in before the app has handled it.
        var pause = 0
        var outcome: ProviderOutcome?
    }

    mutating func begin(_ suggestion: ProvidedSuggestion, in id: String, at field: FieldID) {
        begin(
            .credential(suggestion.identity),
            Providing(
                number: nextInquiry(), provider: suggestion.provider, app: id, place: suggestion.place, sites: suggestion.sites,
                field: field))
    }

    mutating func begin(_ choice: ProviderChoice, in id: String, at field: FieldID) {
        begin(
            .choice(choice.kind, choice.services),
            Providing(
                number: nextInquiry(), provider: choice.provider, app: id, place: choice.place, sites: choice.sites, field: field))
    }

    private mutating func begin(_ question: ProviderQuestion, _ new: Providing) {
        if let providing, providing.outcome == nil { effects.append(.stopProvider(providing.number)) }
        providing = new
        // The app resigns active first, and then the provider is asked.
        notifyStages()
        let pause = self[app: new.app]?.sent ?? 0
        providing?.pause = pause
        effects.append(.askProvider(number: new.number, new.provider, question))
    }

    mutating func observe(_ outcome: ProviderOutcome, ofProvider number: Int) {
        if providing?.number == number { providing?.outcome = outcome }
        guard let (setUp, provider) = settingUp, setUp == number else { return }
        settingUp = nil
        // A result must not interrupt other actions of the user.
        guard case .failed(let fault) = outcome, front == .settings(.autoFill) else { return }
        providerFailure = PhoneView.ProviderFailure(.setUp, name(of: provider.description), fault)
    }

    /// Continues with the provider's result, after the app has handled that it is inactive.
    mutating func finishProviding() {
        guard let providing else { return }
        guard let running = self[app: providing.app], frontApp == providing.app, !device.isLocked else { return stopProviding() }
        guard let outcome = providing.outcome else { return }
        let text: ProvidedText? =
            switch outcome {
            case .password(let grant): .password(user: grant.user, password: PrivateText(grant.password))
            case .oneTimeCode(let code): .oneTimeCode(PrivateText(code))
            case .passkey, .registration, .excluded, .configured, .updated, .cancelled, .failed: nil
            }
        guard text == nil || running.handled >= providing.pause else { return }
        self.providing = nil
        if case .failed(let fault) = outcome {
            providerFailure = PhoneView.ProviderFailure(.fill, name(of: providing.provider.description), fault)
        }
        let screen = inputs(of: providing.app)
        notifyStages()
        guard let text else { return }
        let filled = autoFill.fill(text, at: providing.place, into: providing.field, on: screen)
        for effect in filled.effects { perform(effect, in: providing.app) }
        guard case .password(let user, _) = text, filled.result == .filled else { return }
        fills?.add(user: user, sites: providing.sites, for: providing.app, from: providing.provider)
    }

    /// Ends the running request, because the user turned to something else. The provider's result is dropped.
    mutating func stopProviding() {
        guard let providing else { return }
        self.providing = nil
        if providing.outcome == nil { effects.append(.stopProvider(providing.number)) }
        notifyStages()
    }

    /// Turns a provider on or off. A provider with its own setup then shows its view.
    mutating func setProvider(_ id: String, isOn: Bool) throws(PhoneError) {
        guard let provider = device.providers.first(where: { $0.app.description == id }) else {
            throw PhoneError(.nothingThere, "\(id) does not provide passwords")
        }
        effects.append(.work(.setProvider(app: id, isOn: isOn)))
        if isOn, !provider.isEnabled, provider.showsConfiguration {
            let number = nextInquiry()
            settingUp = (number, provider.app)
            effects.append(.work(.configureProvider(provider.app, number: number)))
        }
    }
}

/// A credential provider in Settings.
struct ProviderFacts: Hashable, Sendable {
    let app: AppIdentifier
    let isEnabled: Bool
    let showsConfiguration: Bool

    init(_ provider: InstalledProvider, isEnabled: Bool) {
        app = provider.app
        self.isEnabled = isEnabled
        showsConfiguration = provider.attributes.showsConfiguration
    }
}
