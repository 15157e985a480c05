import AccountServer
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
import Traces

/// Three simulated phones for development, two of Anna and one of Ben, with two apps: Juice, which signs in with Apple, and
/// Motivation, which has passwords.
struct DevelopmentPhones {
    let phones: [Phone]
    /// The address of the page and of the API below it.
    let address: String
    /// A stream that ends when the page is served, or cannot be.
    let listening: AsyncStream<Void>
    private let isListening: AsyncStream<Void>.Continuation
    private let access: DevelopmentAccess
    /// Whether the phones have apps.
    let haveApps: Bool
    let port: Int
    private let parts: [PartLink]
    private let motivation: MotivationServer?
    private let story: PhoneStory

    /// The folders with the phones' data about sites and leaked passwords.
    struct DataFolders {
        let siteQuirks: String?
        let leakedPasswords: String?

        /// - Parameter demo: the folder of leaked passwords to use by default.
        /// - Throws: ``CommandFailure`` for an invalid folder.
        func load(into device: DeviceSimulator, defaultLeaks demo: String) throws {
            do {
                if let siteQuirks { try device.readSiteQuirks(inFolder: siteQuirks) }
                let place = leakedPasswords ?? demo
                place.hasPrefix("https://")
                    ? try device.lookUpLeakedPasswords(at: place) : try device.lookUpLeakedPasswords(inFolder: place)
            } catch {
                throw CommandFailure(.usage, "\(error)", hint: "see docs/commands.md for the content of the folder")
            }
        }
    }

    static let passcode = "2468"
    /// The owners, with their Apple Accounts and the names of their phones.
    private static let people = [
        (name: "Anna", account: "anna", phones: ["Anna’s iPhone", "Anna’s other iPhone"]),
        (name: "Ben", account: "ben", phones: ["Ben’s iPhone"]),
    ]
    private static let site = "motivation.example"
    /// The host of the account server on the phones. It is the host of the origin, so Juice, the browser of a phone and the
    /// developer's browser use the same passkeys and passwords.
    private static let juiceSite = "localhost"

