import AppleIdentityEmulator
import JSONText

extension AppleServeCommand {
    /// Says where the emulator can be reached. This is the result of the command, so it goes to standard output.
    func announce(_ apple: AppleIdentityEmulator, _ demo: DemoSetup?) {
        let terminal = Terminal()
        guard !output.json else { return terminal.result(document(apple, demo), .compact) }
        terminal.result("the Sign in with Apple emulator is running on \(apple.baseURL)")
        terminal.result("")
        terminal.result("  pages      \(apple.baseURL)/")
        if let secure = apple.secureBaseURL { terminal.result("  https      \(secure)") }
        terminal.result("  issuer     \(apple.service.issuer)")
        terminal.result("  authority  \(apple.baseURL)/emulator/ca.pem")
        for account in demo?.accounts ?? [] {
            let needs = account.hasTwoFactor ? "" : "  (no two-factor: is refused)"
            terminal.result("  account    \(account.id.description.padded(to: 8))\(account.email ?? "")\(needs)")
        }
        if demo != nil { terminal.result("  password   \(DemoSetup.password), of every account") }
        if let party = demo?.party {
            terminal.result("  team       \(party.team)")
            terminal.result("  client     \(party.website?.description ?? party.app.description)")
            terminal.result("  key        \(party.keyID)\(demoKey.map { ", in \($0)" } ?? ", see --demo-key")")
        }
        terminal.result("")
        terminal.result("  Ctrl-C stops it.")
    }

    func makeDemo(in service: AppleService) throws(EmulatorRefusal) -> DemoSetup {
        guard !demoReturnURL.isEmpty else { return try DemoSetup(in: service, notificationURL: demoNotify) }
        return try DemoSetup(in: service, returnURLs: demoReturnURL, notificationURL: demoNotify)
    }

    private func document(_ apple: AppleIdentityEmulator, _ demo: DemoSetup?) -> JSONValue {
        var members: [(String, JSONValue)] = [("baseURL", .string(apple.baseURL)), ("issuer", .string(apple.service.issuer))]
        if let secure = apple.secureBaseURL { members.append(("secureBaseURL", .string(secure))) }
        if let demo {
            members.append(("accounts", .array(demo.accounts.map { .string($0.id.description) })))
            members.append(("team", .string(demo.party.team.description)))
            members.append(("app", .string(demo.party.app.description)))
            if let website = demo.party.website { members.append(("website", .string(website.description))) }
            members.append(("keyID", .string(demo.party.keyID.description)))
        }
        return .object(JSONObject(members))
    }
}

extension CommandFailure {
    /// Why the demo was not made.
    init(demo error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let refusal as EmulatorRefusal: self.init(.usage, "the demo was not made: \(refusal.message)")
        default: self.init(.failure, "the demo was not made: \(error)")
        }
    }

    /// Why the emulator did not start.
    init(_ error: EmulatorStartError) {
        switch error.code {
        case .notLoopback: self.init(.usage, error.message, hint: "--allow-others says so")
        case .address:
            self.init(.address, error.message, hint: "stop what listens there, or choose other ports: --port and --https-port")
        case .state: self.init(.store, error.message, hint: "name another file, or move this one away")
        case .certificates: self.init(.store, error.message, hint: "name another folder, or move this one away")
        }
    }
}
