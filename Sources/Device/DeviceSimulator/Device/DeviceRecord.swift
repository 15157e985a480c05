/// What a stored device knows of itself besides its keychain and its enclave: its clock, its sensor, who is enrolled, and its watch.
struct DeviceRecord: Codable, Equatable, Sendable {
    /// Of the form that is written. Members that come later are absent in older files, and need no other number.
    static let currentVersion = 1

    private(set) var version = currentVersion
    /// The device's time when it was last moved, in seconds since 2001-01-01T00:00:00Z, where its clock stands still.
    var time: Double?
    /// How far its clock is ahead, in seconds, where it goes with another.
    var ahead: Double?
    var biometry: DeviceSimulator.Biometry
    /// Sorted.
    private(set) var templates: [String]
    var watch: SimulatedWatch?
    /// The name of the pairing with the watch.
    var pairing: [UInt8]?

    init(biometry: DeviceSimulator.Biometry, templates: Set<String>, time: Double? = nil) {
        self.biometry = biometry
        self.templates = templates.sorted()
        self.time = time
    }

    mutating func enrol(_ names: Set<String>) { templates = names.sorted() }
}
