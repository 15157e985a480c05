import DeviceScreens
import DeviceServices
import Testing
import UpgradableShop

@testable import DeviceSimulator

/// What a user sees of upgrades, with an app, its extension and its server. After each test, the saved password signs in,
/// regardless of the result.
@Suite("Upgrading accounts on a phone", .timeLimit(.minutes(20))) struct PhoneUpgradeTests {
    @Test("one tap in Settings gives the account a strong password")
    func strongPassword() async throws {
        let scene = try await UpgradeScene()
        try await scene.openRecommendation()
        let page = try #require(scene.page)
        #expect(page.recommendation.severity == .high && !page.recommendation.reason.isEmpty)
        #expect(Set(page.remedies.map(\.kind)) == [.signInWithApple, .strongPassword, .byHand])
        try await scene.phone.tap("Use Strong Password")
        try await scene.ended(.done)
        #expect(scene.savedPasswordSignsIn && scene.server.password(of: "anna")?.count == 20)
        try await scene.phone.tap("Security Recommendations")
        try await scene.phone.wait { $0.settings?.recommendations == [] }
    }

    @Test("an extension that needs the user shows its view, and accepts a second attempt after a wrong code")
    func secondFactor() async throws {
        let scene = try await UpgradeScene(.wantsCode("123456"))
        let phone = scene.phone
        try await scene.openRecommendation()
        try await phone.tap("Use Strong Password")
        try await phone.type("111111", into: "Code")
        try await phone.tap("Continue")
        try await phone.screen { $0.elements.contains(.text(.init("That is not the code.", style: .error))) }
        #expect(scene.isAsBefore)
        try await phone.type("123456", into: "Code")
        try await phone.tap("Continue")
        try await scene.ended(.done)
        #expect(scene.savedPasswordSignsIn && !scene.isAsBefore)
    }

    @Test("cancelling the extension's view changes nothing")
    func cancelled() async throws {
        let scene = try await UpgradeScene(.wantsCode("123456"))
        try await scene.openRecommendation()
        try await scene.phone.tap("Use Strong Password")
        try await scene.phone.screen(titled: "Confirm")
        try await scene.phone.tap("Cancel")
        try await scene.ended(.cancelled)
        #expect(scene.isAsBefore)
    }

    @Test("leaving the view cancels it, too")
    func elsewhere() async throws {
        let scene = try await UpgradeScene(.wantsCode("123456"))
        try await scene.openRecommendation()
        try await scene.phone.tap("Use Strong Password")
        try await scene.phone.screen(titled: "Confirm")
        try await scene.phone.perform(.home)
        try await scene.phone.perform(.openSettings(.recommendation))
        try await scene.phone.showFace()
        try await scene.ended(.cancelled)
        #expect(scene.isAsBefore)
    }

    @Test(
        "if a server rejects the upgrade or is unreachable, nothing changes, and the user sees why",
        arguments: [
            (.rejecting(reason: "The shop is closed."), .failed, "The shop is closed. Your saved password is kept. Go to Settings"),
            (.rejecting(reason: nil), .open, "Shop did not confirm the change. Your saved password is kept"),
            (.away, .open, "Shop did not confirm the change. Your saved password is kept"),
        ] as [(ShopServer.Behaviour, PhoneView.UpgradeProgress.Stage, String)])
    func rejected(behaviour: ShopServer.Behaviour, stage: PhoneView.UpgradeProgress.Stage, words: String) async throws {
        let scene = try await UpgradeScene(behaviour)
        try await scene.openRecommendation()
        try await scene.phone.tap("Use Strong Password")
        #expect(try await scene.ended(stage).text.hasPrefix(words))
        #expect(scene.isAsBefore)
        // Another attempt requests the same change.
        scene.server.behaviour = .willing
        try await scene.phone.tap("Use Strong Password")
        try await scene.ended(.done)
        #expect(scene.savedPasswordSignsIn && !scene.isAsBefore)
    }

    @Test("without a network, the user sees that the device is offline, and the password stays")
    func offline() async throws {
        let scene = try await UpgradeScene(.away)
        try await scene.openRecommendation()
        scene.phone.isOnline = false
        try await scene.phone.tap("Use Strong Password")
        #expect(try await scene.ended(.open).text.hasPrefix("Shop did not confirm the change: this device is offline."))
        #expect(scene.isAsBefore)
    }

    @Test("a crash of the extension changes nothing")
    func crash() async throws {
        let scene = try await UpgradeScene()
        try scene.replaceExtension(by: CrashingProgram())
        try await scene.openRecommendation()
        try await scene.phone.tap("Use Strong Password")
        let progress = try await scene.ended(.open)
        #expect(progress.text.contains("Your saved password is kept"))
        #expect(scene.isAsBefore)
    }

    /// How the user finds out the outcome after a lost response.
    enum Finding: CaseIterable, Sendable {
        /// The user reports in Settings what works.
        case said
        /// The user signs in to the app with the new password, and saves it.
        case signedIn
        /// The user repeats the upgrade at a server without idempotency keys, which rejects the old password, and then reports
        /// what works.
        case again
    }

    @Test(
        "a lost response loses no password: the user sees both, and the phone contacts no server",
        arguments: Finding.allCases)
    func answerLost(finding: Finding) async throws {
        let scene = try await UpgradeScene(.answerLost)
        let phone = scene.phone
        try await scene.openRecommendation()
        try await phone.tap("Use Strong Password")
        try await scene.ended(.open)
        #expect(scene.savedPassword == "password1" && !scene.savedPasswordSignsIn)
        let new = try #require(scene.server.password(of: "anna"))
        let password = try await scene.openPasswords()
        #expect(password.possibleEnds == [.newPassword(new), .asSaved, .unknown])
        switch finding {
        case .said: try await phone.tap("New Password Works")
        case .signedIn:
            try await phone.open("ABCDE12345.com.example.safe")
            try await phone.type("anna", into: "User Name")
            try await phone.type(new, into: "Password")
            try await phone.tap("Log In")
            try await phone.wait { view in
                view.overlays.contains { if case .saveQuestion = $0 { true } else { false } }
            }
            try await phone.tap("Update Password")
        case .again:
            scene.server.behaviour = .willing
            for title in ["Security Recommendations", "anna", "Use Strong Password"] { try await phone.tap(title) }
            try await scene.ended(.failed)
            #expect(try await scene.openPasswords() == password)
            try await phone.tap("New Password Works")
        }
        _ = try await scene.openPasswords()
        let view = try await phone.wait { $0.settings?.passwords.first { $0.user == "anna" }?.possibleEnds == [] }
        #expect(view.settings?.passwords.first { $0.user == "anna" }?.earlier == ["password1"])
        #expect(scene.savedPassword == new && scene.savedPasswordSignsIn)
    }

    @Test("“Saved Password Works” is accepted after former passwords expired, and “None of These Works” keeps every password")
    func saidToBeAsSaved() async throws {
        for isUnknown in [false, true] {
            let scene = try await UpgradeScene(.away)
            let phone = scene.phone
            try await scene.openRecommendation()
            try await phone.tap("Use Strong Password")
            try await scene.ended(.open)
            let shown = try await scene.openPasswords()
            if !isUnknown {
                await #expect(throws: PhoneError.self) { try await phone.tap("Saved Password Works") }
                #expect(try await scene.openPasswords().possibleEnds.count == 3)
                phone.advance(by: .seconds(PendingUpgradeResolution.settlingTime + 1))
            }
            try await phone.tap(isUnknown ? "None of These Works" : "Saved Password Works")
            let view = try await phone.wait { $0.settings?.passwords.first { $0.user == "anna" }?.possibleEnds == [] }
            let password = try #require(view.settings?.passwords.first { $0.user == "anna" })
            #expect(password.password == "password1")
            #expect([.newPassword(password.earlier.first ?? ""), .asSaved, .unknown] == shown.possibleEnds)
        }
    }

    @Test("an interrupted conversion removes the password only if the user reports it and the app uses the Apple Account")
    func conversionBrokenOff() async throws {
        let scene = try await UpgradeScene()
        let phone = scene.phone
        try scene.replaceExtension(by: CrashingProgram(), forApple: true)
        #expect(await phone.device.convertToSignInWithApple("anna", at: scene.server.site) == .failed(nil))
        #expect(try await scene.openPasswords().possibleEnds == [.signInWithApple, .asSaved, .unknown])
        // No app here uses the Apple Account.
        await #expect(throws: PhoneError.self) { try await phone.tap("Sign in with Apple Works") }
        #expect(scene.isAsBefore)
    }

    @Test("signing in with a weak password is followed by a notice that offers the same upgrade")
    func signIn() async throws {
        let scene = try await UpgradeScene()
        let phone = scene.phone
        try await scene.signIn()
        let view = try await phone.wait { $0.upgradeQuestion != nil }
        #expect(view.upgradeQuestion?.remedies.map(\.kind) == [.signInWithApple, .strongPassword])
        try await phone.tap("Use Strong Password")
        try await phone.wait { $0.upgradeQuestion?.progress?.stage == .done }
        try await phone.tap("Done")
        #expect(scene.savedPasswordSignsIn && !scene.isAsBefore)
        try await phone.tap("Sign Out")
        try await scene.signIn()
        await phone.isSettled()
        #expect(phone.view.upgradeQuestion == nil)
    }

    @Test("there is no notice if the extension's Info.plist opts out, or the app has no extension")
    func declined() async throws {
        var silent = ShopExtension.information
        silent.declinesPromptsAtSignIn = true
        for information in [silent, nil] {
            let scene = try await UpgradeScene(information: information)
            try await scene.signIn()
            try await scene.phone.screen(titled: "Welcome")
            await scene.phone.isSettled()
            // Each check has ended before the next one starts. The view does not change with it.
            await scene.phone.settled { $0.state.entries.allSatisfy { $0.signIn == nil } }
            #expect(scene.phone.view.upgradeQuestion == nil)
        }
    }

    @Test("an app starts an upgrade from its own screen, and the extension's view covers it", arguments: [true, false])
    func fromApp(isCancelled: Bool) async throws {
        let scene = try await UpgradeScene(.wantsCode("123456"))
        let phone = scene.phone
        try await scene.signIn()
        try await phone.tap("Not Now")
        try await phone.tap("Make My Account Safer")
        try await phone.screen(titled: "Confirm")
        if isCancelled {
            try await phone.tap("Cancel")
            try await phone.screen { $0.elements.contains(.text(.init("Not safer: 1."))) }
            #expect(scene.isAsBefore)
        } else {
            try await phone.type("123456", into: "Code")
            try await phone.tap("Continue")
            try await phone.screen { $0.elements.contains(.text(.init("Safer now: anna."))) }
            #expect(scene.savedPasswordSignsIn && !scene.isAsBefore)
        }
    }

    @Test("an app whose extension has a malformed Info.plist is not installed, and the error names the key and the reason")
    func badPlist() async throws {
        let server = ShopServer([:])
        let phone = try Phone()
        for (information, words) in [
            (ExtensionInformation(), "neither"),
            (
                ExtensionInformation(supportsStrongPassword: true, passwordRules: "minlength: many;"),
                "PasswordGenerationRequirements"
            ),
        ] {
            let rejection = await #expect(throws: PhoneError.self) {
                try await phone.install(UpgradableShopApp.installation(of: server, information: information))
            }
            #expect(rejection?.description.contains(words) == true)
        }
        #expect(phone.view.content == .home([]))
    }

    @Test("a leaked password is reported as leaked, and the site's change-password page is found")
    func leaked() async throws {
        let scene = try await UpgradeScene()
        scene.phone.device.savePassword("fw-Mb7-qqz-LL4-pow", user: "bert", site: scene.server.site)
        scene.phone.device.leakedPasswords = ["fw-Mb7-qqz-LL4-pow": 12]
        try await scene.openRecommendation(of: "bert")
        #expect(scene.page?.recommendation.headline == "Leaked password")
        #expect(scene.page?.recommendation.reason.contains("12 times") == true)
    }
}
