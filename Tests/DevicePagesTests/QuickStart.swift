import DevicePages
import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAccess
import Secrets
import Testing

/// The quick start of DevicePages.docc.
enum QuickStart {
    /// Returns the address for a browser, and the statuses of the responses to a program with the token and to one without it.
    static func serve() async throws -> (address: String, statuses: [HTTPResponse.Status]) {
        // In Sources/Device/DevicePages/DevicePages.docc/DevicePages.md
        let phone = try Phone()
        let bearer = OpaqueToken(random: SystemRandomBytes())
        let access = LocalAccess(port: 8082, bearer: bearer, random: SystemRandomBytes(), now: { Date() })
        let gate = LocalAccessGate(access, landing: PagePath.devices, command: "latchkey phone open")
        let application = Application(
            router: DevicePages(phones: [phone], gate: gate).router(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8082)))
        let address = gate.newAddress(at: "http://127.0.0.1:8082")  // with a one-time token for the browser
        // End
        let statuses = try await application.test(.router) { client async throws in
            let admitted = try await client.execute(
                uri: "/device/api/phones", method: .get, headers: [.authorization: "Bearer \(bearer.reveal())"])
            let rejected = try await client.execute(uri: "/device/api/phones", method: .get)
            return [admitted.status, rejected.status]
        }
        return (address, statuses)
    }
}

@Suite("Quick start of DevicePages")
struct QuickStartTests {
    @Test("the code block serves a phone to clients with the token only")
    func runs() async throws {
        let (address, statuses) = try await QuickStart.serve()
        #expect(address.hasPrefix("http://127.0.0.1:8082/device?token="))
        #expect(statuses == [.ok, .unauthorized])
    }
}
