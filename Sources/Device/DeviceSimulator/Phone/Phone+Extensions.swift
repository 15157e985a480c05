import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceScreens
import DeviceServices
import Dispatch
import PasswordManager

/// Security recommendations and account upgrades, on separate threads, because checking passwords and waiting for the user take
/// long.
extension Phone {
    /// Checks every saved password, and finds the change-password pages of those with findings.
    func assess(_ number: Int) {
        onThread { phone in
            guard let all = try? phone.device.passwords.credentials() else { return phone.observe(.assessed(number: number, nil)) }
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
                phone?.observe(.assessed(number: number, report))
            }
        }
    }

    /// Checks the password of a sign-in in an app, unless the app's extension opts out.
    func judge(_ number: Int, _ id: CredentialID, in app: AppIdentifier) {
        onThread { phone in
            var found: Recommendation?
            if phone.device.services.upgrades.extensions.mayPrompt(at: app), let all = try? phone.device.passwords.credentials(),
                let credential = all.first(where: { $0.id == id })
            {
                found = phone.device.services.upgrades.advice.recommendation(for: credential, among: all)
            }
            phone.observe(.judged(number: number, found))
        }
    }

    /// Upgrades the account. The extension may show a view meanwhile.
    func upgrade(_ number: Int, _ id: CredentialID, to modification: AccountModification, by app: AppIdentifier) {
        onThread { phone in
            let coordinator = phone.device.services.services.upgrades
            let outcome = coordinator?.upgrade(id, to: modification, by: app) ?? .failed(ModificationFailure(.failed))
            // An unreadable credential counts as unsettled.
            let isSettled = (try? phone.device.passwords.credential(id)?.pendingUpgrade == nil) ?? false
            phone.observe(.upgradeEnded(number: number, outcome, isSettled: isSettled))
        }
    }

    /// Completes interrupted upgrades whose outcome the device knows.
    func resolveUpgrades() {
        onThread { phone in
            let found = phone.device.resolveUpgrades()
            if found.values.contains(where: { !$0.isPending && $0 != .nothing }) { phone.observe(.passwordsChanged) }
        }
    }

    /// Completes an interrupted upgrade with the outcome that the user found.
    func settle(_ id: CredentialID, as workingCredential: WorkingCredential) throws(PhoneError) {
        switch device.settleUpgrade(of: id, as: workingCredential) {
        case .nothing, .completed, .converted, .abandoned: observe(.passwordsChanged)
        case .notYet:
            throw PhoneError(
                .failed,
                "the former password may still work shortly after a change; try it again in 15 minutes")
        case .open where workingCredential == .usesApple:
            throw PhoneError(
                .failed, "no app of this site uses the Apple Account of this device; the password is kept")
        case .open: throw PhoneError(.failed, "the account is being changed; try again later")
        }
    }

    func send(_ event: AppEvent, toExtension number: UInt64) {
        if let events = withCore({ $0.webSheets[number] }) {
            events.yield(event)
            return
        }
        guard let bytes = try? AppLine.bytes(event), let event = ViewEvent(bytes) else { return }
        withCore { $0.extensionControls[number] }?.send(event)
    }

    func cancelExtension(_ number: UInt64) {
        guard withCore({ $0.webSheets[number] }) == nil else { return closeWebSheet(number) }
        withCore { $0.extensionControls[number] }?.cancel()
    }

    /// Runs `body` on a separate thread. Does nothing if the phone was deallocated meanwhile.
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
        phone.observe(.extensionShown(PresentedExtension(view)))
    }

    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {
        // Drops a malformed screen: the previous one stays.
        guard let shown = try? AppLine.message(AppScreen.self, screen.bytes) else { return }
        phone?.observe(.extensionScreen(view.number, shown, handled: Int(screen.handled)))
    }

    func dismiss(_ view: ExtensionPresentation) {
        _ = phone?.withCore { $0.extensionControls.removeValue(forKey: view.number) }
        phone?.observe(.extensionHidden(view.number))
    }
}

/// Credential providers, on separate threads, because the extension and the user take long.
extension Phone {
    func askProvider(_ number: Int, _ provider: AppIdentifier, _ question: ProviderQuestion) {
        let cancellation = PromptCancellationToken()
        let app = withCore { core in
            core.providerCancellations[number] = cancellation
            return core.state.providing.flatMap { $0.number == number ? $0.app : nil }
        }
        DispatchQueue(label: "phone.providers").async { [weak self] in
            guard let services = self?.device.services.services else { return }
            let outcome = services.ask(provider, question, for: app, until: cancellation)
            _ = self?.withCore { $0.providerCancellations.removeValue(forKey: number) }
            self?.observe(.provided(number: number, outcome))
        }
    }

    func stopProvider(_ number: Int) {
        withCore { $0.providerCancellations.removeValue(forKey: number) }?.cancel()
    }

    func setProvider(_ app: String, isOn: Bool) throws(PhoneError) {
        do {
            try device.setProvidesPasswords(isOn, of: app)
        } catch {
            throw PhoneError(.failed, "the setting could not be saved: \(error)")
        }
        noticeDevice()
    }
}
