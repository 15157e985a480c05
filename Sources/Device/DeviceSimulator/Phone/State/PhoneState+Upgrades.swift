import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import PasswordManager

/// Account upgrades by the apps' extensions: their start, views and results.
extension PhoneState {
    // MARK: - Starting

    /// Starts the remedy at an index of the visible list.
    mutating func chooseRemedy(_ place: Int) throws(PhoneError) {
        try uncovered(by: [.prompt, .sheet, .appExtension, .page])
        if let question {
            guard question.upgrade == nil, question.remedies.indices.contains(place) else {
                throw PhoneError(.nothingThere, "no such remedy")
            }
            let number = try begin(question.remedies[place], for: question.recommendation.credential)
            self.question?.upgrade = number
            return
        }
        guard front == .settings(.recommendation), let page = recommendationPage, let opened = openedRecommendation,
            page.progress?.stage != .done
        else { throw PhoneError(.nothingThere, "no recommendation is open") }
        let remedies = recommendation(named: page.recommendation.id)?.remedies ?? opened.remedies
        guard remedies.indices.contains(place) else { throw PhoneError(.nothingThere, "no such remedy") }
        _ = try begin(remedies[place], for: opened.credential)
    }

    /// Returns the number of the upgrade; nil if the remedy is not an upgrade.
    private mutating func begin(_ remedy: Remedy, for credential: CredentialID) throws(PhoneError) -> Int? {
        if let obstacle = view(remedy).obstacle { throw PhoneError(.failed, obstacle) }
        switch remedy {
        case .upgradeToStrongPassword(let app): return try begin(.strongPassword, of: credential, by: app)
        case .upgradeToSignInWithApple(let app): return try begin(.signInWithApple, of: credential, by: app)
        case .changeOnSite(let page):
            try browse(page.address)
            return nil
        case .byHand: throw PhoneError(.nothingThere, "the user must do this without the system")
        }
    }

    private mutating func begin(
        _ modification: AccountModification, of credential: CredentialID, by app: AppIdentifier
    ) throws(PhoneError) -> Int {
        guard upgrade?.isUnderWay != true else { throw PhoneError(.failed, "another account is being changed; try again later") }
        let number = nextInquiry()
        upgrade = PhoneUpgrade(
            number: number, credential: credential, modification: modification, app: app.description,
            progress: .working(modification, name(of: app.description)))
        effects.append(.upgrade(number: number, credential, modification, by: app))
        return number
    }

    // MARK: - The result

    mutating func observe(_ outcome: ModificationOutcome, ofUpgrade number: Int, isSettled: Bool) {
        guard var ended = upgrade, ended.number == number, ended.isUnderWay else { return }
        ended.progress = PhoneView.UpgradeProgress(
            outcome, of: ended.modification, by: name(of: ended.app), isSettled: isSettled, isOnline: device.isOnline)
        upgrade = ended
        if ended.progress.stage == .done { declinedUpgrades.remove(ended.credential) }
        passwordChanges += 1
        showPasswordsAgain()
    }

    // MARK: - The extension's view

    /// The visible view of an extension.
    var openExtension: PresentedExtension? { extensions.last }

    mutating func observe(_ screen: AppScreen, ofExtension number: UInt64, handled: Int) {
        guard let index = extensions.firstIndex(where: { $0.number == number }) else { return }
        extensions[index].running.show(screen)
        extensions[index].running.handle(handled)
    }

    mutating func send(_ event: AppEvent, toExtension number: UInt64) {
        guard let index = extensions.firstIndex(where: { $0.number == number }) else { return }
        extensions[index].running.count(event)
        effects.append(.sendToExtension(number, event))
    }

    mutating func cancelExtension() throws(PhoneError) {
        try uncovered(by: [.prompt, .sheet])
        guard let open = openExtension else { throw PhoneError(.nothingThere, "no extension is shown") }
        cancel(open)
    }

    /// Closes the view immediately, and cancels the extension, which may take a moment to end.
    mutating func cancel(_ open: PresentedExtension) {
        extensions.removeAll { $0.number == open.number }
        effects.append(.cancelExtension(open.number))
    }

