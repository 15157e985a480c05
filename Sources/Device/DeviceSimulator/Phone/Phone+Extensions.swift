import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceScreens
import DeviceServices
import Dispatch
import PasswordManager

/// Security recommendations and upgrades of accounts, on threads of their own: passwords are judged and people waited for.
extension Phone {
    /// Judges every saved password, and looks for the pages on which those are changed that should be.
    func assess(_ number: Int) {
        onThread { phone in
            guard let all = try? phone.device.passwords.credentials() else { return phone.hear(.assessed(number: number, nil)) }
            let (advice, sites) = (phone.device.services.upgrades.advice, SimulatedSites(network: phone.device.services.network))
            let quirks = phone.device.services.sites.quirks
            Task { [weak phone] in
                var report = try? await advice.report(on: all)
                var pages: [DomainName: ChangePasswordPage] = [:]
                for host in Set(report?.recommendations.map(\.credential.server) ?? []) {
                    pages[host] = await ChangePasswordProbe(host: host).run(
                        over: ChangePasswordPages(transport: sites), known: quirks.changePasswordAddress(of: host))
                }
                if !pages.isEmpty { report = try? await advice.report(on: all, pages: pages) }
                phone?.hear(.assessed(number: number, report))
            }
        }
    }

    /// Judges the password that somebody has signed in to the app with, unless the app's extension declines.
    func judge(_ number: Int, _ id: CredentialID, in app: AppIdentifier) {
        onThread { phone in
            var found: Recommendation?
            if phone.device.services.upgrades.extensions.mayPrompt(at: app), let all = try? phone.device.passwords.credentials(),
                let credential = all.first(where: { $0.id == id })
            {
                found = phone.device.services.upgrades.advice.recommendation(for: credential, among: all)
            }
            phone.hear(.judged(number: number, found))
        }
    }

    /// Upgrades the account; the person may be shown a view of the extension meanwhile.
    func upgrade(_ number: Int, _ id: CredentialID, to modification: AccountModification, by app: AppIdentifier) {
        onThread { phone in
            let desk = phone.device.services.services.upgrades
            let outcome = desk?.upgrade(id, to: modification, by: app) ?? .failed(ModificationFailure(.failed))
            // What cannot be read now is not known to be settled.
            let isSettled = (try? phone.device.passwords.credential(id)?.pendingUpgrade == nil) ?? false
            phone.hear(.upgradeEnded(number: number, outcome, isSettled: isSettled))
        }
    }

    /// Ends upgrades that were broken off, where the device knows how they ended.
    func resolveUpgrades() {
        onThread { phone in
            let found = phone.device.resolveUpgrades()
            if found.values.contains(where: { !$0.isPending && $0 != .nothing }) { phone.hear(.passwordsChanged) }
        }
    }

    /// Ends one as the person says.
    func settle(_ id: CredentialID, as word: AccountWord) throws(PhoneRefusal) {
        switch device.settleUpgrade(of: id, as: word) {
        case .nothing, .completed, .converted, .abandoned: hear(.passwordsChanged)
        case .notYet:
            throw PhoneRefusal(
                .failed,
                "shortly after a change the former password may sign in too: try it again in a quarter of an hour, and say so then")
        case .open where word == .usesApple:
            throw PhoneRefusal(
                .failed, "no app of this site is signed in to with the Apple Account of this device: the password is kept")
        case .open: throw PhoneRefusal(.failed, "the account is being changed at this moment")
        }
    }

    func send(_ event: AppEvent, toExtension number: UInt64) {
        guard let bytes = try? AppLine.bytes(event), let event = ViewEvent(bytes) else { return }
        withCore { $0.extensionControls[number] }?.send(event)
    }

    func cancelExtension(_ number: UInt64) {
        withCore { $0.extensionControls[number] }?.cancel()
    }

    /// The phone may go while it is waited for, and nobody waits for it.
    private func onThread(_ body: @escaping @Sendable (Phone) -> Void) {
        DispatchQueue(label: "phone.upgrades").async { [weak self] in
            if let self { body(self) }
        }
    }
}

extension PhoneScreen: ExtensionInterface {
    func present(_ view: ExtensionPresentation, controls: ExtensionControls) {
        guard let phone else { return controls.cancel() }
        phone.withCore { $0.extensionControls[view.number] = controls }
        phone.hear(.extensionShown(StandingExtension(view)))
    }

    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {
        // What is no screen is not shown: the one before stays.
        guard let shown = try? AppLine.message(AppScreen.self, screen.bytes) else { return }
        phone?.hear(.extensionScreen(view.number, shown, handled: Int(screen.handled)))
    }

    func dismiss(_ view: ExtensionPresentation) {
        _ = phone?.withCore { $0.extensionControls.removeValue(forKey: view.number) }
        phone?.hear(.extensionHidden(view.number))
    }
}

/// Providers of credentials, on threads of their own: the extension and the person take their time.
extension Phone {
    func askProvider(_ number: Int, _ provider: AppIdentifier, _ question: ProviderQuestion) {
        let withdrawal = Withdrawal()
        withCore { $0.providerWithdrawals[number] = withdrawal }
        DispatchQueue(label: "phone.providers").async { [weak self] in
            guard let desk = self?.device.services.services.providers else { return }
            let outcome = desk.ask(provider, question, until: withdrawal)
            _ = self?.withCore { $0.providerWithdrawals.removeValue(forKey: number) }
            self?.hear(.provided(number: number, outcome))
        }
    }

    func stopProvider(_ number: Int) {
        withCore { $0.providerWithdrawals.removeValue(forKey: number) }?.withdraw()
    }

    func setProvider(_ app: String, isOn: Bool) throws(PhoneRefusal) {
        do {
            try device.setProvidesPasswords(isOn, of: app)
        } catch {
            throw PhoneRefusal(.failed, "this cannot be written down: \(error)")
        }
        noticeDevice()
    }
}
