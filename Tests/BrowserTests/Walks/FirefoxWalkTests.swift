import AccountServer
import Chromium
import Firefox
import Testing

extension InBrowser {
    @Suite(
        "The principal pages in Firefox", .timeLimit(.minutes(20)),
        .enabled(if: Firefox.program.path != nil, "no Firefox is installed; scripts/setup test installs it"),
        .enabled(if: AccessibilityRules.script != nil, "axe-core is not installed; scripts/setup test installs it"), .sharedFirefox)
    struct FirefoxWalkTests {
        private static let ofVisitor = ["/sign-in", "/sign-up", "/password-link-expired", "/nowhere"]
        private static let ofAccount = [
            "/account", "/account/password", "/account/second-factors", "/account/passkeys/new", "/account/delete",
        ]
        private static let ofOperators = ["/operators", "/operators/approvals", "/operators/records", "/operators/state"]
        private static let ofDesk = ["/", "/dev/accounts", "/dev/log", "/dev/timeline"]

        @Test("axe-core finds nothing, and nothing overflows", arguments: Appearance.all.filter(\.script))
        func walk(appearance: Appearance) async throws {
            let firefox = try #require(SharedFirefox.current)
            let stage = DeskStage()
            try await AccountSite.run(host: "localhost", desk: stage.desk, adjust: { $0.servesOperators = true }) { site in
                try await firefox.forget()
                let lead = FirefoxUser(page: firefox, origin: site.origin)
                try await lead.open("/sign-in")
                try await firefox.show(
                    width: appearance.size.width, colorScheme: appearance.scheme.rawValue, forcedColors: appearance.forcedColors)
                func look(at paths: [String]) async throws {
                    for path in paths {
                        try await lead.open(path)
                        #expect(try await appearance.isOf(firefox), "\(path)")
                        try await firefox.expectToFit(path)
                        #expect(try await firefox.objections(forcedColors: appearance.forcedColors) == [], "\(path)")
                    }
                }
                try await look(at: Self.ofVisitor)
                try await site.makeAdministrator(lead)
                try await look(at: Self.ofAccount + Self.ofOperators)
                try await lead.open("/operators?q=lead")
                try await lead.follow(".rows a")
                try await look(at: [lead.path])
                let trace = stage.recordFailedSignIn()
                try await lead.open(stage.desk.newAddress(at: ""))
                try await look(at: Self.ofDesk + [trace])
                #expect(try await firefox.problems(of: site.origin) == [])
                try await firefox.forget()
            }
        }
    }
}
