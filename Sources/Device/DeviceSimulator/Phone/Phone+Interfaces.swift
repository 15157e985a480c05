import DeviceBroker
import DeviceProtocol
import DeviceServices
import Synchronization
import Traces

/// Shows the device's prompts, sheets and pages on the phone. It references the phone weakly.
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
        // Drop sensor reports for an earlier, cancelled prompt: they must not answer this one.
        phone.device.discardSensorEvents()
        let recording = phone.recording
        recording?.show(prompt)
        phone.withCore {
            $0.promptAnswers[prompt.number] = { given in
                recording?.answered(prompt, given)
                answer(given)
            }
        }
        phone.observe(.promptShown(PendingPrompt(prompt)))
    }

    func hide(_ prompt: Prompt) {
        phone?.recording?.hide(prompt)
        _ = phone?.withCore { $0.promptAnswers.removeValue(forKey: prompt.number) }
        phone?.observe(.promptHidden(prompt.number))
    }

    // As under any system view, the app is inactive from the first prompt to the last.
    func willPrompt(for app: App) { callBegan(app) }
    func didPrompt(for app: App) {
        callEnded(app)
        // The user may have changed the app's Face ID permission.
        phone?.noticeDevice()
    }

    func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void) {
        guard let phone else { return answer(.interrupted) }
        let recording = phone.recording
        recording?.show(sheet)
        phone.withCore {
            $0.sheetAnswers[sheet.number] = { given in
                recording?.answered(sheet, given)
                answer(given)
            }
        }
        phone.observe(.sheetShown(PendingSheet(sheet)))
    }

    func hide(_ sheet: Sheet) {
        phone?.recording?.hide(sheet)
        _ = phone?.withCore { $0.sheetAnswers.removeValue(forKey: sheet.number) }
        phone?.observe(.sheetHidden(sheet.number))
    }

    func notify(_ notification: SystemNotification) { phone?.observe(.notified(notification)) }

    func openAutoFillSettings(for app: App) -> Bool {
        guard let phone else { return false }
        return phone.observe { core, now -> Bool in
            guard core.state.frontApp == app.identifier.rawValue else { return false }
            core.observe(.autoFillSettingsOpened, at: now)
            return true
        }
    }

    func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void) {
        guard let phone else { return report(.closed) }
        phone.withCore { $0.pages.append((page.number, report)) }
        phone.open(page, report: report)
    }

    func close(_ page: WebPage) {
        phone?.withCore { $0.pages.removeAll { $0.number == page.number } }
        phone?.close(page)
    }

    /// Reports that an app starts to wait for a sign-in by the system.
    func callBegan(_ app: App) { phone?.observe(.callBegan(app.identifier.rawValue)) }
    /// Reports that an app no longer waits for a sign-in by the system.
    func callEnded(_ app: App) { phone?.observe(.callEnded(app.identifier.rawValue)) }
}

/// The device's services, which notify the phone during a sign-in: the app is inactive from the first sheet to the end.
private struct WatchedServices: SystemServices {
    let services: DeviceServices
    let screen: PhoneScreen

    func answer(_ call: SystemCall) throws(DeviceError) -> [UInt8] {
        // The app stays active while the bar offers its passkeys. The prompt for the user's presence makes it inactive.
        guard call.kind == .performAuthorization, let request = try? PerformAuthorization(message: call.request),
            request.style != .autoFill
        else { return try services.answer(call) }
        screen.callBegan(call.caller.app)
        defer {
            screen.callEnded(call.caller.app)
            // The security key may have a new credential, or fewer attempts for its PIN.
            screen.phone?.noticeDevice()
        }
        let span = screen.phone?.recording?.begin(.authorization, of: call.caller.app.identifier.rawValue, at: call.position)
        do throws(DeviceError) {
            let response = try services.answer(call)
            span?.end((try? AuthorizationOutcome(message: response))?.step(of: request) ?? .succeeded)
            return response
        } catch {
            span?.end(call.cancellation.isCancelled ? .cancelled : .failed("the system rejected the request"))
            throw error
        }
    }
}

extension AuthorizationOutcome {
    /// Returns the outcome of the step: failed if the system rejected the request. Otherwise the sheets show what the user did. A
    /// conditional request expects a rejection, of which the user sees nothing.
    fileprivate func step(of request: PerformAuthorization) -> SpanOutcome {
        guard case .rejected(let rejection) = self, !request.subjects.contains(where: \.isConditional) else { return .succeeded }
        return switch rejection.code {
        case .unknown, .invalidResponse, .notHandled, .failed: .failed(rejection.reason)
        default: .succeeded
        }
    }
}

extension AuthorizationSubject {
    fileprivate var isConditional: Bool {
        if case .passkeyRegistration(let request) = self { request.isConditional } else { false }
    }
}

extension Phone {
    /// Shows everything of the device on this phone from now on.
    func attach() {
        let screen = PhoneScreen(self)
        let services = device.services.services
        device.device.presence.attach(screen)
        services.attach(screen)
        services.assisted.hasKeyboard = true
        services.upgrades?.attach(screen)
        services.providers.attach(screen)
        device.browser.attach(screen)
        device.device.broker.attach(WatchedServices(services: services, screen: screen))
        watchLock()
    }

    /// Restores the device's state without a phone.
    func detach() {
        device.device.presence.attach(device.person.interface)
        device.services.services.attach(device.sheets.interface)
        device.services.services.assisted.hasKeyboard = false
        device.services.services.upgrades?.attach(device.services.upgrades)
        device.services.services.providers.attach(device.services.upgrades)
        device.browser.attach(nil)
        device.device.broker.attach(device.services.services)
        device.device.broker.observe(nil)
        device.services.network.record(nil)
    }

    /// Notices when the device is locked, for any reason.
    func watchLock() {
        let locking = device.device.state.locking
        let isNew = withCore { core in
            defer { core.watchedLock = ObjectIdentifier(locking) }
            return core.watchedLock != ObjectIdentifier(locking)
        }
        if isNew { locking.onCancel { [weak self] in self?.noticeDevice() } }
    }
}
