import AppleIdentityEmulator
import DeviceSimulator
import Foundation
import Synchronization
import Testing

/// Apple's service for the tests of this target, with the parts that one test has for itself.
enum Apple {
    private typealias Service = Task<(AppleIdentityEmulator, [TeamID]), any Error>

    /// A service has at most 100 teams and 500 apps, so one service is started per group of parties. Each test has its own users.
    private static let partiesOfService = 200
    private static let services = Mutex<[Int: Service]>([:])
    private static let lastNumber = Mutex(0)

    private static func service(_ number: Int) -> Service {
        services.withLock { services in
            if let service = services[number] { return service }
            let service = Task {
                var configuration = EmulatorConfiguration.allowingLoopback
                configuration.passwordRounds = 1
                let emulator = try await AppleIdentityEmulator.start(configuration)
                let teams = try (0..<40).map { try emulator.service.addTeam(name: "Team \($0)").id }
                return (emulator, teams)
            }
            services[number] = service
            return service
        }
    }

    /// Two apps of one team, and a user of the kind, for one test only.
    static func party(_ kind: Account = .ordinary) async throws -> Party {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        let (emulator, teams) = try await service(number / partiesOfService).value
        let service = emulator.service
        let team = teams[number % teams.count]
        let app = try #require(ClientID("com.example.juice\(number)"))
        let sibling = try #require(ClientID("com.example.jam\(number)"))
        _ = try service.addAppID(app, team: team, name: "Juice")
        _ = try service.addAppID(sibling, team: team, name: "Jam")
        let person = try service.addPerson(
            AppleAccountDraft(
                id: PersonIdentifier("jane\(number)"), givenName: "Jane", familyName: "Appleseed",
                email: "jane\(number)@example.com", hasTwoFactor: kind != .withoutTwoFactor, isLocked: kind == .locked))
        return Party(
            service: service, base: emulator.baseURL, team: team.rawValue, app: app, sibling: sibling, person: person.id)
    }

    enum Account: String, CaseIterable, Sendable {
        case ordinary, withoutTwoFactor, locked
    }
}

struct Party: Sendable {
    let service: AppleService
    let base: String
    let team: String
    let app: ClientID
    let sibling: ClientID
    let person: PersonIdentifier

    var appIdentifier: String { "\(team).\(app.rawValue)" }

    /// A device with the app, signed in to the account.
    func device(
        biometry: DeviceSimulator.Biometry = .faceID, passcode: String? = "2468", password: String? = nil
    ) throws -> DeviceSimulator {
        let device = try DeviceSimulator(biometry: biometry, passcode: passcode, app: appIdentifier)
        if let password { try service.changePassword(of: person, to: #require(AccountPassword(password))) }
        try device.signIn(toAppleAccount: person.rawValue, service: base)
        return device
    }
}

extension Party {
    /// The team's identifier of the user.
    var subject: String? {
        TeamID(team).flatMap { service.subject(of: person, for: $0)?.rawValue }
    }

    var relayAddress: String? {
        TeamID(team).flatMap { service.relayAddress(of: person, for: $0) }
    }
}
