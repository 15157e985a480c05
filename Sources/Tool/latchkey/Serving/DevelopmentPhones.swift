import AppleIdentityEmulator
import DevicePages
import DeviceSimulator
import Hummingbird
import Logging
import Markup
import ServiceLifecycle

/// Two simulated phones of one person for development, with two apps: Juice, which signs in with Apple, and Motivation, which has passwords.
struct DevelopmentPhones {
    let phones: [Phone]
    /// Of the page, and of the API beneath it.
    let address: String
    /// Whether there are apps on them.
    let haveApps: Bool
    private let port: Int
    private let neighbours: [DevicePage.Neighbour]
    private let motivation: MotivationServer?

    static let passcode = "2468"
    private static let person = "anna"
    private static let site = "motivation.example"

    /// Makes the phones, signs them in to the Apple account, and installs the apps.
    ///
    /// - Parameters:
    ///   - port: The port of the page; Motivation has the one after it.
    ///   - origin: The address of the account server, which Juice signs in to.
    /// - Throws: ``CommandFailure`` where Motivation does not start; what a phone refuses.
    init(port: Int, apple: DevelopmentApple, origin: String) async throws {
        self.port = port
        address = "http://127.0.0.1:\(port)/device"
        let service = apple.emulator.baseURL
        phones = try ["Anna’s iPhone", "Anna’s other iPhone"].map { name in
            let device = try DeviceSimulator(biometry: .faceID, passcode: Self.passcode)
            try device.signIn(toAppleAccount: Self.person, service: service)
            return try Phone(device, name: name)
        }
        if let first = phones.first {
            for other in phones.dropFirst() { first.device.shareSavedPasswords(with: other.device) }
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
                messages: address + "/api/phones/1/messages"))
        motivation = server
        haveApps = true
        do {
            for phone in phones {
                try phone.device.put(SimulatedSite(.server(server.address)), at: Self.site)
                try await phone.install(
                    PhoneApp(
                        "\(apple.team).\(DevelopmentApple.juice)", name: "Juice", settings: ["server": origin],
                        program: ExecutableProgram(at: programs.juice)))
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

    /// Serves the page until a shutdown begins.
    func service(logger: Logger) -> some Service {
        let pages = DevicePages(phones: phones, passcode: Self.passcode, neighbours: neighbours)
        return Application(
            router: pages.router(), configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            logger: logger)
    }

    /// Ends what runs beside the phones.
    func stop() {
        motivation?.stop()
    }
}
