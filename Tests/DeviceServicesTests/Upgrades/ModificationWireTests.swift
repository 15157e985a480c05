import DeviceProtocol
import TestKit
import Testing

@Suite("Messages between system, apps and extensions about modifications") struct ModificationWireTests {
    private static let info = UserInfo([1, 2, 3])
    private static let task = ModificationTask(
        modification: .strongPassword, service: "example.com", serviceKind: .domain, user: "jane", password: "hunter2",
        newPassword: "candidate", userInfo: info, key: "key")
    private static let orders: [ModificationOrder] =
        [
            .modify(task), .prepare(task), .credential(.granted(AppleIDGrant(user: "001.a", identityToken: "token"))),
            .credential(.cancelled), .credential(.unavailable), .noted(true), .noted(false), .cancel,
        ] + [ViewEvent([]), ViewEvent([1, 2])].compactMap { $0.map(ModificationOrder.event) }
    private static let reports: [ModificationReport] =
        [
            .requestsCredential(state: "state", nonce: nil), .announces(PasswordGrant(user: "jane", password: "hunter2")),
            .isPrepared,
            .changedPassword(PasswordGrant(user: "jane", password: "hunter2"), info), .convertedToApple(nil),
            .gaveUp(ModificationFailure(.failed, "No.")), .gaveUp(ModificationFailure(.userInteractionRequired)),
        ] + [ShownScreen([], handled: 0), ShownScreen([1, 2], handled: 9)].compactMap { $0.map(ModificationReport.shows) }
    private static let outcomes: [ModificationOutcome] = [
        .done(info), .done(nil), .failed(ModificationFailure(.userCanceled)), .failed(ModificationFailure(.failed, "No.")),
    ]

    @Test("have one encoding; truncated and extended ones are rejected")
    func spelling() throws {
        for order in Self.orders { try Self.check(order) }
        for report in Self.reports { try Self.check(report) }
        for outcome in Self.outcomes { try Self.check(outcome) }
        let context = try #require(ContextReference([UInt8](repeating: 1, count: 16)))
        try Self.check(
            ModifyAccount(
                context: context, modification: .signInWithApple, user: "jane", service: "https://example.com", serviceKind: .url,
                userInfo: Self.info))
    }

    @Test("are parsed to an equivalent message or rejected, for any bytes", arguments: 0..<20)
    func fuzz(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let messages = Self.orders.map(\.message) + Self.reports.map(\.message) + Self.outcomes.map(\.message)
        for _ in 0..<500 {
            var bytes = messages.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            Self.promise(ModificationOrder.self, bytes)
            Self.promise(ModificationReport.self, bytes)
            Self.promise(ModificationOutcome.self, bytes)
            Self.promise(ModifyAccount.self, bytes)
        }
    }

    @Test("are rejected if they are too long")
    func limits() throws {
        #expect(UserInfo([UInt8](repeating: 0, count: UserInfo.maximumLength)) != nil)
        #expect(UserInfo([UInt8](repeating: 0, count: UserInfo.maximumLength + 1)) == nil)
        #expect(ShownScreen([UInt8](repeating: 0, count: ShownScreen.maximumLength), handled: 0) != nil)
        #expect(ShownScreen([UInt8](repeating: 0, count: ShownScreen.maximumLength + 1), handled: 0) == nil)
        #expect(ViewEvent([UInt8](repeating: 0, count: ViewEvent.maximumLength)) != nil)
        #expect(ViewEvent([UInt8](repeating: 0, count: ViewEvent.maximumLength + 1)) == nil)
        let long = String(repeating: "é", count: 10_000)
        let failure = ModificationFailure(.failed, long)
        #expect(try ModificationFailure(message: failure.message) == failure)
        let context = try #require(ContextReference([UInt8](repeating: 1, count: 16)))
        let request = ModifyAccount(
            context: context, modification: .strongPassword, user: long, service: "example.com", serviceKind: .domain)
        #expect(throws: WireError.self) { try ModifyAccount(message: request.message) }
    }

    @Test("print no password, no token and no text of an app")
    func secrecy() {
        for value in Self.orders.map({ "\($0)" }) + Self.reports.map({ "\($0)" }) + ["\(Self.task)", "\(Self.info as Any)"] {
            for secret in ["hunter2", "candidate", "token", "[1, 2, 3]"] { #expect(!value.contains(secret)) }
        }
    }

    private static func check<Value: WireValue & Equatable>(_ value: Value) throws {
        #expect(try Value(message: value.message) == value)
        for length in 0..<value.message.count {
            #expect(throws: WireError.self) { try Value(message: Array(value.message.prefix(length))) }
        }
        #expect(throws: WireError.self) { try Value(message: value.message + [0]) }
    }

    private static func promise<Value: WireValue>(_ type: Value.Type, _ bytes: [UInt8]) {
        guard let value = try? Value(message: bytes) else { return }
        #expect(value.message == bytes)
    }
}
