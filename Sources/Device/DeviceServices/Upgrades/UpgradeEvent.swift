package import DeviceProtocol

/// What happens while the system listens to an extension.
package enum UpgradeEvent: Equatable, Sendable {
    case report(ModificationReport)
    /// The extension has ended, whatever it was doing.
    case gone
    /// It has said nothing for as long as is waited.
    case timedOut
    /// The person cancelled, by the button of the system's navigation bar.
    case cancelled
    /// The app that asked is gone, or the device is switched off.
    case withdrawn
}

/// What the system listens for.
package enum UpgradeListening: Hashable, Sendable, CaseIterable {
    /// The result, without a word to the person.
    case silently
    /// That the view is ready.
    case preparing
    /// The result, while the person sees the extension's view.
    case showing
    /// The end, after the person cancelled.
    case callingOff

    /// How long an extension may say nothing, in seconds. While a person sees its view they cancel when they like.
    package var limit: Double? {
        switch self {
        case .silently: 30
        case .preparing: 10
        case .showing: nil
        case .callingOff: 5
        }
    }
}
