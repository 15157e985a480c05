import AccountServer
import AppleIdentityEmulator
import Chromium
import DeviceSimulator
import Firefox
import ReservedPorts
import TestKit
import Testing

extension InBrowser.InFirefox {
    @Suite(
        "The principal pages in Firefox", .timeLimit(.minutes(Soak.isFull ? 120 : 20)),
        .enabled(if: AccessibilityRules.script != nil, "axe-core is not installed; scripts/setup test installs it"))
    struct FirefoxWalkTests {
        private static let ofVisitor = ["/sign-in", "/sign-up", "/password-link-expired", "/nowhere"]
        private static let ofAccount = [
            "/account", "/account/password", "/account/second-factors", "/account/passkeys/new", "/account/delete",
        ]
        private static let ofOperators = ["/operators", "/operators/approvals", "/operators/records", "/operators/state"]
        private static let ofDesk = ["/", "/dev/accounts", "/dev/log", "/dev/timeline"]

        @Test("axe-core finds nothing, nothing overflows, and the keyboard reaches everything", arguments: Appearance.ofRun)
        func walk(appearance: Appearance) async throws {
            let firefox = try #require(SharedFirefox.current)
            let stage = DeskStage()
            try await AccountSite.run(host: "localhost", desk: stage.desk, adjust: { $0.servesOperators = true }) { site in
                try await firefox.forget()
                let lead = FirefoxUser(page: firefox, origin: site.origin)
                try await lead.open("/sign-in")
                try await firefox.show(appearance)
                func look(at paths: [String]) async throws {
                    for path in paths {
                        try await lead.open(path)
                        try await Self.look(path, in: appearance, firefox)
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

        /// `make test` has one of them.
        private static let ofOtherParts = Soak.isFull ? Appearance.full : [Appearance.all[1]]

        @Test(
            "axe-core finds nothing on the pages of the emulator, nothing overflows, and the keyboard reaches everything",
            arguments: ofOtherParts)
        func emulator(appearance: Appearance) async throws {
            let firefox = try #require(SharedFirefox.current)
            try await EmulatorStage.serve { emulator in
                let paths = try await EmulatorStage.paths(of: emulator)
                emulator.service.clock.advance(by: 300)
                try await Self.show(emulator.baseURL + "/", in: appearance, firefox)
                for path in Soak.isFull ? paths : Array(paths.prefix(2)) {
                    try await firefox.open(emulator.baseURL + path)
                    try await Self.look(path, in: appearance, firefox)
                }
                #expect(try await firefox.problems(of: emulator.baseURL) == [])
                try await firefox.forget()
            }
        }

        @Test("axe-core finds nothing on the page of the phones, and it does not scroll sideways", arguments: ofOtherParts)
        func phones(appearance: Appearance) async throws {
            let firefox = try #require(SharedFirefox.current)
            try await PhoneStage.run { stage in
                let origin = "http://127.0.0.1:\(stage.port.number)"
                try await Self.show(PhoneServing.newAddress(at: origin), in: appearance, firefox)
                // Without script, the page changes only when it is loaded again.
                func see(_ isSo: () async throws -> Bool) async throws {
                    try await poll {
                        if !appearance.script { try await firefox.open(stage.address) }
                        return try await isSo()
                    }
                }
                try await firefox.open(stage.address)
                try await see { try await firefox.text("#phone-1 .screen").contains("Capitals") }
                try await Self.look("the home screen", in: appearance, firefox, isOfScreens: true)
                // The page of the passwords asks for the owner.
                try await stage.phones[0].perform(.openSettings(.passwords))
                try await see { try await firefox.count("#phone-1 .screen [role=dialog]") > 0 }
                try await Self.look("a prompt", in: appearance, firefox, isOfScreens: true)
                try await firefox.forget()
            }
        }

        /// Opens an address, and shows its site in this appearance from now on.
        private static func show(_ address: String, in appearance: Appearance, _ firefox: Firefox) async throws {
            try await firefox.forget()
            try await firefox.open(address)
            try await firefox.show(appearance)
        }

        static func look(
            _ state: String, in appearance: Appearance, _ firefox: Firefox, isOfScreens: Bool = false
        ) async throws {
            try await firefox.expectAppearance(appearance, state)
            try await firefox.expectAccessible(state, in: appearance, isOfScreens: isOfScreens)
            // The page of the phones draws itself again, which moves the focus.
            guard !isOfScreens, appearance.forcedColors || !appearance.script else { return }
            try await firefox.expectKeyboardReach("\(state), \(appearance.testDescription)")
        }
    }
}

extension Firefox {
    /// Shows the pages that it opens next on the current site in this appearance.
    func show(_ appearance: Appearance) async throws {
        try await show(
            width: appearance.size.width, colorScheme: appearance.scheme.rawValue, forcedColors: appearance.forcedColors,
            javaScript: appearance.script)
    }

    /// Waits until the page has this appearance, which its process learns later than the browser's, and checks that its scripts run or
    /// not.
    func expectAppearance(_ appearance: Appearance, _ state: String) async throws {
        try await poll { try await appearance.isOf(self) }
        let hasNoScript = try await evaluate("matchMedia('(scripting: none)').matches")
        #expect(hasNoScript == .boolean(!appearance.script), "\(state)")
    }
}
