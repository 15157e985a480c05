import DeviceBroker
import DeviceProtocol
import DeviceServices
import Synchronization

/// Where the device shows prompts, sheets and pages: on the phone. It does not keep the phone.
struct PhoneScreen: PromptInterface, SheetInterface, WebBrowser {
    private final class Reference: Sendable {
        private struct Held {
            weak var phone: Phone?
        }

        private let held: Mutex<Held>

        init(_ phone: Phone) { held = Mutex(Held(phone: phone)) }

        var phone: Phone? { held.withLock(\.phone) }
    }

    private let reference: Reference

    init(_ phone: Phone) { reference = Reference(phone) }

    var phone: Phone? { reference.phone }

    func show(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void) {
        guard let phone else { return answer(.interrupted) }
        // Whom the sensor saw for an earlier prompt, which was gone by then, is nobody's proof now.
        phone.device.forgetSightings()
        phone.withCore { $0.promptAnswers[prompt.number] = answer }
        phone.hear(.promptShown(StandingPrompt(prompt)))
    }

    func hide(_ prompt: Prompt) {
        _ = phone?.withCore { $0.promptAnswers.removeValue(forKey: prompt.number) }
        phone?.hear(.promptHidden(prompt.number))
    }

    // From the first prompt to the end the app is not active, as under one view of the system.
    func beginAsking(for app: App) { callBegan(app) }
    func endAsking(for app: App) {
        callEnded(app)
        // The person may have said whether the app may use Face ID.
        phone?.noticeDevice()
    }

    func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void) {
        guard let phone else { return answer(.interrupted) }
        phone.withCore { $0.sheetAnswers[sheet.number] = answer }
        phone.hear(.sheetShown(StandingSheet(sheet)))
    }

    func hide(_ sheet: Sheet) {
        _ = phone?.withCore { $0.sheetAnswers.removeValue(forKey: sheet.number) }
        phone?.hear(.sheetHidden(sheet.number))
    }

    func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void) {
        guard let phone else { return report(.closed) }
        phone.withCore { $0.pages.append((page.number, report)) }
        phone.hear(.pageOpened(page.number, address: page.address))
    }

    func close(_ page: WebPage) {
        phone?.withCore { $0.pages.removeAll { $0.number == page.number } }
        phone?.hear(.pageClosed(page.number))
    }

    /// An app begins, or ends, to wait for the system to sign somebody in.
    func callBegan(_ app: App) { phone?.hear(.callBegan(app.identifier.rawValue)) }
    func callEnded(_ app: App) { phone?.hear(.callEnded(app.identifier.rawValue)) }
}

/// The services of the device, with the phone told while they sign somebody in: from the first sheet to the end the app is not active.
private struct WatchedServices: SystemServices {
    let services: DeviceServices
    let screen: PhoneScreen

    func answer(_ call: SystemCall) throws(DeviceRefusal) -> [UInt8] {
        guard call.kind == .performAuthorization else { return try services.answer(call) }
        screen.callBegan(call.caller.app)
        defer { screen.callEnded(call.caller.app) }
        return try services.answer(call)
    }
}

extension Phone {
    /// From now on the device shows everything on this phone.
    func attach() {
        let screen = PhoneScreen(self)
        let services = device.services.services
        device.device.presence.attach(screen)
        services.attach(screen)
        services.upgrades?.attach(screen)
        services.providers.attach(screen)
        device.browser.attach(screen)
        device.device.broker.attach(WatchedServices(services: services, screen: screen))
        watchLock()
    }

    /// As before there was a phone.
    func detach() {
        device.device.presence.attach(device.person.interface)
        device.services.services.attach(device.sheets.interface)
        device.services.services.upgrades?.attach(device.services.upgrades)
        device.services.services.providers.attach(device.services.upgrades)
        device.browser.attach(nil)
        device.device.broker.attach(device.services.services)
    }

    /// Hears when the device is locked, by whomever.
    func watchLock() {
        let locking = device.device.state.locking
        let isNew = withCore { core in
            defer { core.watchedLock = ObjectIdentifier(locking) }
            return core.watchedLock != ObjectIdentifier(locking)
        }
        if isNew { locking.onWithdrawal { [weak self] in self?.noticeDevice() } }
    }
}
