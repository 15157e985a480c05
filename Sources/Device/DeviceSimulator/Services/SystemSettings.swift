import DeviceServices
import PasswordManager
import Synchronization

/// What parts of the system ask each other on a simulated device, and whom they tell.
final class SystemSettings: Sendable {
    private struct State {
        var account: @Sendable () -> AppleAccount? = { nil }
        var autoFill = AutoFillSettings()
        var changed: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    /// The Apple account that the device is signed in to.
    var account: AppleAccount? { state.withLock(\.account)() }

    /// What the person set about AutoFill, for requests of apps too.
    var autoFill: AutoFillSettings {
        get { state.withLock(\.autoFill) }
        set { state.withLock { $0.autoFill = newValue } }
    }

    /// From now on `body` is called after saved passwords or associations have changed: from any thread, also within a change that the caller makes,
    /// so that it must take no lock that is held then.
    func onChange(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.changed = body }
    }

    func announceChange() {
        state.withLock(\.changed)()
    }

    func connect(account: @escaping @Sendable () -> AppleAccount?) {
        state.withLock { $0.account = account }
    }

    /// Ends what holds the parts to each other.
    func disconnect() {
        state.withLock { $0 = State() }
    }
}
