import Accounts
import AccountServer
import Chromium
import InternetAddresses
import Secrets
import Testing

extension InBrowser {
    @Suite("The console of operators in a browser")
    struct OperatorConsolePageTests {
        private static let pages = ["/operators", "/operators/approvals", "/operators/records", "/operators/state"]
        private static let smallPhone = PageSize(width: 320, height: 568, mobile: true)

        /// Signs an administrator in with a second factor.
        private func operating(_ visitor: Visitor, in scene: Scene) async throws {
            try await visitor.signUp(as: "lead")
            try await visitor.turnOnAuthenticatorApp(scene.site.clock)
            let stores = scene.site.system.service.stores
            let account = try #require(try await stores.account(named: UserNameKey("lead")))
            let record = OperatorRecord(
                id: OperatorRecordID(random: SystemRandomBytes()), kind: .roleGranted, role: .administrator,
                at: scene.site.clock.now, actor: nil, account: account.id,
                client: Client(address: .loopback, deviceName: "test"))
            try #require(try await stores.setOperatorRole(record))
        }

        /// Orders an act for the account that a search finds.
        private func order(_ act: OperatorAct, by visitor: Visitor) async throws {
            try await visitor.open("/operators?q=anna")
            try await visitor.follow(".rows a")
            try await visitor.page.evaluate("document.querySelector('#act').value = '\(act.rawValue)'")
            try await visitor.page.fill("#reason", String(repeating: "Case-7-", count: 60))
            try await visitor.submit()
        }

        @Test("an operator locks an account and requests its deletion with forms alone")
        func withoutScript() async throws {
            try await Scene.run(adjust: { $0.servesOperators = true }) { scene in
                try await scene.importAccount("anna.k")
                let lead = try await scene.newVisitor(script: false)
                try await operating(lead, in: scene)
                try await order(.lock, by: lead)
                #expect(try await lead.codes == ["performed"])
                try await order(.deleteAccount, by: lead)
                #expect(try await lead.codes == ["requested"])
                try await lead.open("/operators/approvals")
                try await lead.follow("form[action$='/decline'] button")
                #expect(try await lead.codes == ["declined"])
            }
        }

        @Test(
            "no page scrolls sideways, and every target is at least 44 pixels high", arguments: [smallPhone, PageSize.desktop])
        func layout(size: PageSize) async throws {
            try await Scene.run(adjust: { $0.servesOperators = true }) { scene in
                try await scene.importAccount("anna.k")
                let lead = try await scene.newVisitor(size: size)
                try await operating(lead, in: scene)
                try await order(.deleteAccount, by: lead)
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
                try await operating(lead, in: scene)
                try await order(.lock, by: lead)
                let account = try await lead.path
                for path in [account] + Self.pages {
                    try await lead.open(path)
                    try await lead.expectReadable(scheme)
                }
            }
        }
    }
}
