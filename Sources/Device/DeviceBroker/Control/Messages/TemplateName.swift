import DeviceProtocol

/// What a finger or face of the simulated sensor is called: 1 to 100 bytes.
package struct TemplateName: BoundedText {
    package static let maximumLength = 100

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}
