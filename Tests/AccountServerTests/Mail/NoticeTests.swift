import HTTPTypes
import InternetAddresses
import JSONText
import Mail
import Testing

@testable import AccountServer

@Suite("Notices")
struct NoticeTests {
    @Test(
        "a notice has the IP address that a trusted proxy reports, and otherwise the one of the connection",
        arguments: [(["127.0.0.0/8"], "198.51.100.7"), ([], "127.0.0.1")] as [([String], String)])
    func address(_ trusted: [String], _ expected: String) async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox) { $0.trustedProxies = try trusted.map { try IPNetwork($0) } }
        try await bench.run { client in
            _ = try await bench.anna(client, mailbox)
            let signedIn = try await client.send(
                .post, "/v1/sessions",
                json: ["username": "anna.k", "password": .string(ServerBench.password), "deviceName": "Telephone"],
                headers: [.xForwardedFor: "198.51.100.7"])
            #expect(signedIn.status == .created)
            await bench.system.sendMail()
            let content = try #require(mailbox.messages.last).content
            #expect(content.subject == "New sign-in")
            // The invisible characters prevent automatic links.
            let address = expected.replacing(".", with: ".\u{200C}")
            #expect(content.text.contains("Device: \u{2068}Telephone\u{2069}\nIP address: \u{2068}\(address)\u{2069}\n"))
            #expect(content.html.contains("<bdi>\(address)</bdi>"))
        }
    }

    @Test("the notices of new devices change with recent authentication only, and no other notice can be turned off")
    func newDeviceNotices() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register("anna.k")
            let own = try await client.send(.get, "/v1/account", token: token)
            #expect(own.json["account"]?["newDeviceNotices"] == true)
            for isOn in [true, false, true, false] {
                let answer = try await client.send(.patch, "/v1/account", token: token, json: ["newDeviceNotices": .boolean(isOn)])
                #expect(answer.status == .ok && answer.json["account"]?["newDeviceNotices"] == .boolean(isOn))
            }
            for body: JSONValue in [["passwordNotices": false], ["newDeviceNotices": "off"], ["newDeviceNotices": .null]] {
                #expect(try await client.send(.patch, "/v1/account", token: token, json: body).status == .badRequest)
            }
            bench.clock.advance(by: .seconds(601))
            let late = try await client.send(
                .patch, "/v1/account", token: token, json: ["newDeviceNotices": true, "language": "de"])
            #expect(late.status == .forbidden && late.code == "reauthentication-required")
            let account = try await client.send(.get, "/v1/account", token: token).json["account"]
            #expect(account?["newDeviceNotices"] == false && account?["language"] == .null)
        }
    }
}
