import Foundation
import Hummingbird
import NIOHTTP1
import Testing

@testable import AppleIdentityEmulator

@Suite("Mailboxes of the emulator's users")
struct RelayMailboxTests {
    @Test("a message has the rewritten sender, the relay address, the user's own address and the time")
    func message() async throws {
        let bench = try await RelayBench()
        bench.send(RelayBench.message(from: "\"Example\" <help@example.com>", subject: "Your code", text: "K7QM-2XPA"))
        let mail = try #require(bench.mail.first)
        #expect(mail.id == 1 && mail.account == bench.bench.anna && mail.receivedAt == ServiceBench.noon)
        let local = try #require(bench.address.split(separator: "@").first)
        #expect(mail.from.hasPrefix("help_at_example_com_\(local)_") && mail.from.hasSuffix("@privaterelay.appleid.com"))
        #expect(mail.fromName == "Example" && mail.to == bench.address && mail.forwardedTo == "anna@example.com")
        #expect(mail.subject == "Your code" && mail.text == "K7QM-2XPA\n")
        #expect(!"\(mail)".contains("help@example.com"))
    }

    @Test("mail to an address in the new domain is rewritten in that domain")
    func newDomain() async throws {
        var settings = AppleServiceSettings()
        settings.relayDomain = .iCloud
        let bench = try await RelayBench(settings: settings)
        #expect(bench.address.hasSuffix("@private.icloud.com"))
        #expect(bench.send() == "250 2.0.0 forwarded")
        #expect(bench.mail.first?.from.hasSuffix("@private.icloud.com") == true)
    }

    @Test("an account keeps its newest 100 messages, and 256 KiB of text")
    func capped() async throws {
        let bench = try await RelayBench()
        for number in 1...101 { bench.send(RelayBench.message(subject: "\(number)")) }
        #expect(bench.mail.count == 100 && bench.mail.first?.subject == "101" && bench.mail.last?.subject == "2")
        #expect(bench.service.mail(of: bench.bench.anna, after: 99).map(\.id) == [101, 100])
        let line = String(repeating: "x", count: 98) + "\r\n"
        let large = RelayBench.message(text: String(repeating: line, count: 1_000))
        for _ in 0..<5 { bench.send(large) }
        #expect(bench.mail.map(\.id) == [106, 105, 104])
        #expect(bench.mail.allSatisfy { $0.text.utf8.count == RelayLetter.textBytes })
    }

    @Test("all accounts together keep 4 MiB of text, the newest")
    func cappedTogether() throws {
        var register = MailRegister()
        let text = String(repeating: "x", count: RelayLetter.textBytes)
        for number in 1...100 {
            let person = try #require(PersonIdentifier("person-\(number)"))
            register.add { id in
                RelayedMail(
                    id: id, account: person, receivedAt: ServiceBench.noon, from: "", fromName: "", to: "", forwardedTo: nil,
                    subject: "",
                    text: text)
            }
        }
        #expect(register.messages.count == 4_194_304 / (65_536 + 256))
        #expect(register.messages.last?.id == 100)
        #expect(register.messages.map(\.id) == register.messages.map(\.id).sorted())
    }

    @Test("mail is part of the saved state, and numbers continue")
    func saved() async throws {
        let bench = try await RelayBench()
        bench.send()
        let service = try await AppleService(
            restoring: SavedService(json: bench.service.saved().json()), clock: bench.bench.clock, keyMaker: .reusing(RSAKeys.pem))
        #expect(service.mail(of: bench.bench.anna) == bench.mail)
        var dialogue = RelayDialogue(RelayConversation(service))
        _ = dialogue.send(RelayBench.message(), from: RelayBench.sender, to: bench.address)
        #expect(service.mail(of: bench.bench.anna).map(\.id) == [2, 1])
    }

