import AccountServer
import AppleIdentityEmulator
import Foundation
import LocalAccess
import Mail
import Traces

/// An emulator of Apple's service for development. The server is one of its clients, with an app, a website and a key.
struct DevelopmentApple {
    let emulator: AppleIdentityEmulator
    private let access: DevelopmentAccess
    /// The values of the server's configuration that connect it to the emulator.
    let presets: [String: String]
    /// The team of its apps.
    let team: String
    /// The accounts that can sign in.
    let accounts: [AppleAccount]

    /// The sample app on the simulated phones. The server accepts its sign-ins, and those of a website in its group.
    static let juice = "com.example.apple-samplecode.juice"
    private static let website = "com.example.juice.web"

    /// The application identifier of the sample app.
    var juiceApp: String { "\(team).\(Self.juice)" }

    /// Gives the website the name of the account server, as its pages show it, so that the sheet names the site that the user comes
    /// from. A name that the emulator rejects changes nothing.
    func nameWebsite(_ name: String) {
        guard let website = ClientID(Self.website) else { return }
        try? emulator.service.setName(name, of: website)
    }

    /// A new address of the first page that lets a browser in.
    var newAddress: String { access.apple.newAddress(at: emulator.baseURL) }

    /// Returns the transport of the server's mail, which keeps all messages in `mailbox`.
    func transport(keepingIn mailbox: DevelopmentMailbox) throws -> any MailTransport {
        guard let port = emulator.relayPort else { return mailbox }
        return try DevelopmentTransport(keepingIn: mailbox, relayPort: port)
    }

    /// Starts the emulator and registers the server as its client.
    ///
    /// - Throws: ``CommandFailure`` if the port is in use; other errors of the emulator.
    static func start(
        port: Int, for origin: String, keptIn folder: DevelopmentFolder, access: DevelopmentAccess, recorder: any SpanRecorder,
        hasPhones: Bool
    ) async throws -> DevelopmentApple {
        var configuration = EmulatorConfiguration.allowingLoopback
        configuration.port = port
        configuration.securePort = nil
        configuration.relayPort = 0
        configuration.stateFile = folder.path + "/apple.json"
        configuration.recorder = recorder
        configuration.parts = DevelopmentDesk.links(to: origin, from: .apple, hasPhones: hasPhones)
        configuration.operatorGate = { access.apple.response(to: $0) }
        let emulator: AppleIdentityEmulator
        do {
            emulator = try await AppleIdentityEmulator.start(configuration)
        } catch let error as EmulatorError where error.code == .address {
            throw CommandFailure.addressInUse("127.0.0.1:\(port)", key: "--port, or --apple-port")
        } catch let error as EmulatorError {
            throw CommandFailure(
                .failure, "the emulator of Apple's service failed: \(error)", hint: "choose another port with --apple-port")
        }
        do {
            try access.publish(port: port)
            return try Self(emulator, origin: origin, folder: folder, access: access)
        } catch {
            await emulator.stop()
            throw error
        }
    }

    private init(
        _ emulator: AppleIdentityEmulator, origin: String, folder: DevelopmentFolder, access: DevelopmentAccess
    ) throws {
        let service = emulator.service
        let returnURL = origin + AppleWebConfiguration.callbackPath
        let notificationURL = origin + "/apple/notifications"
        let keyFile = folder.path + "/apple.p8"
        let keyName = folder.path + "/apple-key-id"
        if DemoSetup.isWelcome(in: service) { _ = try DemoSetup(in: service) }
        guard let app = ClientID(Self.juice), let website = ClientID(Self.website) else {
            preconditionFailure("malformed identifiers of the sample app")
        }
        if !service.appIDs.contains(where: { $0.id == app }) {
            let party = try service.addRelyingParty(
                named: "Juice", bundleID: Self.juice, servicesID: Self.website, returnURLs: [returnURL],
                notificationURL: notificationURL, team: service.teams.first?.id)
            try folder.writePrivately(party.key.pem, to: keyFile)
            try folder.writePrivately(party.keyID.rawValue, to: keyName)
        } else {
            // The port may have changed since the last run.
            try service.setWebsites(domains: [], returnURLs: [returnURL], of: website)
            try service.setNotificationURL(notificationURL, of: app)
        }
        guard let team = service.teams.first, let keyID = try? String(contentsOfFile: keyName, encoding: .utf8) else {
            throw CommandFailure(
                .store, "\(folder.path) has no client of the emulator", hint: "choose another folder with --data")
        }
        // A developer may have registered others in a folder that is kept.
        if team.emailSources.isEmpty, let source = EmailSource(DevelopmentTransport.sender) {
            try service.addEmailSource(source, to: team.id)
        }
        self.emulator = emulator
        self.access = access
        self.team = team.id.rawValue
        accounts = service.people
        presets = [
            "apple.team": team.id.rawValue, "apple.keyID": keyID, "apple.keyFile": keyFile, "apple.nativeClients": Self.juice,
            "apple.webClient": Self.website, "apple.serviceURL": emulator.baseURL, "apple.serviceIsTest": "true",
        ]
    }
}
