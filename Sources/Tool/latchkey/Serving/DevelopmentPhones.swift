import AppleIdentityEmulator
import DevicePages
import DeviceSimulator
import Foundation
import Hummingbird
import LocalAccess
import Logging
import Markup
import NIOCore
import PasswordStrength
import Secrets
import ServiceLifecycle

/// Two simulated phones of one person for development, with two apps: Juice, which signs in with Apple, and Motivation, which has passwords.
struct DevelopmentPhones {
    let phones: [Phone]
    /// Of the page, and of the API beneath it.
    let address: String
    /// Ends when the page is served, or cannot be.
    let listening: AsyncStream<Void>
    private let isListening: AsyncStream<Void>.Continuation
    private let access: DevelopmentAccess
    /// Whether there are apps on them.
    let haveApps: Bool
    private let port: Int
    private let neighbours: [DevicePage.Neighbour]
    private let motivation: MotivationServer?

    /// Folders of what the phones know of sites and leaks.
    struct Knowledge {
        let siteQuirks: String?
        let leakedPasswords: String?

        /// - Parameter demo: The folder to look in where no other place was named.
        /// - Throws: ``CommandFailure`` for a folder that is none.
        func tell(_ device: DeviceSimulator, orLookIn demo: String) throws {
            do {
                if let siteQuirks { try device.readSiteQuirks(inFolder: siteQuirks) }
                let place = leakedPasswords ?? demo
                place.hasPrefix("https://")
                    ? try device.lookUpLeakedPasswords(at: place) : try device.lookUpLeakedPasswords(inFolder: place)
            } catch {
                throw CommandFailure(.usage, "\(error)", hint: "see docs/commands.md for what the folder holds")
            }
        }
    }

    static let passcode = "2468"
    private static let person = "anna"
    private static let site = "motivation.example"
    /// The account server, as the phones know it.
    private static let juiceSite = "juice.example"

    /// Makes the phones, as they were left where they are kept, and installs the apps. New ones are signed in to the Apple account.
    ///
    /// - Parameters:
    ///   - port: The port of the page; Motivation has the one after it.
    ///   - access: Who may use them.
    ///   - origin: The address of the account server, which Juice signs in to.
    ///   - folder: Where they are kept.
    /// - Throws: ``CommandFailure`` where Motivation does not start, and for a folder of `knowledge` that is none; what a phone refuses.
    init(
        port: Int, apple: DevelopmentApple, access: DevelopmentAccess, origin: String, keptIn folder: DevelopmentFolder,
        knowing knowledge: Knowledge
    ) async throws {
        self.port = port
        self.access = access
        (listening, isListening) = AsyncStream.makeStream()
        address = "http://127.0.0.1:\(port)/device"
        let service = apple.emulator.baseURL
        let isNew = !FileManager.default.fileExists(atPath: folder.path + "/phones")
        var made: [Phone] = []
        for (index, name) in ["Anna’s iPhone", "Anna’s other iPhone"].enumerated() {
            made.append(
                try await Self.phone(name, in: folder.path + "/phones/\(index + 1)", apple, bearer: access.bearer.reveal()))
        }
        phones = made
        let leaks = try Self.demoLeaks(in: folder)
        for phone in phones { try knowledge.tell(phone.device, orLookIn: leaks) }
        if let first = phones.first {
            for other in phones.dropFirst() { first.device.shareKeychain(with: other.device) }
            if isNew {
                for account in DemoAccount.leaked {
                    first.device.savePassword(account.password, user: account.userName, site: Self.juiceSite, for: apple.juiceApp)
                }
            }
        }
        neighbours = [("Account server", origin + "/"), ("Apple, emulated", service + "/")].compactMap { name, address in
            WebURL(address).map { DevicePage.Neighbour(name: name, address: $0) }
        }
        guard let programs = BuiltPrograms.besideThisCommand() else {
            motivation = nil
            haveApps = false
            return
        }
        let app = "\(apple.team).com.example.motivation"
        let server = try await MotivationServer.start(
            MotivationServer.Settings(
                program: programs.motivation, port: port + 1, app: app, site: Self.site,
                messages: address + "/api/phones/1/messages", bearerFile: access.folder.bearerFile(port: port),
                data: folder.path + "/motivation"))
        motivation = server
        haveApps = true
        do {
            for phone in phones {
                try phone.device.put(SimulatedSite(.server(origin)), at: Self.juiceSite)
                try phone.device.put(SimulatedSite(.server(server.address)), at: Self.site)
                try await phone.install(
                    PhoneApp(
                        apple.juiceApp, name: "Juice", associatedDomains: ["webcredentials:\(Self.juiceSite)"],
                        information: ["NSFaceIDUsageDescription": "Confirms your sign-in without a code."],
                        settings: ["server": origin, "site": Self.juiceSite], program: ExecutableProgram(at: programs.juice),
                        upgradeExtension: Self.juiceUpgrade(at: programs.juiceUpgrade, server: origin)))
                try await phone.install(
                    PhoneApp(
                        app, name: "Motivation", associatedDomains: ["webcredentials:\(Self.site)"],
                        settings: ["server": server.address], program: ExecutableProgram(at: programs.motivationApp)))
            }
        } catch {
            server.stop()
            throw error
        }
    }

