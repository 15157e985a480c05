import DeviceScreens
import DeviceServices
import Testing
import UpgradableShop

@testable import DeviceSimulator

/// What a person sees of upgrades, with an app, its extension and its server. After each the saved password signs in, whatever became of it.
@Suite("Upgrading accounts on a phone", .timeLimit(.minutes(5))) struct PhoneUpgradeTests {
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

    @Test("an extension that needs the person shows its view, and lets a wrong code be tried again")
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

    @Test("cancelling the extension's view leaves everything as it was")
    func cancelled() async throws {
        let scene = try await UpgradeScene(.wantsCode("123456"))
        try await scene.openRecommendation()
        try await scene.phone.tap("Use Strong Password")
        try await scene.phone.screen(titled: "Confirm")
        try await scene.phone.tap("Cancel")
        try await scene.ended(.cancelled)
        #expect(scene.isAsBefore)
    }

    @Test("going elsewhere cancels too")
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
        "a server that refuses, or is not reached, leaves everything as it was, and the person is told",
        arguments: [
            (.refusing(reason: "The shop is closed."), .failed, "The shop is closed. Your password is as it was."),
            (.refusing(reason: nil), .open, "Shop does not say how it ended. Your password is kept"),
            (.away, .open, "Shop does not say how it ended. Your password is kept"),
        ] as [(ShopServer.Mood, PhoneView.UpgradeProgress.Stage, String)])
    func refused(mood: ShopServer.Mood, stage: PhoneView.UpgradeProgress.Stage, words: String) async throws {
        let scene = try await UpgradeScene(mood)
        try await scene.openRecommendation()
        try await scene.phone.tap("Use Strong Password")
        #expect(try await scene.ended(stage).text.hasPrefix(words))
        #expect(scene.isAsBefore)
        // Tried again, it is the same change that is asked for.
        scene.server.mood = .willing
        try await scene.phone.tap("Use Strong Password")
        try await scene.ended(.done)
        #expect(scene.savedPasswordSignsIn && !scene.isAsBefore)
    }

    @Test("without a network the person reads that the device is offline, and the password is as it was")
    func offline() async throws {
        let scene = try await UpgradeScene(.away)
        try await scene.openRecommendation()
        scene.phone.isOnline = false
        try await scene.phone.tap("Use Strong Password")
        #expect(try await scene.ended(.open).text.hasPrefix("Shop does not say how it ended: this device is offline."))
        #expect(scene.isAsBefore)
    }

    @Test("an extension that crashes leaves everything as it was")
    func crash() async throws {
        let scene = try await UpgradeScene()
        try scene.replaceExtension(by: CrashingProgram())
        try await scene.openRecommendation()
        try await scene.phone.tap("Use Strong Password")
        let progress = try await scene.ended(.open)
        #expect(progress.text.contains("Your password is kept"))
        #expect(scene.isAsBefore)
    }

    @Test(
        "an answer that was lost is found out when the device is opened the next time, or is online again",
        arguments: [true, false])
    func answerLost(byLock: Bool) async throws {
        let scene = try await UpgradeScene(.answerLost, canBeAsked: false)
        let phone = scene.phone
        try await scene.openRecommendation()
        try await phone.tap("Use Strong Password")
        try await scene.ended(.open)
        #expect(scene.savedPassword == "password1" && !scene.savedPasswordSignsIn)
        scene.probe.canBeAsked = true
        // The server may have been asked in vain just before, and is not asked again for a while.
        phone.advance(by: .seconds(UpgradeDesk.pause + 1))
        if byLock {
            try await phone.perform(.lock)
            try await phone.showFace()
        } else {
            phone.isOnline = false
            phone.isOnline = true
        }
        try await scene.waitUntilSettled()
        #expect(scene.savedPasswordSignsIn)
    }

    @Test("signing in with a weak password is followed by a question, which does the same")
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

    @Test("no question comes where the extension's Info.plist declines it, or the app has none")
    func declined() async throws {
        var silent = ShopExtension.information
        silent.declinesPromptsAtSignIn = true
        for information in [silent, nil] {
            let scene = try await UpgradeScene(information: information)
            try await scene.signIn()
            try await scene.phone.screen(titled: "Welcome")
            await scene.phone.isSettled()
            // Whoever is asked whether the password is weak has answered by the time that the next one is.
            // What the phone shows does not change with that, so that there is nothing else to wait for.
            while !scene.phone.hasNoWatchedSignIn { await Task.yield() }
            #expect(scene.phone.view.upgradeQuestion == nil)
        }
    }

    @Test("an app asks for it from a screen of its own, with the extension's view over it", arguments: [true, false])
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

    @Test("an app with a wrong Info.plist of its extension is not installed, with what and where")
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
            let refusal = await #expect(throws: PhoneRefusal.self) {
                try await phone.install(UpgradableShopApp.installation(of: server, information: information))
            }
            #expect(refusal?.description.contains(words) == true)
        }
        #expect(phone.view.content == .home([]))
    }

    @Test("a leaked password is said to be leaked, and the site's page is found")
    func leaked() async throws {
        let scene = try await UpgradeScene()
        scene.phone.device.savePassword("fw-Mb7-qqz-LL4-pow", user: "bert", site: scene.server.site)
        scene.phone.device.leakedPasswords = ["fw-Mb7-qqz-LL4-pow": 12]
        try await scene.openRecommendation(of: "bert")
        #expect(scene.page?.recommendation.headline == "Leaked password")
        #expect(scene.page?.recommendation.reason.contains("12 times") == true)
    }
}
