import DeviceProtocol
import DeviceScreens
import DeviceServices
import OpenAuthenticationServices
import Synchronization
import Testing

@testable import DeviceSimulator

@Suite("The language of an extension")
struct ExtensionLanguageTests {
    @Test("is the device's when the extension starts")
    func hosted() async throws {
        let (created, continuation) = AsyncStream.makeStream(of: String.self)
        LanguageExtension.created.withLock { $0 = continuation }
        let program = HostedProgram(
            principal: LanguageExtension.self, link: MissingDevice(reason: "no device"), language: { "de" })
        let running = program.start { _ in }
        var languages = created.makeAsyncIterator()
        #expect(await languages.next() == "de")
        running?.stop()
    }

    @Test("is unknown outside a device")
    func none() {
        #expect(ScreenDevice.language == nil)
    }
}

/// An extension that reports the language at its creation.
private final class LanguageExtension: ASCredentialProviderViewController {
    nonisolated static let created = Mutex<AsyncStream<String>.Continuation?>(nil)

    nonisolated required init() {
        super.init()
        Self.created.withLock { _ = $0?.yield(ScreenDevice.language ?? "") }
    }
}