    private static func juiceUpgrade(at path: String, server: String) -> PhoneExtension {
        let information = ExtensionInformation(
            supportsStrongPassword: true, supportsSignInWithApple: true,
            passwordRules: "minlength: 20; maxlength: 64; required: lower; required: upper; required: digit; allowed: [-];")
        return PhoneExtension(at: path, arguments: ["--server", server], infoPlist: information.infoPlist)
    }

    /// Makes the folder of leaked passwords that has those of the demo, and says where it is.
    private static func demoLeaks(in folder: DevelopmentFolder) throws -> String {
        let path = folder.path + "/leaked-passwords"
        do {
            let passwords = DemoAccount.leaked.map { ($0.password, 3_645) }
            try LeakedPasswordFolder.make(at: path, of: Dictionary(passwords, uniquingKeysWith: max))
        } catch {
            throw CommandFailure(.store, "\(path) cannot be written: \(error)", hint: "choose another folder with --data")
        }
        return path
    }

    private static func phone(
        _ name: String, in folder: String, _ apple: DevelopmentApple, bearer: String
    ) async throws -> Phone {
        let service = apple.emulator.baseURL
        let isNew = !FileManager.default.fileExists(atPath: folder)
        do {
            let device = try DeviceSimulator(
                storedIn: folder, biometry: .faceID, passcode: passcode, time: .following { Date.now })
            if isNew {
                // Where the kept account has another password by now, it is up to the person.
                _ = try await device.signIn(
                    toAppleAccount: person, password: DemoSetup.password, service: service, bearer: bearer, as: name
                ) { [service = apple.emulator.service] in
                    PersonIdentifier(person).flatMap { service.twoFactorCodes(for: $0).last?.code }
                }
            } else {
                // It may be at another port than last time. Who is signed in is up to the person.
                device.connect(toAppleService: service, bearer: bearer)
            }
            return try Phone(device, name: name)
        } catch {
            throw CommandFailure(
                .store, "the simulated phone in \(folder) cannot be switched on: \(error)",
                hint: "choose another folder with --data, or leave the phones out with --no-phones")
        }
    }

    /// An address of the page that lets a browser in.
    var newAddress: String { access.phones.newAddress(at: "http://127.0.0.1:\(port)") }

    /// Serves the page until a shutdown begins.
    func service(logger: Logger) -> some Service {
        let pages = DevicePages(phones: phones, gate: access.phones, passcode: Self.passcode, neighbours: neighbours)
        let onServerRunning: @Sendable (any Channel) async -> Void = { [access, port, isListening] _ in
            do {
                try access.publish(port: port)
            } catch {
                logger.error("bearer file not written", metadata: ["error": "\(error)"])
            }
            isListening.finish()
        }
        return Application(
            router: pages.router(), configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: onServerRunning, logger: logger)
    }

    /// Ends what runs beside the phones.
    func stop() {
        motivation?.stop()
    }
}
