import AccountServer
import Accounts
import Chromium
import Testing

extension InBrowser {
    @Suite("The console of operators in a browser")
    struct OperatorConsolePageTests {
        private static let pages = ["/operators", "/operators/approvals", "/operators/records", "/operators/state"]

        @Test("an operator locks an account and requests its deletion with forms alone")
        func withoutScript() async throws {
            try await Scene.run(adjust: { $0.servesOperators = true }) { scene in
                try await scene.importAccount("anna.k")
                let lead = try await scene.newVisitor(script: false)
                try await scene.site.makeAdministrator(lead)
                try await lead.order(.lock, for: "anna")
                #expect(try await lead.codes == ["performed"])
                try await lead.order(.deleteAccount, for: "anna")
                #expect(try await lead.codes == ["requested"])
                try await lead.open("/operators/approvals")
                try await lead.follow("form[action$='/decline'] button")
                #expect(try await lead.codes == ["declined"])
            }
        }

        @Test(
            "no page scrolls sideways, and every target is at least 44 pixels high",
            arguments: [Appearance.smallPhone, PageSize.desktop])
        func layout(size: PageSize) async throws {
            try await Scene.run(adjust: { $0.servesOperators = true }) { scene in
                try await scene.importAccount("anna.k")
                let lead = try await scene.newVisitor(size: size)
                try await scene.site.makeAdministrator(lead)
                try await lead.order(.deleteAccount, for: "anna")
                let account = try await lead.path
                for path in [account] + Self.pages {
                    try await lead.open(path)
                    try await lead.expectNoSidewaysScrolling()
                    #expect(try await lead.smallTargets == [], "\(path)")
                }
            }
        }

        @Test("text has sufficient contrast, in light and dark mode", arguments: [ColorScheme.light, .dark])
        func colors(scheme: ColorScheme) async throws {
            try await Scene.run(adjust: { $0.servesOperators = true }) { scene in
                try await scene.importAccount("anna.k")
                let lead = try await scene.newVisitor(colorScheme: scheme)
                try await scene.site.makeAdministrator(lead)
                try await lead.order(.lock, for: "anna")
                let account = try await lead.path
                for path in [account] + Self.pages {
                    try await lead.open(path)
                    try await lead.expectReadable(scheme)
                }
            }
        }
    }
}
