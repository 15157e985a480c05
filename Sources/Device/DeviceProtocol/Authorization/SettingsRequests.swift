/// Asks the user to turn on the app's credential provider (`ASSettingsHelper`). The response is whether it is on.
package struct TurnOnProvider: SystemRequest, Equatable {
    package typealias Answer = Bool
    package static let kind = RequestKind.turnOnProvider

    package let context: ContextReference

    package init(context: ContextReference) {
        self.context = context
    }

    package static let wire = WireForm(Self.init, .field(\.context))
}

/// Opens the settings of AutoFill over the app (`ASSettingsHelper`). The response is false if the device is locked or has no
/// such settings, or the app is not visible.
package struct OpenAutoFillSettings: SystemRequest, Equatable {
    package typealias Answer = Bool
    package static let kind = RequestKind.openAutoFillSettings

    package let context: ContextReference

    package init(context: ContextReference) {
        self.context = context
    }

    package static let wire = WireForm(Self.init, .field(\.context))
}
