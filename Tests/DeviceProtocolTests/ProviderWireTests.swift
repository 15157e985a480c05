import Testing

@testable import DeviceProtocol

extension WireSample {
    /// One message of each kind between the system and a credential provider.
    static let providers: [WireSample] = withoutPasskeys + passkeys

    private static let passkeys: [WireSample] = {
        guard let order, let assertion, let report, let creation, let registration, let list else {
            preconditionFailure("invalid sample in a test")
        }
        return [
            WireSample(ProviderOrder.providePasskey(order)), WireSample(ProviderOrder.preparePasskey(order)),
            WireSample(ProviderReport.passkey(assertion)), WireSample(ProviderReport.isUpdated),
            WireSample(ProviderOrder.report(report)), WireSample(ProviderOrder.createPasskey(creation)),
            WireSample(ProviderReport.registration(registration)), WireSample(ProviderOrder.createPasskeySilently(creation)),
            WireSample(ProviderOrder.listWithPasskeys([], list)),
        ]
    }()

    private static let withoutPasskeys: [WireSample] =
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

    fileprivate static var passkey: CredentialIdentity? {
        CredentialIdentity(
            .passkey, service: "example.com", serviceKind: .domain, user: "ann",
            passkey: PasskeyReference(credentialID: [1], userHandle: [2]))
    }

    fileprivate static var order: PasskeyOrder? {
        passkey.flatMap {
            PasskeyOrder(
                identity: $0, clientDataHash: [UInt8](repeating: 3, count: 32),
                extensions: PasskeyAssertionExtensions(
                    prf: PasskeyAssertionExtensions.PRF(PRFInputs(first: [6], second: [7])), largeBlob: .write([8])))
        }
    }

    fileprivate static var creation: PasskeyCreationOrder? {
        PasskeyCreationOrder(
            relyingParty: "example.com", userName: "ann", userHandle: [2], clientDataHash: [UInt8](repeating: 3, count: 32),
            excludedCredentials: [[4], [5]],
            extensions: PasskeyRegistrationExtensions(prf: .support, largeBlob: .preferred))
    }

    fileprivate static var list: PasskeyListOrder? {
        PasskeyListOrder(
            relyingParty: "example.com", clientDataHash: [UInt8](repeating: 3, count: 32), allowedCredentials: [[4], [5]],
            extensions: PasskeyAssertionExtensions(largeBlob: .read))
    }

    fileprivate static var registration: ProvidedRegistration? {
        ProvidedRegistration(
            relyingParty: "example.com", clientDataHash: [3], credentialID: [1], attestationObject: [4],
            outputs: PasskeyRegistrationOutputs(prf: .supported, supportsLargeBlob: true))
    }

    fileprivate static var report: CredentialReport? {
        UnknownPasskey(relyingParty: "example.com", credentialID: [1]).map(CredentialReport.unknownPasskey)
    }

    fileprivate static var assertion: ProvidedAssertion? {
        ProvidedAssertion(
            relyingParty: "example.com", credentialID: [1], userHandle: [2], clientDataHash: [3], authenticatorData: [4],
            signature: [5],
            outputs: PasskeyAssertionOutputs(
                prf: PRFSecrets(first: [UInt8](repeating: 9, count: 32), second: nil), largeBlob: .blob([8])))
    }
}

