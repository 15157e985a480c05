import DeviceSimulator
import OpenAuthenticationServices
import Testing

/// One state of the flow, with its exact result.
struct SignInRow: Sendable, CustomTestStringConvertible {
    enum Account: Sendable, CaseIterable { case none, ordinary, withoutTwoFactor, locked }
    /// The initial state of the device and the service.
    enum Consent: Sendable, CaseIterable { case never, siblingApp, given }
    /// `lost…`: lost during the last sheet before the sign-in. `lostAndFound`: restored during the next one.
    enum Network: Sendable { case online, offline, lostBeforeSigningIn, lostAndFound }
    enum Request: Sendable, CaseIterable {
        case button, buttonForExisting, existing, existingWithPassword, password, passwordWithoutAny, refresh, logout
    }
    /// The mechanisms of the device. With `nothing`, neither biometry nor a passcode, the account's password is asked for.
    enum Mechanism: Sendable, CaseIterable { case faceAndPasscode, lockedOut, nobodyEnrolled, faceAlone, nothing }

    var account = Account.ordinary
    var consent = Consent.never
    var network = Network.online
    var request = Request.button
    var mechanism = Mechanism.faceAndPasscode
    /// The response to a sheet that is left open comes next.
    var sheets: [SimulatedSheets.Answer] = []
    var prompts: [SimulatedPerson.Answer] = []
    /// The sheets that the user sees.
    var seen: [SimulatedSheet.Content]
    var promptCount = 0
    var told: Told

    var testDescription: String {
        "\(request), account \(account), consent \(consent), \(network), \(mechanism): \(sheets.map { "\($0)" }) \(prompts.map { "\($0)" })"
    }

    /// The responses that are available immediately: up to one that leaves its sheet open, inclusive.
    var turns: [[SimulatedSheets.Answer]] {
        sheets.reduce(into: []) { turns, answer in
            if turns.isEmpty || turns.last?.last == .wait { turns.append([]) }
            turns[turns.count - 1].append(answer)
        }
    }

    /// Creates the request.
    ///
    /// - Parameter user: the team's identifier of the user, for requests that name one.
    @MainActor func requests(user: String?) -> [ASAuthorizationRequest] {
        switch request {
        case .refresh: [again(.operationRefresh, user)]
        case .logout: [again(.operationLogout, user)]
        case .button, .buttonForExisting: [signIn()]
        case .existing, .existingWithPassword:
            [ASAuthorizationAppleIDProvider().createRequest(), ASAuthorizationPasswordProvider().createRequest()]
        case .password, .passwordWithoutAny: [ASAuthorizationPasswordProvider().createRequest()]
        }
    }

    @MainActor private func again(_ operation: ASAuthorization.OpenIDOperation, _ user: String?) -> ASAuthorizationRequest {
        let request = signIn()
        request.requestedOperation = operation
        request.user = user ?? "001542.b04100c51acb48d3a570684f17d6394d.1603"
        return request
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
        case .details(let given, let family, SignInTable.address, _): .details(givenName: given, familyName: family, email: address)
        case .choice(let names): .choice(names.map { $0 == SignInTable.name ? name : $0 })
        default: self
        }
    }
}
