/// The name under which apps share items (`kSecAttrAccessGroup`): 1 to 255 bytes.
package struct AccessGroup: BoundedText {
    package static let maximumLength = 255

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// The group of passwords that apps share with their websites: the system's own. No app is in it, whatever it was launched with.
    package static let webCredentials = AccessGroup(checked: "com.apple.cfnetwork")

    private init(checked rawValue: String) {
        self.rawValue = rawValue
    }
}
