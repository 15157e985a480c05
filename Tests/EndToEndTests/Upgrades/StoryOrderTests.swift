import AppleIdentityEmulator
import DeviceSimulator
import EmulatedAuthenticator
import HTTPTypes
import JSONText
import TestKit
import Testing

/// The steps of the phones' story in an order of a seed, by two people, each step twice. `make soak` runs more orders.
@Suite("The story in any order", .serialized, .timeLimit(.minutes(Soak.isFull ? 60 : 20)))
struct StoryOrderTests {
    @Test(
        "no step ends in a conflict without a way that works, and each person can sign in at the end",
        arguments: 0..<(2 * Soak.factor))
    func order(seed: Int) async throws {
        try await UpgradeBench.run { bench in
            var people = [
                try await StoryPerson("anna", bench.apple.person, bench),
                try await StoryPerson("ben.o", bench.apple.addPerson("ben", email: "ben@example.com"), bench),
            ]
            var generator = SeededGenerator(seed: UInt64(seed))
            let steps = (0..<2).flatMap { _ in people.indices.flatMap { person in StoryStep.allCases.map { (person, $0) } } }
            for (person, step) in steps.shuffled(using: &generator) {
                try await people[person].take(step, bench)
            }
            for person in people { try await person.isAtHome(bench) }
        }
    }

    /// The order of the demo that ended in a conflict: the Apple Account opens an account first, and then replaces the password of
    /// another one. It still does if the Apple Account alone cannot delete the first account.
    @Test("an Apple Account replaces the password although it opens another account, unless that account has a second factor")
    func conflict() async throws {
        try await UpgradeBench.run { bench in
            for hasFactor in [false, true] {
                let name = hasFactor ? "ben" : "cora"
                let apple = try bench.apple.addPerson(name, email: "\(name)@example.com")
                var person = try await StoryPerson(name, apple, bench)
                try await person.take(.appleSignIn, bench)
                if hasFactor { try await person.guardOther(bench) }
                try await person.take(.conversion, bench)
                #expect(person.isConverted == !hasFactor && person.isStrong == hasFactor)
                try await person.isAtHome(bench)
            }
        }
    }
}

private enum StoryStep: CaseIterable {
    case passwordSignIn, strongPassword, conversion, passkey, passkeyRemoval, appleSignIn, stopUsing, otherAccountDeletion, newPhone
}

/// A person with a phone, an Apple Account and an account with a weak password, and what the steps made of them.
private struct StoryPerson {
    let name: String
    let apple: PersonIdentifier
    /// The account with the weak password.
    let account: String
    private var device: DeviceSimulator
    /// The account that the Apple Account opens.
    private var openedByApple: String?
    /// Whether the account that only the Apple Account opens has a second factor.
    private var isOtherGuarded = false
    private(set) var isConverted = false
    private(set) var isStrong = false
    private var passkey: (key: EmulatedPasskey, id: String)?

    init(_ name: String, _ apple: PersonIdentifier, _ bench: UpgradeBench) async throws {
        self.name = name
        self.apple = apple
        account = try await bench.register(name)
        device = try bench.device(saved: name, of: apple)
    }

    mutating func take(_ step: StoryStep, _ bench: UpgradeBench) async throws {
        // Apple's events have times, and the former password of an upgrade expires.
        bench.apple.apple.clock.advance(by: 700)
        switch step {
        case .passwordSignIn: try await signInWithPassword(bench)
        case .strongPassword: try await strengthen()
        case .conversion: try await convert(bench)
        case .passkey: try await addPasskey(bench)
        case .passkeyRemoval: try await removePasskey(bench)
        case .appleSignIn: _ = try await signInWithApple(bench)
        case .stopUsing: try await stopUsing(bench)
        case .otherAccountDeletion: try await deleteOther(bench)
        case .newPhone: try replacePhone(bench)
        }
        await bench.apple.work()
    }

    /// Every credential that the person has signs in, to the right account.
    func isAtHome(_ bench: UpgradeBench) async throws {
        bench.apple.apple.clock.advance(by: 700)
        if isConverted {
            let answer = try await bench.client.signIn(bench.apple, person: apple)
            #expect(try answer.status == 200 && answer.text("account", "id") == account, "\(name)")
            #expect(try await !bench.signsIn(name, UpgradeBench.weak), "\(name)")
            #expect(device.savedPassword(of: name) == nil, "\(name)")
        } else {
            #expect(try await bench.signsIn(name, device.savedPassword(of: name)), "\(name)")
            #expect((device.savedPassword(of: name) == UpgradeBench.weak) == !isStrong, "\(name)")
        }
        if let passkey {
            let options = try await bench.client.send(.post, "/v1/sessions/passkey-options")
            let answer = try await bench.client.send(
                .post, "/v1/sessions/passkey",
                json: ["secret": .string(try options.text("secret")), "credential": try passkey.key.sign(options)])
            #expect(try answer.text("account", "id") == account, "\(name)")
        }
    }

