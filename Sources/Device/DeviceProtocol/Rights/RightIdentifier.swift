/// The name under which an app saves a right: 1 to 255 bytes. Each app has names of its own.
package struct RightIdentifier: BoundedText {
    package static let maximumLength = 255

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}
