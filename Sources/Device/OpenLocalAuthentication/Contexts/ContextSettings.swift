import DeviceProtocol
import Foundation

/// What an app sets on an `LAContext`.
struct ContextSettings: Sendable {
    var localizedReason = ""
    var localizedFallbackTitle: String?
    var localizedCancelTitle: String?
    var interactionNotAllowed = false
    /// Whatever the app set, be it no time at all.
    var reuseDuration: TimeInterval = 0
    var maxBiometryFailures: Int?

    func presentation(because reason: String) -> Presentation {
        Presentation(shortening: reason, cancelTitle: localizedCancelTitle, fallbackTitle: localizedFallbackTitle)
    }

    /// Whole seconds, 0 to 300. What is no number stands for none.
    var unlockReuse: UInt16 {
        guard reuseDuration > 0 else { return 0 }
        return UInt16(min(reuseDuration, LATouchIDAuthenticationMaximumAllowableReuseDuration))
    }
}
