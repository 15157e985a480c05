import AccountServer
import Accounts
import Chromium
import Testing

extension Walk {
    /// The console of operators, with acts of each outcome.
    static let operators = Walk("the console of operators", principal: ["/operators"]) { appearance, look in
        try await Scene.run(adjust: { $0.servesOperators = true }) { scene in
            try await scene.importAccount("anna.k")
            let lead = try await scene.newVisitor(appearance)
            try await scene.site.makeAdministrator(lead)
            try await lead.look(at: ["/operators", "/operators?q=none"] + consolePages, look)
            try await lead.order(.lock, for: "anna")
            try await look(lead, "a performed act")
            try await lead.order(.lock, for: "anna")
            try await look(lead, "an act without an effect")
            try await lead.order(.deleteAccount, for: "anna")
            try await look(lead, "a requested act")
            try await lead.look(at: ["/operators/approvals"], look)
            try await lead.open("/operators?q=lead")
            try await lead.follow(".rows a")
            try await look(lead, "the own account")

            let second = try await scene.newVisitor(appearance)
            try await scene.site.makeAdministrator(second, as: "second")
            try await second.look(at: ["/operators/approvals"], look)
            try await second.follow("form[action$='/approve'] button")
            try await look(second, "an approved act")
            try await lead.look(at: consolePages, look)

            scene.site.clock.advance(by: .seconds(601))
            try await lead.open("/operators?q=second")
            try await lead.follow(".rows a")
            try await look(lead, "an account, without recent factors")
            try await lead.follow("main a[href*='reauthenticate']")
            try await look(lead, "the proof of both factors")
        }
    }

    private static let consolePages = ["/operators/approvals", "/operators/records", "/operators/state"]
}
