import AccountServer
import AppleIdentityEmulator
import HTTPTypes
import JSONText
import Testing

@Suite("Mail to hidden addresses")
struct HiddenAddressTests {
    @Test("a code for a hidden address arrives in the user's mailbox and verifies the address")
    func code() async throws {
        try await AppleBench.run(relaysMail: true) { bench, client in
            let (token, claim) = try await client.claimHiddenAddress(bench)
            await bench.system.sendMail()
            let mail = try #require(bench.apple.mail(of: bench.person).first)
            #expect(bench.apple.mail(of: bench.person).count == 1)
            #expect(mail.to == bench.apple.relayAddress(of: bench.person, for: bench.team))
            #expect(mail.from.hasPrefix("accounts_at_example_com_") && mail.forwardedTo == "anna@example.com")

            let code = try #require(mail.subject.firstMatch(of: #/[A-Z0-9]{4}-[A-Z0-9]{4}/#)).output
            #expect(mail.text.split(separator: "\n").last == "@accounts.example.com #\(code)")
            let verified = try await client.send(
                .post, "/v1/account/address-verification", token: token,
                json: ["secret": .string(try claim.text("secret")), "emailCode": .string(String(code))])
            #expect(verified.status == 200)
            #expect(try verified.text("address", "verifiedAt").hasPrefix("2027-"))
        }
    }

    @Test("mail that the relay rejects leaves the queue, and the log of the emulator has the reason", arguments: [true, false])
    func rejected(isUnregistered: Bool) async throws {
        try await AppleBench.run(relaysMail: true) { bench, client in
            _ = try await client.claimHiddenAddress(bench)
            if isUnregistered {
                try bench.apple.removeEmailSource(#require(EmailSource(AppleBench.mailSender)), from: bench.team)
            } else {
                try bench.apple.setForwarding(false, for: bench.person, team: bench.team)
            }
            for _ in 0..<2 { await bench.system.sendMail() }
            let records = bench.apple.requests().filter { $0.endpoint == .relay }
            #expect(records.map(\.status) == [550])
            #expect(records.first?.error == (isUnregistered ? "unauthorized-sender" : "user-not-found"))
            #expect(bench.apple.mail(of: bench.person).isEmpty)
        }
    }
}

extension AppleBenchClient {
    /// Signs in with a hidden address, and claims that address for the account. Returns the session's token and the claim.
    fileprivate func claimHiddenAddress(_ bench: AppleBench) async throws -> (token: String, claim: Answer) {
        let token = try await signIn(bench, choices: ConsentChoices(email: .hide)).text("session", "token")
        let address = try #require(bench.apple.relayAddress(of: bench.person, for: bench.team))
        let claim = try await send(.post, "/v1/account/addresses", token: token, json: ["email": .string(address)])
        #expect(claim.status == 201)
        return (token, claim)
    }
}