@Suite("Messages between the system and a credential provider") struct ProviderWireTests {
    @Test("orders are decoded as they were encoded, and truncated ones rejected")
    func orders() throws {
        let identity = try #require(
            CredentialIdentity(.oneTimeCode, service: "example.com", serviceKind: .url, user: "ann", record: "r", rank: -3))
        let service = try #require(ServiceName("https://example.com", .url))
        let passkey = try #require(WireSample.order)
        let orders: [ProviderOrder] = [
            .createPasskey(try #require(WireSample.creation)), .report(try #require(WireSample.report)), .providePasskey(passkey),
            .createPasskeySilently(try #require(WireSample.creation)),
            .listWithPasskeys([service], try #require(WireSample.list)),
            .preparePasskey(passkey), .provide(identity),
            .prepare(identity),
            .list(.password, [service, service]), .configure,
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
            .passkey(try #require(WireSample.assertion)), .registration(try #require(WireSample.registration)), .isUpdated,
            .isPrepared,
            .password(PasswordGrant(user: "ann", password: "hunter2")), .oneTimeCode("123456"), .isConfigured,
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

    @Test("a list of passkeys has values of `prf` for acceptable passkeys alone")
    func listedExtensions() throws {
        let inputs = try #require(PRFInputs(first: [6]))
        func list(of id: [UInt8]) -> PasskeyListOrder? {
            let named = [PRFCredentialInputs(credentialID: id, inputs: inputs)]
            return PasskeyListOrder(
                relyingParty: "example.com", clientDataHash: [UInt8](repeating: 3, count: 32), allowedCredentials: [[4]],
                extensions: PasskeyAssertionExtensions(prf: PasskeyAssertionExtensions.PRF(nil, byCredential: named)))
        }
        #expect(list(of: [4]) != nil && list(of: [5]) == nil)
    }

    @Test("an identity of a passkey has a reference and a domain, and an order has a digest")
    func passkeys() throws {
        let reference = try #require(
            PasskeyReference(credentialID: [UInt8](repeating: 1, count: 1_023), userHandle: [UInt8](repeating: 2, count: 64)))
        #expect(PasskeyReference(credentialID: [], userHandle: [2]) == nil)
        #expect(PasskeyReference(credentialID: reference.credentialID + [1], userHandle: [2]) == nil)
        #expect(PasskeyReference(credentialID: [1], userHandle: []) == nil)
        #expect(PasskeyReference(credentialID: [1], userHandle: reference.userHandle + [2]) == nil)
        let site = "example.com"
        #expect(CredentialIdentity(.passkey, service: site, serviceKind: .domain, user: "ann", passkey: reference) != nil)
        #expect(CredentialIdentity(.passkey, service: site, serviceKind: .domain, user: "ann") == nil)
        #expect(CredentialIdentity(.passkey, service: site, serviceKind: .url, user: "ann", passkey: reference) == nil)
        #expect(CredentialIdentity(.password, service: site, serviceKind: .domain, user: "ann", passkey: reference) == nil)
        let passkey = try #require(WireSample.passkey)
        let password = try #require(CredentialIdentity(service: site, serviceKind: .domain, user: "ann"))
        let digest = [UInt8](repeating: 3, count: 32)
        #expect(PasskeyOrder(identity: passkey, clientDataHash: digest) != nil)
        #expect(PasskeyOrder(identity: passkey, clientDataHash: digest + [3]) == nil)
        #expect(PasskeyOrder(identity: password, clientDataHash: digest) == nil)
        func assertion(_ site: Int = 253, id: Int = 1_023, handle: Int = 64, data: Int = 1_024, signature: Int = 1_024) -> Bool {
            ProvidedAssertion(
                relyingParty: String(repeating: "x", count: site), credentialID: [UInt8](repeating: 1, count: id),
                userHandle: [UInt8](repeating: 2, count: handle), clientDataHash: digest,
                authenticatorData: [UInt8](repeating: 4, count: data), signature: [UInt8](repeating: 5, count: signature)) != nil
        }
        #expect(assertion() && !assertion(254) && !assertion(id: 1_024) && !assertion(handle: 65))
        #expect(!assertion(data: 1_025) && !assertion(signature: 1_025))
    }

    @Test("a request for a new passkey of a provider has a digest, and both it and the passkey are within their limits")
    func creations() {
        let digest = [UInt8](repeating: 3, count: 32)
        func order(_ site: Int = 253, name: String = "ann", handle: Int = 64, hash: Int = 32) -> Bool {
            PasskeyCreationOrder(
                relyingParty: String(repeating: "x", count: site), userName: name, userHandle: [UInt8](repeating: 2, count: handle),
                clientDataHash: [UInt8](repeating: 3, count: hash)) != nil
        }
        #expect(order() && !order(254) && !order(name: "a\u{1B}") && !order(handle: 0) && !order(handle: 65))
        #expect(!order(hash: 33) && !order(hash: 0))
        func registration(_ site: Int = 253, id: Int = 1_023, object: Int = 16_384) -> Bool {
            ProvidedRegistration(
                relyingParty: String(repeating: "x", count: site), clientDataHash: digest,
                credentialID: [UInt8](repeating: 1, count: id), attestationObject: [UInt8](repeating: 4, count: object)) != nil
        }
        #expect(registration() && !registration(254) && !registration(id: 1_024) && !registration(object: 16_385))
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