    // MARK: - After a sign-in

    /// Watches for the sign-in after a saved password was filled in. A successful sign-in triggers the check whether the password
    /// is weak.
    mutating func watchSignIn(with credential: CredentialID, in id: String) {
        guard let index = index(of: id), !declinedUpgrades.contains(credential) else { return }
        entries[index].signIn = WatchedSignIn(credential: credential)
    }

    /// Detects successful sign-ins: the front-most app no longer asks for a password or code.
    mutating func observeSignIns() {
        for index in entries.indices {
            guard let watched = entries[index].signIn, watched.inquiry == nil else { continue }
            let id = entries[index].app.id
            guard let running = self[app: id], let screen = running.screen else {
                entries[index].signIn = nil
                continue
            }
            guard running.stage == .active, screen.alert == nil, saveQuestion == nil,
                !inputs(on: screen, of: entries[index].app.identifier).fields.contains(where: \.isForSignIn)
            else { continue }
            let inquiry = nextInquiry()
            entries[index].signIn?.inquiry = inquiry
            effects.append(.judge(number: inquiry, watched.credential, in: entries[index].app.identifier))
        }
    }

    /// Handles the recommendation for the password that signed in, and shows a notice if it applies.
    ///
    /// - Parameter judgement: The recommendation; nil without a finding, or if the app opts out.
    mutating func observe(_ judgement: Recommendation?, ofSignIn number: Int) {
        guard let index = entries.firstIndex(where: { $0.signIn?.inquiry == number }) else { return }
        entries[index].signIn = nil
        let id = entries[index].app.id
        guard let judgement, judgement.isWeak, !declinedUpgrades.contains(judgement.credential), question == nil,
            upgrade?.isUnderWay != true, frontApp == id, !device.isLocked, covers.isEmpty
        else { return }
        let remedies = judgement.remedies.filter { $0.app?.description == id }
        // A notice without an available remedy would only disturb.
        guard remedies.contains(where: { view($0).canBeChosen }) else { return }
        question = PendingWeaknessNotice(app: id, recommendation: judgement, remedies: remedies)
    }

    /// Closes the notice, with "Not Now" or, after an attempt, "Done". If nothing was changed, the phone does not ask about this
    /// account again.
    mutating func closeQuestion() throws(PhoneError) {
        try uncovered(by: [.prompt, .sheet, .appExtension, .page])
        guard let question else { throw PhoneError(.nothingThere, "no notice is open") }
        guard question.upgrade == nil || upgrade?.isUnderWay != true else {
            throw PhoneError(.covered, "the account is being changed")
        }
        if question.upgrade == nil || upgrade?.progress.stage != .done {
            declinedUpgrades.insert(question.recommendation.credential)
        }
        self.question = nil
    }

    func view(_ question: PendingWeaknessNotice) -> PhoneView.UpgradeQuestion {
        let progress = question.upgrade.flatMap { number in upgrade?.number == number ? upgrade?.progress : nil }
        return PhoneView.UpgradeQuestion(
            app: name(of: question.app), user: question.recommendation.credential.user,
            site: question.recommendation.credential.server.text, reason: question.recommendation.reason,
            findings: question.recommendation.findings.map(PhoneView.SettingsView.Finding.init),
            remedies: progress == nil ? question.remedies.map { view($0) } : [], progress: progress)
    }
}

extension ScreenField {
    /// Whether the field is part of a sign-in.
    fileprivate var isForSignIn: Bool { type.isPassword || type == .oneTimeCode }
}

extension Remedy {
    /// The app whose extension performs the remedy.
    var app: AppIdentifier? {
        switch self {
        case .upgradeToStrongPassword(let app), .upgradeToSignInWithApple(let app): app
        case .changeOnSite, .byHand: nil
        }
    }
}

extension Recommendation {
    fileprivate var isWeak: Bool {
        findings.contains { if case .weak = $0 { true } else { false } }
    }
}
