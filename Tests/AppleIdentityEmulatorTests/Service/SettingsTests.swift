import AppleIdentityEmulator
import Testing

@Suite("Settings")
struct SettingsTests {
    @Test("values out of range are rejected and change nothing")
    func ranges() async throws {
        let bench = try await ServiceBench()
        let before = bench.service.settings
        let bad: [(inout AppleServiceSettings) -> Void] = [
            { $0.identityTokenLifetime = 59 }, { $0.identityTokenLifetime = 604_801 }, { $0.signingKeyIDLength = 5 },
            { $0.signingKeyIDLength = 11 }, { $0.listedKeys = 0 }, { $0.listedKeys = 4 },
        ]
        for change in bad {
            #expect(throws: EmulatorError.self) { try bench.service.changeSettings(change) }
            #expect(bench.service.settings == before)
        }
        let good: [(inout AppleServiceSettings) -> Void] = [
            { $0.identityTokenLifetime = 60 }, { $0.identityTokenLifetime = 604_800 }, { $0.signingKeyIDLength = 6 },
            { $0.listedKeys = 3 },
        ]
        for change in good { try bench.service.changeSettings(change) }
        #expect(bench.service.settings.listedKeys == 3)
    }

    @Test("a service does not start with settings out of range")
    func start() async throws {
        var settings = AppleServiceSettings()
        settings.listedKeys = 7
        await #expect(throws: EmulatorError.self) { _ = try await ServiceBench(settings: settings) }
    }
}
