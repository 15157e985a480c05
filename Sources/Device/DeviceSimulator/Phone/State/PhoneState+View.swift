import AssociatedDomains
import DeviceScreens
import DeviceServices
import FoundationEssentials
import PasswordManager

/// The view of the state.
extension PhoneState {
    /// Returns the complete view, with a version.
    func view(_ version: Int) -> PhoneView {
        let running = device.isLocked || openExtension != nil ? nil : frontApp.flatMap { self[app: $0] }
        return PhoneView(
            version: version, device: name, time: now, biometry: device.biometry, isOnline: device.isOnline, content: content,
            keyboard: device.isLocked ? nil : keyboard?.view, overlays: device.isLocked ? [] : overlays,
            banner: messageBanner,
            strongPasswordFields: running?.strongPasswordFields ?? [], filledFields: running?.filledFields ?? [],
            remarks: remarks, language: language,
            providerFailure: device.isLocked ? nil : providerFailure,
            mailBanner: mailBanner, notification: notification.map { PhoneView.Notification($0.content) },
            securityKey: device.securityKey)
    }

    private var remarks: [String] {
        guard let id = frontApp, !device.isLocked else { return [] }
        let rules = self[app: id]?.screen?.fields.flatMap(\.ruleRemarks) ?? []
        return rules + (device.associationFailures[id] ?? [])
    }

    private var content: PhoneView.Content {
        if device.isLocked {
            return .locked(PhoneView.LockScreen(takesBiometry: device.takesBiometry, takesPasscode: device.hasPasscode))
        }
        if let open = openExtension { return .extensionSheet(open.view(appName: name(of: open.app))) }
        switch front {
        case .home: return .home(icons)
        case .app(let id): return content(of: id)
        case .settings(let page): return .settings(settings(page))
        case .messages: return .messages(messages.map(\.view))
        case .mail(let id): return .mail(mailView(id))
        }
    }

    private func content(of id: String) -> PhoneView.Content {
        guard let index = index(of: id) else { return .home(icons) }
        let icon = Self.icon(entries[index])
        switch entries[index].runState {
        case .running(let running): return running.screen.map { .app(icon, $0) } ?? .launching(icon, failure: nil)
        case .ending: return .launching(icon, failure: nil)
        case .ended(let failure): return .launching(icon, failure: failure)
        }
    }

    /// The installed apps; the system's apps have their own places.
    var icons: [PhoneView.AppIcon] { entries.filter { $0.app.id != Browser.id }.map(Self.icon) }

    private static func icon(_ entry: Entry) -> PhoneView.AppIcon {
        let isRunning = if case .running = entry.runState { true } else { false }
        return PhoneView.AppIcon(id: entry.app.id, name: entry.app.name, isRunning: isRunning)
    }

    private func settings(_ page: PhoneView.SettingsView.Page) -> PhoneView.SettingsView {
        PhoneView.SettingsView(
            account: account.account, accountDetails: account.details, accountSignIn: accountSignIn?.view,
            appsUsingAccount: account.apps, isAutoFillOn: autoFillSettings.isOn,
            passwords: shownPasswords ?? [], arePasswordsShown: shownPasswords != nil, page: page,
            failure: settingsFailure?.words, failed: settingsFailure?.task,
            recommendations: recommendationsView,
            unansweredLookUps: recommendationsView == nil ? 0 : assessment.report?.unanswered ?? 0,
            recommendation: page == .recommendation ? recommendationPage : nil,
            neverSaved: shownPasswords == nil ? [] : autoFillSettings.neverSaved.map(\.text).sorted(),
            appsUsingFaceID: device.faceConsents.map { consents in
                consents.sorted { $0.key < $1.key }.map { .init(id: $0.key, name: name(of: $0.key), isAllowed: $0.value) }
            }, watch: device.watch,
            credentialProviders: device.providers.map {
                .init(id: $0.app.description, name: name(of: $0.app.description), isOn: $0.isEnabled)
            }, passkeys: shownPasskeys,
            passkey: page == .passkey ? shownPasskeys.first { $0.id == openedPasskey } : nil, isExportConfirmed: isExportConfirmed)
    }

