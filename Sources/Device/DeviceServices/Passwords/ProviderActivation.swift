import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import FoundationEssentials
import Synchronization

/// Lets an app ask the user to turn on its credential provider (`ASSettingsHelper`).
///
/// An app that asks again too early receives no sheet, so it cannot ask until the user gives in.
final class ProviderActivation: Sendable {
    /// The time between two questions of an app, in seconds, as Apple's header `ASSettingsHelper.h` states it. It begins when the
    /// user answered.
    static let pause: TimeInterval = 10

    private enum Question {
        case open
        case ended(Date)
    }

    private let sheets: SheetQueue
    private let providers: ProviderCoordinator
    private let settings: AccountSettings
    private let now: @Sendable () -> Date
    /// Called after a provider was turned on.
    private let changed: @Sendable () -> Void
    /// The last question of each app, by identifier. Only apps with a provider ask.
    private let questions = Mutex<[String: Question]>([:])

    init(
        sheets: SheetQueue, providers: ProviderCoordinator, settings: AccountSettings, now: @escaping @Sendable () -> Date,
        changed: @escaping @Sendable () -> Void
    ) {
        self.sheets = sheets
        self.providers = providers
        self.settings = settings
        self.now = now
        self.changed = changed
    }

    /// Asks the user, unless the provider is on, and blocks until the answer. Returns whether it is on. Returns false without a sheet
    /// for an app without a provider, while no sheet can be shown, during a question of the app, and less than ``pause`` after one.
    ///
    /// Throws `unavailable` if the setting cannot be stored.
    func turnOn(for app: App, until cancellation: PromptCancellationToken) throws(DeviceError) -> Bool {
        let id = app.identifier.rawValue
        guard let wasOn = isOn(id) else { return false }
        guard !wasOn else { return true }
        guard sheets.isOpen, begin(id) else { return false }
        let answer = sheets.answer(to: .turnOnProvider, for: app, until: cancellation)
        end(id)
        // The app may have been removed meanwhile.
        guard case .proceed = answer, isOn(id) != nil else { return false }
        try settings.setProvider(app, isEnabled: true)
        changed()
        return true
    }

    /// Returns whether the app's provider is on; nil if the app has none.
    private func isOn(_ id: String) -> Bool? {
        providers.providers.first { $0.provider.app.description == id }?.isEnabled
    }

    private func begin(_ id: String) -> Bool {
        let now = now()
        return questions.withLock { questions in
            switch questions[id] {
            case .open?: return false
            case .ended(let time)? where (0..<Self.pause).contains(now.timeIntervalSince(time)): return false
            case .ended?, nil:
                questions[id] = .open
                return true
            }
        }
    }

    private func end(_ id: String) {
        let now = now()
        questions.withLock { $0[id] = .ended(now) }
    }
}
