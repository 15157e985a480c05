import AppleIdentityEmulator
import Chromium
import DeviceSimulator
import Foundation
import JuiceApp
import MotivationApp
import ReservedPorts
import Testing

/// Two phones of Anna in a browser, with Juice and Motivation on them, and the real servers: an account server, Apple's emulated
/// service, and Motivation in a separate process.
struct PhoneScene: Sendable {
    let phones: [Phone]
    let apple: AppleScene
    /// The origin of the page with the phones.
    let origin: String

    static let site = "motivation.example"

    static func run(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (PhoneScene) async throws -> Void
    ) async throws {
        try await AppleScene.run(sourceLocation: sourceLocation) { apple in
            let port = try ReservedPort()
            let origin = "http://127.0.0.1:\(port.number)"
            let team = apple.team.rawValue
            let app = "\(team).com.example.motivation"
            let messages = origin + "/device/api/phones/1/messages"
            try await MotivationServer.run(app: app, site: site, messages: messages) { motivation in
                let phones = try ["Anna’s iPhone", "Anna’s other iPhone"].map { name in
                    let device = try DeviceSimulator(biometry: .faceID, passcode: "2468")
                    try device.put(SimulatedSite(.server(motivation)), at: site)
                    try device.signIn(toAppleAccount: apple.person.rawValue, service: apple.emulator.baseURL)
                    return try Phone(device, name: name)
                }
                phones[0].device.shareKeychain(with: phones[1].device)
                for phone in phones {
                    try await phone.install(
                        PhoneApp(
                            "\(team).com.example.shop", name: "Juice", settings: ["server": apple.scene.site.origin],
                            program: ScreenAppProgram(JuiceApp.self)))
                    try await phone.install(
                        PhoneApp(
                            app, name: "Motivation", associatedDomains: ["webcredentials:\(site)"],
                            settings: ["server": motivation],
                            program: ScreenAppProgram(MotivationApp.self)))
                }
                let scene = PhoneScene(phones: phones, apple: apple, origin: origin)
                try await PhoneServing.serve(phones, on: port) { try await body(scene) }
            }
        }
    }

    /// A user who looks at the phones. The browser must not report any problem.
    func newVisitor(
        script: Bool = true, size: PageSize = PageSize(width: 1280, height: 1300), colorScheme: ColorScheme = .light
    ) async throws -> PhoneVisitor {
        let browser = try #require(SharedBrowser.current)
        let page = try await browser.newPage(javaScript: script, size: size, colorScheme: colorScheme)
        try await page.open(PhoneServing.newAddress(at: origin))
        return PhoneVisitor(page: page)
    }
}
