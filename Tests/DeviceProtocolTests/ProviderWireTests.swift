import Testing

@testable import DeviceProtocol

extension WireSample {
    /// One message of each kind between the system and a credential provider.
    static let providers: [WireSample] =
        [
            WireSample(ProviderOrder.configure), WireSample(ProviderReport.isPrepared), WireSample(ProviderReport.isConfigured),
            WireSample(ProviderReport.password(PasswordGrant(user: "ann", password: "hunter2"))),
            WireSample(ProviderReport.oneTimeCode("123456")),
            WireSample(ProviderReport.gaveUp(ModificationFailure(.failed, "why"))),
        ]
        + [CredentialIdentity(.oneTimeCode, service: "example.com", serviceKind: .url, user: "ann", record: "r", rank: -3)]
        .compactMap(\.self).flatMap { [WireSample(ProviderOrder.provide($0)), WireSample(ProviderOrder.prepare($0))] }
        + [ServiceName("https://example.com", .url)].compactMap(\.self).map { WireSample(ProviderOrder.list(.password, [$0, $0])) }
        + [ViewEvent([1, 2])].compactMap(\.self).map { WireSample(ProviderOrder.event($0)) }
        + [ShownScreen([1], handled: 2)].compactMap(\.self).map { WireSample(ProviderReport.shows($0)) }
}

@Suite("Messages between the system and a credential provider") struct ProviderWireTests {
    @Test("orders are decoded as they were encoded, and truncated ones rejected")
    func orders() throws {
        let identity = try #require(
            CredentialIdentity(.oneTimeCode, service: "example.com", serviceKind: .url, user: "ann", record: "r", rank: -3))
        let service = try #require(ServiceName("https://example.com", .url))
        let orders: [ProviderOrder] = [
            .provide(identity), .prepare(identity), .list(.password, [service, service]), .configure,
            .event(try #require(ViewEvent([1, 2]))),
        ]
        for order in orders {
            let message = order.message
            #expect(try ProviderOrder(message: message) == order)
            for length in message.indices {
                #expect(throws: WireError.self) { try ProviderOrder(message: Array(message[..<length])) }
            }
        }
    }

    @Test("reports are decoded as they were encoded, have redacted descriptions, and truncated ones are rejected")
    func reports() throws {
        let reports: [ProviderReport] = [
            .isPrepared, .password(PasswordGrant(user: "ann", password: "hunter2")), .oneTimeCode("123456"), .isConfigured,
            .gaveUp(ModificationFailure(.failed, "why")), .shows(try #require(ShownScreen([1], handled: 2))),
        ]
        for report in reports {
            let message = report.message
            #expect(try ProviderReport(message: message) == report)
            for length in message.indices {
                #expect(throws: WireError.self) { try ProviderReport(message: Array(message[..<length])) }
            }
            var dumped = ""
            dump(report, to: &dumped)
            let text = "\(report) \(String(reflecting: report)) \(dumped)"
            for secret in ["ann", "hunter2", "123456"] { #expect(!text.contains(secret)) }
        }
    }

    @Test("overlong values are rejected")
    func limits() throws {
        let longest = String(repeating: "1", count: ProviderReport.maximumCodeLength)
        #expect(try ProviderReport(message: ProviderReport.oneTimeCode(longest).message) == .oneTimeCode(longest))
        #expect(throws: WireError.self) { try ProviderReport(message: ProviderReport.oneTimeCode(longest + "1").message) }
        let service = try #require(ServiceName(String(repeating: "s", count: 1_024), .domain))
        #expect(ServiceName(service.identifier + "s", .domain) == nil)
        let most = [ServiceName](repeating: service, count: ProviderOrder.maximumServices)
        #expect(try ProviderOrder(message: ProviderOrder.list(.password, most).message) == .list(.password, most))
        #expect(throws: WireError.self) { try ProviderOrder(message: ProviderOrder.list(.password, most + [service]).message) }
    }
}