    @Test("deleting the account deletes its mail alone")
    func deleted() async throws {
        let bench = try await RelayBench()
        bench.send()
        try bench.service.addPerson(.init(givenName: "Ben", familyName: "Okafor", email: "ben@example.com"))
        try bench.service.deleteAccount(#require(PersonIdentifier("ben")))
        #expect(bench.mail.count == 1)
        try bench.service.deleteAccount(bench.bench.anna)
        #expect(bench.mail.isEmpty)
    }

    @Test("the page shows a message as text: markup of a message is neither rendered nor loaded")
    func page() async throws {
        try await EmulatorScene.run { scene in
            let address = try scene.hide()
            let browser = try await scene.openAccount()
            #expect(try await browser.get("/account/mail").text.contains("No mail."))
            var dialogue = RelayDialogue(RelayConversation(scene.apple.service))
            let message = RelayBench.message(
                from: "\"<img src=x>\" <help@example.com>", subject: "<script>alert(1)</script>",
                text: "Your code is K7QM-2XPA.\r\n<img src=\"https://evil.example/pixel\">")
            #expect(dialogue.send(message, from: RelayBench.sender, to: address) == "250 2.0.0 forwarded")

            #expect(try await browser.get("/account").text.contains("1 message"))
            let page = try await browser.get("/account/mail")
            #expect(page.status == 200 && page.header("Content-Security-Policy") == Response.pagePolicy)
            for text in ["K7QM-2XPA", "help_at_example_com_", address, "anna@example.com", "&lt;script&gt;", "&lt;img src="] {
                #expect(page.text.contains(text), "\(text)")
            }
            for text in ["<script", "<img"] { #expect(!page.text.contains(text), "\(text)") }
        }
    }

    @Test("the page of mail shows nothing before an account is chosen, or under another host name")
    func strangers() async throws {
        try await EmulatorScene.run { scene in
            let stranger = try await Caller(scene.apple.baseURL).get("/account/mail")
            #expect(stranger.status == 303 && stranger.header("Location") == "/account")
            let foreign = try await scene.openAccount().get("/account/mail", headers: [("Host", "evil.example.com")])
            #expect(foreign.status == 403)
        }
    }

    @Test("a signed-in device receives the mail of its account; other devices and other accounts receive none")
    func devices() async throws {
        let bench = try await RelayBench()
        let service = bench.service
        let ben = try service.addPerson(.init(givenName: "Ben", familyName: "Okafor", email: "ben@example.com")).id
        for (person, device) in [(bench.bench.anna, "annas-phone"), (ben, "bens-phone")] {
            try service.changePassword(of: person, to: #require(AccountPassword("Orchard-1")))
            try service.changePerson(person) { $0.hasTwoFactor = false }
            let request = DeviceSignInRequest(
                account: person.rawValue, password: "Orchard-1", device: device, deviceName: "A phone")
            #expect(try await service.signInDevice(request).get() == .signedIn(person))
        }
        for subject in ["One", "Two"] { bench.send(RelayBench.message(subject: subject)) }
        #expect(service.mail(for: bench.bench.anna, shownBy: "annas-phone").map(\.subject) == ["Two", "One"])
        #expect(service.mail(for: bench.bench.anna, shownBy: "annas-phone", after: 1).map(\.subject) == ["Two"])
        for (person, device) in [(bench.bench.anna, "bens-phone"), (bench.bench.anna, "unknown"), (ben, "bens-phone")] {
            #expect(service.mail(for: person, shownBy: device).isEmpty, "\(person) \(device)")
        }
        service.signOutDevice("annas-phone", of: bench.bench.anna)
        #expect(service.mail(for: bench.bench.anna, shownBy: "annas-phone").isEmpty)
    }

    @Test("over HTTP, a device receives each message with its age, and not the account's own address")
    func deviceRequest() async throws {
        try await EmulatorScene.run { scene in
            let address = try scene.hide()
            let service = scene.apple.service
            try service.changePassword(of: scene.anna, to: #require(AccountPassword("Orchard-1")))
            try service.changePerson(scene.anna) { $0.hasTwoFactor = false }
            let request = DeviceSignInRequest(
                account: "anna", password: "Orchard-1", device: "annas-phone", deviceName: "A phone")
            _ = try await service.signInDevice(request).get()
            var dialogue = RelayDialogue(RelayConversation(service))
            _ = dialogue.send(RelayBench.message(text: "K7QM-2XPA"), from: RelayBench.sender, to: address)
            service.clock.advance(by: 90)
            let caller = Caller(scene.apple.baseURL)
            func mail(_ body: String) async throws -> [[String: Any]] {
                let answer = try await caller.send(.POST, "/emulator/native/device-mail", json: body)
                #expect(answer.status == 200)
                return try #require(answer.json["mail"] as? [[String: Any]])
            }
            let received = try await mail(#"{"account":"anna","device":"annas-phone"}"#)
            #expect(received.map { $0["age"] as? Int } == [90] && received.map { $0["id"] as? Int } == [1])
            #expect(received.first?["text"] as? String == "K7QM-2XPA\n" && received.first?["to"] as? String == address)
            #expect(received.first.map { Set($0.keys) } == ["id", "age", "from", "fromName", "to", "subject", "text"])
            #expect(try await mail(#"{"account":"anna","device":"annas-phone","after":1}"#).isEmpty)
            #expect(try await mail(#"{"account":"anna","device":"thief"}"#).isEmpty)
            let foreign = try await caller.send(.POST, "/emulator/native/device-mail", json: #"{"account":"anna"}"#)
            #expect(foreign.status == 400)
        }
    }

    @Test("a message of one mebibyte is either rejected or cut to the length of a text")
    func large() async throws {
        let bench = try await RelayBench()
        let line = String(repeating: "x", count: 98) + "\r\n"
        #expect(bench.send(RelayBench.message(text: String(repeating: line, count: 10_486))).hasPrefix("552"))
        #expect(bench.mail.isEmpty)
        #expect(bench.send(RelayBench.message(text: String(repeating: line, count: 10_400))).hasPrefix("250"))
        #expect(bench.mail.map(\.text.utf8.count) == [RelayLetter.textBytes])
    }

    @Test("the admin interface returns an account's mail, also only the new part")
    func admin() async throws {
        try await EmulatorScene.run { scene in
            let address = try scene.hide()
            let admin = Caller(scene.apple.baseURL)
            func mail(_ query: String = "") async throws -> [[String: Any]] {
                let answer = try await admin.get("/emulator/accounts/anna/mail" + query)
                return try #require(answer.json["mail"] as? [[String: Any]])
            }
            #expect(try await mail().isEmpty)
            for subject in ["One", "Two"] {
                var dialogue = RelayDialogue(RelayConversation(scene.apple.service))
                _ = dialogue.send(RelayBench.message(subject: subject, text: "K7QM-2XPA"), from: RelayBench.sender, to: address)
            }
            #expect(try await mail().map { $0["subject"] as? String } == ["Two", "One"])
            let new = try await mail("?after=1")
            #expect(new.map { $0["id"] as? Int } == [2] && new.first?["text"] as? String == "K7QM-2XPA\n")
            #expect(new.first?["to"] as? String == address && new.first?["account"] as? String == "anna")
            #expect(try await admin.get("/emulator/accounts/unknown/mail").status == 404)
            let foreign = try await admin.get("/emulator/accounts/anna/mail", headers: [("Host", "evil.example.com")])
            #expect(foreign.status == 403)
        }
    }
}

extension EmulatorScene {
    /// Anna hides the address from the shop, which may write to it from example.com. Returns the relay address.
    func hide() throws -> String {
        let request = NativeSignInRequest(client: shop.app, person: anna, scopes: [.email], choices: ConsentChoices(email: .hide))
        _ = try apple.service.signInNatively(request).get()
        try apple.service.addEmailSource(#require(EmailSource("example.com")), to: shop.team)
        return try #require(apple.service.relayAddress(of: anna, for: shop.team))
    }
}
