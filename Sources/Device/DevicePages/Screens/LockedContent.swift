import DeviceSimulator
import Markup

/// The lock screen.
struct LockedContent {
    let lock: PhoneView.LockScreen
    let stand: Stand

    init(_ lock: PhoneView.LockScreen, stand: Stand) {
        self.lock = lock
        self.stand = stand
    }

    private var clock: ClockText { ClockText(stand.view.time) }

    var html: HTML {
        div(.class("locked")) {
            span(.class("padlock"), .aria(.hidden, "true")) { Glyph.lock.html }
            p(.class("day")) { clock.day }
            p(.class("clock")) { clock.time }
            p(.class("ask")) { asked }
            if lock.takesPasscode { PasscodeEntry(stand, label: "Passcode").html }
        }
    }

    private var asked: String {
        guard lock.takesBiometry else { return "Enter the passcode" }
        switch stand.view.biometry {
        case .none: return "Enter the passcode"
        case .touchID: return "Touch the sensor, or enter the passcode"
        case .faceID, .opticID: return "Look at the phone, or enter the passcode"
        }
    }
}