    private func signInWithPassword(_ bench: UpgradeBench) async throws {
        guard !isConverted else { return }
        #expect(try await bench.signsIn(name, device.savedPassword(of: name)), "\(name)")
    }

    /// Gives the account a strong password, once.
    private mutating func strengthen() async throws {
        guard !isConverted, !isStrong else { return }
        let result = await device.upgradePassword(of: name, at: UpgradeBench.site)
        try #require(result == .done)
        isStrong = true
    }

    /// Replaces the password with Sign in with Apple. If the Apple Account already opens another account, the person deletes it. If that
    /// is not possible, the phone names the way that works, which the person takes.
    private mutating func convert(_ bench: UpgradeBench) async throws {
        guard !isConverted else { return }
        let isAsked = openedByApple != nil && !isOtherGuarded
        device.sheets.will(.proceed, .proceed, .proceed, .proceed)
        device.person.will(.match, .match)
        device.pressesInExtensionView = "Delete the Other Account"
        let result = await device.convertToSignInWithApple(name, at: UpgradeBench.site)
        device.person.forgetScript()
        #expect((device.pressesInExtensionView == nil) == isAsked, "\(name)")
        device.pressesInExtensionView = nil
        guard isOtherGuarded else {
            try #require(result == .done)
            isConverted = true
            openedByApple = account
            return
        }
        try #require(result == .failed(Self.taken))
        // The phone does not know that the server changed nothing. The person finds that the password signs in, and reports it.
        device.clock.advance(by: .seconds(1_000))
        try await device.settlesUpgrade(of: name) { try await bench.signsIn(name, $0) }
        try await strengthen()
    }

    /// Gives the account that only the Apple Account opens a second factor.
    mutating func guardOther(_ bench: UpgradeBench) async throws {
        _ = try await Authenticator(bench.apple.apple.clock, bench.client, session: try await signInWithApple(bench))
        isOtherGuarded = true
    }

    private mutating func addPasskey(_ bench: UpgradeBench) async throws {
        guard passkey == nil else { return }
        let token = try await token(bench)
        let options = try await bench.client.send(.post, "/v1/account/passkey-options", token: token)
        var key = EmulatedPasskey.ofServer
        let answer = try await bench.client.send(
            .post, "/v1/account/passkeys", token: token, json: ["credential": try key.register(options)])
        passkey = (key, try answer.text("passkey", "id"))
    }

    private mutating func removePasskey(_ bench: UpgradeBench) async throws {
        guard let passkey else { return }
        let path = "/v1/account/passkeys/\(passkey.id)"
        let answer = try await bench.client.send(.delete, path, token: try await token(bench))
        let isRemoved = (200..<300).contains(answer.status)
        #expect(isRemoved)
        self.passkey = nil
    }

    /// Signs in with Apple: to the converted account, or to one that the Apple Account alone opens.
    private mutating func signInWithApple(_ bench: UpgradeBench) async throws -> String {
        let answer = try await bench.client.signIn(bench.apple, person: apple)
        let expectedStatus = openedByApple == nil ? 201 : 200
        #expect(answer.status == expectedStatus)
        let id = try answer.text("account", "id")
        let isExpected = openedByApple.map { $0 == id } ?? (id != account)
        #expect(isExpected)
        openedByApple = id
        return try answer.text("session", "token")
    }

    /// Stops using the app with the Apple Account. The next sign-in asks for consent, and opens the same account.
    private func stopUsing(_ bench: UpgradeBench) async throws {
        guard let consent = bench.apple.apple.consents(of: apple).first else { return }
        try bench.apple.apple.revokeConsent(of: apple, primary: consent.primary)
        let answer = try await bench.client.send(.post, "/apple/notifications", body: try bench.apple.lastNotification)
        #expect(answer.status == 200, "\(name)")
        bench.apple.apple.clock.advance(by: 10)
    }

    /// Deletes the account that only the Apple Account opens.
    private mutating func deleteOther(_ bench: UpgradeBench) async throws {
        guard openedByApple != nil, !isConverted else { return }
        let token = try await signInWithApple(bench)
        let answer = try await bench.client.send(.delete, "/v1/account", token: token)
        let isDeleted = (200..<300).contains(answer.status)
        #expect(isDeleted)
        openedByApple = nil
    }

    /// Erases the phone. The new one gets the saved passwords from the Apple Account.
    private mutating func replacePhone(_ bench: UpgradeBench) throws {
        let new = try bench.device(saved: nil, of: apple)
        device.shareKeychain(with: new)
        new.shareWebCredentials(with: [UpgradeBench.site])
        let passwords = [device, new].map { $0.savedPassword(of: name) }
        #expect(passwords[0] == passwords[1])
        device = new
    }

    /// The text of Juice's extension.
    private static let taken = "Your Apple Account already opens another account here. Give this account a strong password instead."

    private mutating func token(_ bench: UpgradeBench) async throws -> String {
        if isConverted { return try await signInWithApple(bench) }
        let password = try #require(device.savedPassword(of: name))
        return try await bench.client.enter(name, password: password).text("session", "token")
    }
}
