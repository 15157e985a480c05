/// What one prompt must bring: any one of these.
package struct PresenceDemand: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A match of the sensor.
    package static let biometry = PresenceDemand(rawValue: 1)
    package static let passcode = PresenceDemand(rawValue: 2)
    /// A confirmation on the paired watch.
    package static let companion = PresenceDemand(rawValue: 4)
    /// A match of the sensor or the passcode, as the person prefers.
    package static let either: PresenceDemand = [.biometry, .passcode]
    /// Anything that shows the owner.
    package static let owner: PresenceDemand = [.biometry, .passcode, .companion]
}
