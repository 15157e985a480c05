import AccountServer
import AppleIdentityEmulator
import DeviceScreens
import DeviceSimulator
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

    @Test("the code arrives on the user's phone alone, AutoFill offers it to the site's app alone, and it verifies the address")
    func phone() async throws {
        try await AppleBench.run(relaysMail: true) { bench, client in
            let (token, claim) = try await client.claimHiddenAddress(bench)
            let annas = try await bench.phone(of: bench.person)
            let bens = try await bench.phone(of: bench.addPerson("ben", email: "ben@example.com"))
            for phone in [annas, bens] {
                try await phone.perform(.openMail)
                #expect(phone.mail?.mails.isEmpty == true)
                try await phone.perform(.home)
            }
            await bench.system.sendMail()
            for phone in [annas, bens] { try await phone.perform(.openMail) }
            #expect(bens.mail?.account == "ben" && bens.mail?.mails.isEmpty == true)

            bens.isOnline = false
            try await bens.perform(.openMail)
            #expect(bens.mail?.account == "ben", "Mail opens without a network")

            let letter = try #require(annas.mail?.mails.first)
            #expect(annas.mail?.mails.count == 1)
            try await annas.tap(letter.subject)
            let open = try #require(annas.mail?.open)
            #expect(open.from.hasPrefix("accounts_at_example_com_"))
            #expect(open.to == bench.apple.relayAddress(of: bench.person, for: bench.team))
            let code = try #require(open.code?.text)
            #expect(letter.subject.contains(code))

            try await annas.openCodeApp(associatedWith: "other.example")
            try await annas.focus("Code")
            await annas.isSettled()
            #expect(annas.bar.isEmpty, "the code is bound to another site")

            try await annas.openCodeApp(associatedWith: "accounts.example.com")
            try await annas.focus("Code")
            await annas.isSettled()
            #expect(annas.bar == [.mailedCode(code, site: "accounts.example.com")])
            try await annas.tap(code)
            let screen = try await annas.screen { !$0.typedCode.isEmpty }
            let filled = screen.typedCode
            let verified = try await client.send(
                .post, "/v1/account/address-verification", token: token,
                json: ["secret": .string(try claim.text("secret")), "emailCode": .string(filled)])
            #expect(verified.status == 200)

            annas.advance(by: .seconds(180))
            await annas.isSettled()
            #expect(annas.bar.isEmpty, "the code is three minutes old")
            try annas.device.signOutOfAppleAccount()
            try await annas.perform(.openMail)
            #expect(annas.mail?.account == nil && annas.mail?.mails.isEmpty == true)
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

extension AppleBench {
    private static let phonePassword = "Orchard-1"

    /// A phone that the user signed in to the Apple Account.
    func phone(of person: PersonIdentifier) async throws -> Phone {
        try apple.changePassword(of: person, to: #require(AccountPassword(Self.phonePassword)))
        let device = try DeviceSimulator()
        let isSignedIn = try await device.signIn(
            toAppleAccount: person.rawValue, password: Self.phonePassword, service: emulator.baseURL
        ) { [apple] in apple.twoFactorCodes(for: person).last?.code }
        try #require(isSignedIn)
        return try Phone(device)
    }
}

extension Phone {
    /// The Mail app, while it is in front.
    fileprivate var mail: PhoneView.MailView? {
        if case .mail(let mail) = view.content { mail } else { nil }
    }

    /// Opens an app that asks for a code, and that a site names.
    fileprivate func openCodeApp(associatedWith site: String) async throws {
        let identifier = "ABCDE12345.\(site)"
        try device.put(SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(identifier)"]}}"#)), at: site)
        try await launch(CodeApp.self, as: identifier, name: site, associatedDomains: ["webcredentials:\(site)"])
    }
}

/// An app that asks for a code.
@MainActor
private final class CodeApp: ScreenApp {
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var code = "" { didSet { screenChanged() } }

    init(launch: AppLaunch) {}

    var screen: AppScreen {
        AppScreen(
            title: "Code", elements: [.field(AppTextField("code", label: "Code", text: code, textContentType: "one-time-code"))])
    }

    func receive(_ event: AppEvent) {
        if case .changed(_, let text) = event { code = text }
    }
}

extension AppScreen {
    /// The text of the only field.
    fileprivate var typedCode: String {
        elements.compactMap { if case .field(let field) = $0 { field.text } else { nil } }.joined()
    }
}
