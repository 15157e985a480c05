import Chromium
import DevicePages
import DeviceSimulator
import ReservedPorts

/// Two phones of Anna and one of Ben with a small app, on the page with the tour and the links to the parts of the desk.
struct PhoneStage: Sendable {
    let phones: [Phone]
    let port: ReservedPort

    static let passcode = "2468"

    static func run(_ body: @escaping @Sendable (PhoneStage) async throws -> Void) async throws {
        let phones = try ["Anna’s iPhone", "Anna’s other iPhone", "Ben’s iPhone"].map { name in
            try Phone(DeviceSimulator(biometry: .faceID, passcode: passcode), name: name)
        }
        for phone in phones {
            try await phone.install(
                PhoneApp("ABCDE12345.com.example.capitals", name: "Capitals", program: ScreenAppProgram(CapitalsApp.self)))
        }
        let stage = try PhoneStage(phones: phones, port: ReservedPort())
        try await PhoneServing.serve(phones, on: stage.port, hasDesk: true, story: story) { try await body(stage) }
    }

    private static var story: PhoneStory {
        PhoneStory(
            people: [.init(name: "Anna", phones: 1...2), .init(name: "Ben", phones: 3...3)], erase: { _ in }, startOver: {})
    }

    func visit(size: PageSize = PhoneVisitor.standardSize, forcedColors: Bool = false) async throws -> PhoneVisitor {
        try await PhoneVisitor.visit(port, size: size, forcedColors: forcedColors)
    }

    /// The address of the page, for a browser that is admitted.
    var address: String { "http://127.0.0.1:\(port.number)/device" }
}
