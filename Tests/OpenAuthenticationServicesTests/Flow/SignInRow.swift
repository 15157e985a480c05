import DeviceSimulator
import OpenAuthenticationServices
import Testing

/// One state of the flow, and exactly what it comes to.
struct SignInRow: Sendable, CustomTestStringConvertible {
    enum Account: Sendable { case none, ordinary, withoutTwoFactor, locked }
    /// What the device and the service know from before.
    enum Consent: Sendable { case never, siblingApp, given }
    /// `lost…`: while the second sheet stands. `lostAndFound`: back while the third does.
    enum Network: Sendable { case online, offline, lostBeforeSigningIn, lostAndFound }
    enum Request: Sendable { case button, buttonForExisting, existing, existingWithPassword, password, passwordWithoutAny }

    var account = Account.ordinary
    var consent = Consent.never
    var network = Network.online
    var request = Request.button
    /// A sheet that is left standing has its answer next.
    var sheets: [SimulatedSheets.Answer] = []
    var prompts: [SimulatedPerson.Answer] = []
    /// What the person sees.
    let seen: [SimulatedSheet.Content]
    var promptCount = 0
    let told: Told

    var testDescription: String {
        "\(request), account \(account), consent \(consent), \(network): \(sheets.map { "\($0)" }) \(prompts.map { "\($0)" })"
    }

    /// The answers that are given at once: up to one that leaves its sheet standing, and with it.
    var turns: [[SimulatedSheets.Answer]] {
        sheets.reduce(into: []) { turns, answer in
            if turns.isEmpty || turns.last?.last == .wait { turns.append([]) }
            turns[turns.count - 1].append(answer)
        }
    }

    @MainActor var requests: [ASAuthorizationRequest] {
        switch request {
        case .button, .buttonForExisting: [signIn()]
        case .existing, .existingWithPassword:
            [ASAuthorizationAppleIDProvider().createRequest(), ASAuthorizationPasswordProvider().createRequest()]
        case .password, .passwordWithoutAny: [ASAuthorizationPasswordProvider().createRequest()]
        }
    }
}

extension Told {
    /// With the address of the test's account.
    func with(address: String) -> Told {
        guard case .appleID(let name, SignInTable.address, let hasTokens) = self else { return self }
        return .appleID(name: name, email: address, hasTokens: hasTokens)
    }
}

extension SimulatedSheet.Content {
    /// With the name and the address of the test's account.
    func with(name: String, address: String) -> SimulatedSheet.Content {
        switch self {
        case .details(let given, let family, SignInTable.address): .details(givenName: given, familyName: family, email: address)
        case .choice(let names): .choice(names.map { $0 == SignInTable.name ? name : $0 })
        default: self
        }
    }
}
