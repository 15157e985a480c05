import DeviceScreens
import Synchronization

/// All screens that an app has shown, in order.
final class ScreenLog: Sendable {
    private let screens = Mutex<[AppScreen]>([])

    var all: [AppScreen] { screens.withLock { $0 } }

    func note(_ screen: AppScreen) {
        screens.withLock { $0.append(screen) }
    }
}