    /// Creates the phones from their stored state and installs the apps. New phones are signed in to the Apple Account.
    ///
    /// - Parameters:
    ///   - port: the port of the page; Motivation has the one after it.
    ///   - access: the access of the developer's browser and programs.
    ///   - origin: the address of the account server, which Juice signs in to.
    ///   - folder: the folder that stores the phones.
    ///   - restart: receives the requests of the page to erase a phone and to start over.
    /// - Throws: ``CommandFailure`` if Motivation does not start or a folder of `knowledge` is invalid; errors of a phone.
    init(
        port: Int, apple: DevelopmentApple, access: DevelopmentAccess, origin: String, keptIn folder: DevelopmentFolder,
        restart: RestartRequest, knowing dataFolders: DataFolders
    ) async throws {
        self.port = port
        self.access = access
        (listening, isListening) = AsyncStream.makeStream()
        address = "http://127.0.0.1:\(port)/device"
        let isNew = !FileManager.default.fileExists(atPath: folder.path + "/phones")
        var made: [Phone] = []
        var owners: [PhoneStory.Person] = []
        for person in Self.people {
            let first = made.count + 1
            for name in person.phones {
                made.append(
                    try await Self.phone(
                        name, of: person.account, in: folder.phonePath(made.count + 1), apple, bearer: access.bearer.reveal()))
            }
            owners.append(PhoneStory.Person(name: person.name, phones: first...made.count))
        }
        phones = made
        story = PhoneStory(
            people: owners, erase: { restart.request(.erasePhone($0)) }, startOver: { restart.request(.startOver) })
        let leaks = try Self.demoLeaks(in: folder)
        for phone in phones { try dataFolders.load(into: phone.device, defaultLeaks: leaks) }
        for (index, owner) in owners.enumerated() {
            let theirs = phones[(owner.phones.lowerBound - 1)..<owner.phones.upperBound]
            guard let first = theirs.first else { continue }
            for other in theirs.dropFirst() { first.device.shareKeychain(with: other.device) }
            if isNew, DemoAccount.leaked.indices.contains(index) {
                let account = DemoAccount.leaked[index]
                first.device.savePassword(account.password, user: account.userName, site: Self.juiceSite, for: apple.juiceApp)
            }
        }
        parts = DevelopmentDesk.links(to: origin, from: .phones, hasPhones: true)
        guard let programs = BuiltPrograms.besideThisCommand() else {
            motivation = nil
            haveApps = false
            return
        }
        let app = Self.motivationApp(of: apple.team)
        let server = try await MotivationServer.start(
            MotivationServer.Settings(
                program: programs.motivation, port: port + 1, app: app, site: Self.site,
                messages: address + "/api/phones/1/messages", bearerFile: access.folder.bearerFile(port: port),
                data: folder.path + "/motivation"))
        motivation = server
        haveApps = true
        do {
            for phone in phones {
                // As on a real device under development: the certificate of the site does not matter, and Juice asks for that. The server
                // does not run yet, so a phone first receives the file that it is going to serve.
                await phone.device.setDeveloperMode(true)
                let associations = DevelopmentFolder.associations(of: apple.juiceApp)
                try phone.device.put(SimulatedSite(.file(associations), certificate: .untrusted), at: Self.juiceSite)
                try phone.device.put(SimulatedSite(.server(server.address)), at: Self.site)
                try await phone.install(
                    PhoneApp(
                        apple.juiceApp, name: "Juice", associatedDomains: ["webcredentials:\(Self.juiceSite)?mode=developer"],
                        information: JuiceInformation.english, localizedInformation: JuiceInformation.localized,
                        settings: ["server": origin, "site": Self.juiceSite], program: ExecutableProgram(at: programs.juice),
                        upgradeExtension: Self.juiceUpgrade(at: programs.juiceUpgrade, server: origin)))
                try await phone.install(
                    PhoneApp(
                        app, name: "Motivation", associatedDomains: ["webcredentials:\(Self.site)"],
                        settings: ["server": server.address], program: ExecutableProgram(at: programs.motivationApp)))
                try phone.device.put(SimulatedSite(.server(origin), certificate: .untrusted), at: Self.juiceSite)
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

    /// Creates the folder of leaked passwords with those of the demo, and returns its path.
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
        _ name: String, of account: String, in folder: String, _ apple: DevelopmentApple, bearer: String
    ) async throws -> Phone {
        let service = apple.emulator.baseURL
        let isNew = !FileManager.default.fileExists(atPath: folder)
        do {
            let device = try DeviceSimulator(
                storedIn: folder, biometry: .faceID, passcode: passcode, time: .following { Date.now })
            if isNew {
                // If the stored account has another password, the phone stays signed out; the user signs in.
                _ = try await device.signIn(
                    toAppleAccount: account, password: DemoSetup.password, service: service, bearer: bearer, as: name
                ) { [service = apple.emulator.service] in
                    PersonIdentifier(account).flatMap { service.twoFactorCodes(for: $0).last?.code }
                }
            } else {
                // The service may be at another port than in the last run. The phone keeps its account.
                device.connect(toAppleService: service, bearer: bearer)
            }
            return try Phone(device, name: name)
        } catch {
            throw CommandFailure(
                .store, "the simulated phone in \(folder) did not start: \(error)",
                hint: "choose another folder with --data, or omit the phones with --no-phones")
        }
    }

    /// The address of the server.
    var origin: String { "http://127.0.0.1:\(port)" }

    /// The address of the server of an app; nil if the phones have no apps.
    var motivationAddress: String? { motivation?.address }

    /// Returns the identifier of Motivation.
    private static func motivationApp(of team: String) -> String { "\(team).com.example.motivation" }

    /// The apps by identifier, as a test installs them.
    ///
    /// - Parameters:
    ///   - juice: the identifier of Juice.
    ///   - team: the team of both apps.
    ///   - server: the address of the account server.
    func recordedApps(juice: String, team: String, server: String) -> [String: RecordedTest.App] {
        var apps = [
            juice: RecordedTest.App(
                module: "JuiceApp", type: "JuiceApp", name: "Juice", settings: ["server": server, "site": Self.juiceSite])
        ]
        if let address = motivationAddress {
            apps[Self.motivationApp(of: team)] = RecordedTest.App(
                module: "MotivationApp", type: "MotivationApp", name: "Motivation", settings: ["server": address])
        }
        return apps
    }

    /// A new address of the page that lets a browser in.
    var newAddress: String { access.phones.newAddress(at: origin) }

    /// Serves the page until a shutdown begins.
    func service(logger: Logger) -> some Service {
        let pages = DevicePages(
            phones: phones, gate: access.phones, passcode: Self.passcode, parts: parts, story: story)
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

    /// Ends the process that runs with the phones.
    func stop() {
        motivation?.stop()
    }
}

/// The Info.plist of Juice, and its `InfoPlist.strings` by language.
enum JuiceInformation {
    static let english = ["NSFaceIDUsageDescription": "Confirms your sign-in without a code."]

    static let localized = faceReasons.mapValues { ["NSFaceIDUsageDescription": $0] }

    private static let faceReasons = [
        "ar": "يؤكد تسجيل دخولك من دون رمز.",
        "de": "Bestätigt deine Anmeldung ohne Code.",
        "es": "Confirma tu inicio de sesión sin código.",
        "fr": "Confirme votre connexion sans code.",
        "he": "מאשר את ההתחברות שלך ללא קוד.",
        "it": "Conferma il tuo accesso senza codice.",
        "ja": "コードを入力せずにサインインを確認します。",
        "ko": "코드 없이 로그인을 확인합니다.",
        "pt-BR": "Confirma o seu início de sessão sem código.",
        "ru": "Подтверждает вход без кода.",
        "zh-Hans": "无需输入密码即可确认登录。",
        "zh-Hant": "無需輸入密碼即可確認登入。",
    ]
}
