import DeviceBroker
import DeviceProtocol
import Secrets
import TestKit
import Testing

@testable import DeviceServices

@Suite("Messages between the services and their owner") struct OwnerWireTests {
    @Test("decoding and encoding reproduces the bytes; truncated and extended messages are rejected", arguments: OwnerSample.all)
    func length(sample: OwnerSample) throws {
        #expect(try sample.rewritten(sample.bytes) == sample.bytes)
        for length in 0..<sample.bytes.count {
            #expect(throws: WireError.self) { try sample.rewritten(Array(sample.bytes.prefix(length))) }
        }
        #expect(throws: WireError(.trailingBytes, at: sample.bytes.count)) { try sample.rewritten(sample.bytes + [0]) }
    }

    @Test("a message with any byte changed is rejected or reproduced", arguments: OwnerSample.all)
    func mutations(sample: OwnerSample) {
        for position in sample.bytes.indices {
            for change in [1, 0x80, 0xFF, 0x55] as [UInt8] {
                var bytes = sample.bytes
                bytes[position] ^= change
                if let rewritten = try? sample.rewritten(bytes) { #expect(rewritten == bytes, "byte \(position)") }
            }
        }
    }

    @Test("random bytes are rejected or reproduced", arguments: OwnerSample.all)
    func randomBytes(sample: OwnerSample) {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<500 {
            let bytes =
                sample.bytes.prefix(2)
                + (0..<Int.random(in: 0..<120, using: &random)).map { _ in UInt8.random(in: 0...18, using: &random) }
            if let rewritten = try? sample.rewritten(Array(bytes)) { #expect(rewritten == Array(bytes)) }
        }
    }

    @Test("an overlong line and a request of another version are rejected")
    func limits() {
        func reading(_ length: Int) throws {
            _ = try OwnerRequest(message: OwnerRequest.addAddress(String(repeating: "a", count: length)).message)
        }
        #expect(throws: Never.self) { try reading(OwnerRequest.longestLine) }
        #expect(throws: WireError.self) { try reading(OwnerRequest.longestLine + 1) }
        var bytes = OwnerRequest.account.message
        bytes[0] += 1
        #expect(throws: WireError(.unknownValue, at: 0)) { try OwnerRequest(message: bytes) }
    }
}

/// One message of each kind, with the result of decoding and encoding it again.
struct OwnerSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// Returns the bytes of the decoded message. Throws the errors of decoding.
    let rewritten: @Sendable ([UInt8]) throws -> [UInt8]

    private init<Value: WireValue & Sendable>(_ name: String, _ value: Value) {
        testDescription = name
        bytes = value.message
        rewritten = { try Value(message: $0).message }
    }

    static let all: [OwnerSample] = requests.map { OwnerSample($0, $1) } + answers.map { OwnerSample($0, $1) }

    private static let requests: [(String, OwnerRequest)] = [
        ("next notice", .nextNotice), ("watch notice", .watchNotice(7)), ("answer notice", .answerNotice(7, "alert 1")),
        ("account", .account), ("sign in", .signIn("ann", SecretBytes(utf8: "hush"), unlocks: true)),
        ("enter code", .enterCode("481516", for: "7")), ("sign out", .signOut), ("apps", .apps), ("details", .details),
        ("codes", .codes), ("turn on two-factor", .turnOnTwoFactor), ("add address", .addAddress("ann@example.com")),
        ("remove address", .removeAddress("ann@example.com")), ("stop using", .stopUsing("com.example.app")),
        ("associate", .associate(group, domains: ["webcredentials:example.com"])),
        ("register", .upgrade(.register(group, path: "/app", arguments: ["-v"], infoPlist: [60, 63]))),
        ("remove", .upgrade(.remove(group))), ("list", .upgrade(.list(reveals: true))),
        ("start", .upgrade(.start(account, .strongPassword, by: group))),
        ("settle as new", .upgrade(.settle(account, .new(2)))), ("settle as nothing", .upgrade(.settle(account, .nothing))),
    ]

    private static let answers: [(String, OwnerAnswer)] = [
        ("done", .done), ("notice", .notice(NoticeQueue.Notice(number: 7, lines: ["one", "two"], isSecret: true))),
        ("over", .over), ("an account", .account("ann")), ("no account", .account(nil)),
        ("using apps", .apps([OwnerAnswer.UsingApp(primary: "com.example.app", name: "App", address: nil)])),
        ("needs code", .needsCode("7")), ("not signed in", .notSignedIn("locked", words: "The account is locked.")),
        (
            "account details",
            .details(AccountDetails(givenName: "Ann", familyName: "Lee", email: nil, otherEmails: ["ann@example.com"]))
        ),
        ("account codes", .codes([AccountCode(code: "481516", appName: "iPad")])),
        (
            "upgrades",
            .upgrades(
                OwnerUpgrades(
                    extensions: [.init(app: "TEAM.app", path: "/app", arguments: ["-v"])],
                    pending: [
                        .init(account: account, modification: .signInWithApple, candidates: 1, passwords: ["hunter2"])
                    ]))
        ),
        ("settled", .settled(.notYet)), ("hosts", .hosts(["example.com"])),
    ]

    private static let account = OwnerUpgrade.Account(site: "example.com", user: "ann")
    private static let group: AccessGroup = {
        guard let group = AccessGroup(rawValue: "TEAM.app") else { preconditionFailure("invalid sample in a test") }
        return group
    }()
}
