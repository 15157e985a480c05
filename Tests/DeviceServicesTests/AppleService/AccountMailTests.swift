import Dispatch
import Synchronization
import Testing
import WebClient

@testable import DeviceServices

@Suite("A device's mail from Apple's service") struct AccountMailTests {
    private static let message = """
        {"id":7,"age":3,"from":"help_at_example_com@privaterelay.appleid.com","fromName":"Shop","to":"d@privaterelay.appleid.com",
        "subject":"Your code","text":"K7QM-2XPA\\n\\tend"}
        """

    @Test("requests the mail after a number with the account and the device's identifier, and parses it")
    func parsed() async throws {
        let sent = Mutex((path: "", body: ""))
        let mail = try await Self.mail("{\"mail\":[\(Self.message)]}", after: 6) { request in
            sent.withLock { $0 = (request.url.target, String(decoding: request.body, as: UTF8.self)) }
        }
        #expect(mail.map(\.id) == [7] && mail.map(\.age) == [3] && mail.map(\.subject) == ["Your code"])
        #expect(mail.map(\.text) == ["K7QM-2XPA\n\tend"])
        let (path, body) = sent.withLock(\.self)
        #expect(path == "/emulator/native/device-mail")
        for part in [#""account":"jane""#, #""device":"secret""#, #""after":6"#] { #expect(body.contains(part), "\(part)") }
        #expect(try await Self.mail("{\"mail\":[]}", after: 6).isEmpty)
    }

    @Test(
        "rejects a response with a malformed message",
        arguments: [
            ("\"id\":7", "\"id\":0"), ("\"id\":7", "\"id\":-7"), ("\"id\":7", "\"id\":6"), ("\"id\":7", "\"id\":\"7\""),
            ("\"age\":3", "\"age\":-1"), ("\"age\":3", "\"age\":9223372036854775807"), ("\"age\":3", "\"years\":3"),
            ("Your code", "Your\\ncode"), ("Your code", "Your\\u0000code"), ("Shop", "Sh\\u001bop"), ("Shop", "Sh\\top"),
            ("d@privaterelay", "d\\r@privaterelay"), ("help_at", "help\\u0007at"), ("\\tend", "\\u001b[2J"), ("{", "["),
        ])
    func malformed(old: String, new: String) async {
        let broken = Self.message.replacing(old, with: new, maxReplacements: 1)
        #expect(broken != Self.message)
        await #expect(throws: AppleServiceFailure.malformed) { try await Self.mail("{\"mail\":[\(broken)]}", after: 6) }
    }

    @Test("rejects texts that are too long", arguments: ["subject", "fromName", "text"])
    func tooLong(_ member: String) async throws {
        let limit = member == "text" ? AccountMail.longestText : AccountMail.longestLine
        for length in [limit, limit + 1] {
            let text = String(repeating: "x", count: length)
            var parts = ["fromName": "", "subject": "", "text": ""]
            parts[member] = text
            let message = AccountMail(
                id: 1, age: 0, from: "a@example.com", fromName: parts["fromName"] ?? "", to: "b@example.com",
                subject: parts["subject"] ?? "", text: parts["text"] ?? "")
            #expect((message != nil) == (length == limit))
        }
        let old = ["subject": "Your code", "fromName": "Shop", "text": "K7QM-2XPA"][member] ?? ""
        let long = Self.message.replacing(old, with: String(repeating: "x", count: limit + 1), maxReplacements: 1)
        await #expect(throws: AppleServiceFailure.malformed) { try await Self.mail("{\"mail\":[\(long)]}", after: 6) }
    }

    @Test("rejects too many messages, and messages that are not newest first")
    func order() async throws {
        func list(_ ids: [Int]) -> String {
            let messages = ids.map { Self.message.replacing("\"id\":7", with: "\"id\":\($0)") }
            return "{\"mail\":[\(messages.joined(separator: ","))]}"
        }
        #expect(try await Self.mail(list(Array((1...100).reversed())), after: 0).count == 100)
        for ids in [Array((1...101).reversed()), [1, 2], [2, 2]] {
            await #expect(throws: AppleServiceFailure.malformed) { try await Self.mail(list(ids), after: 0) }
        }
    }

    /// On its own thread, as on a phone: the client blocks.
    private static func mail(
        _ body: String, after id: Int, seeing see: @escaping @Sendable (WebRequest) -> Void = { _ in }
    ) async throws -> [AccountMail] {
        let client = try AppleServiceClient(transport: OneAnswer(status: 200, body: body, see: see), base: "http://localhost")
        let account = try #require(AppleAccount(rawValue: "jane"))
        return try await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<[AccountMail], AppleServiceFailure>, Never>) in
            DispatchQueue(label: "test").async {
                continuation.resume(
                    returning: Result { () throws(AppleServiceFailure) in
                        try client.mail(of: account, shownBy: "secret", after: id)
                    })
            }
        }.get()
    }
}