    private var overlays: [PhoneView.Overlay] {
        // An extension's view covers the questions of the app.
        var overlays = openExtension == nil ? self.questions : []
        overlays += pages.map { .browser(address: $0.address) }
        overlays += sheets.filter { !$0.isAnswered }.map { sheet in
            .sheet(sheet.view(appName: sheet.isOfSettings ? "Settings" : name(of: sheet.app), name: name(of:)))
        }
        if let code = shownCode { overlays.append(.accountCode(code)) }
        overlays += prompts.filter { !$0.isAnswered }.map { prompt in
            .prompt(
                PhoneView.PromptView(
                    number: prompt.number, app: prompt.app.map { name(of: $0) } ?? "Settings", reason: reason(of: prompt),
                    way: prompt.way, cancelTitle: prompt.cancelTitle,
                    fallbackTitle: prompt.fallbackTitle, isRepeated: prompt.isRepeated, takesWatch: prompt.takesWatch,
                    purpose: prompt.purpose.map { ownPurpose(of: prompt) ?? $0 }, credential: prompt.credential,
                    hasCancelTitleOfApp: prompt.hasCancelTitleOfApp, hasFallbackTitleOfApp: prompt.hasFallbackTitleOfApp,
                    isOfSettings: prompt.app == nil))
        }
        return overlays
    }

    /// Returns the reason that the app gives, for Face ID in the language of the phone.
    private func reason(of prompt: PendingPrompt) -> String {
        guard prompt.way == .faceConsent, let app = prompt.app, let index = index(of: app) else { return prompt.reason }
        return entries[index].app.faceReasons[appLanguage.rawValue] ?? prompt.reason
    }

    /// Returns the purpose of the phone's own request for which the prompt appears; nil for the request of an app.
    private func ownPurpose(of prompt: PendingPrompt) -> PhoneView.PromptView.Purpose? {
        var purposes: [PhoneView.PromptView.Purpose] =
            prompt.app == nil
            ? [.viewPasswords, .exportPasswords, .importPasswords, .exportCredentials, .importCredentials] : []
        if let filling, filling.app == prompt.app {
            purposes.append(.fillPassword(user: filling.credential.user, site: filling.credential.server.text))
        }
        return purposes.first { $0.words == prompt.reason }
    }

    private var questions: [PhoneView.Overlay] {
        var overlays: [PhoneView.Overlay] = []
        if let list = passwordList?.list { overlays.append(.passwordList(view(of: list))) }
        if let order = saveQuestion?.order, let kind = saveQuestion?.kind {
            overlays.append(
                .saveQuestion(
                    PhoneView.SaveQuestion(user: order.id.user, site: order.id.server.text, isUpdate: kind == .update)))
        }
        if let question { overlays.append(.upgradeQuestion(view(question))) }
        if let providerFailure { overlays.append(.alert(providerFailure.alert)) }
        return overlays
    }

    func name(of id: String) -> String { index(of: id).map { entries[$0].app.name } ?? id }

    private func view(of list: KeyList) -> PhoneView.PasswordList {
        typealias Entry = PhoneView.PasswordList.Entry
        let passkeys = list.passkeys.map { Entry(user: $0.user, site: $0.site, isPasskey: true, isForHere: true) }
        let here = list.here.map { Entry(user: $0.id.user, site: $0.id.server.text, isForHere: true) }
        let elsewhere = list.elsewhere.map {
            Entry(user: $0.id.user, site: $0.id.server.text, isForHere: false, warning: $0.warning)
        }
        return PhoneView.PasswordList(
            entries: passkeys + here + elsewhere, providers: list.providers.map { name(of: $0.provider.description) })
    }
}

extension PhoneView.Notification {
    fileprivate init(_ notification: SystemNotification) {
        self =
            switch notification {
            case .passkeySaved(let user, let site): .passkeySaved(user: user, site: site)
            }
    }
}
