/// The fingers that a sensor knows, as its driver names them.
package struct EnrolledSet: Hashable, Sendable {
    /// The sensor's own name: other fingers are enrolled with another sensor.
    package let sensor: String
    /// Sorted, each once.
    package let names: [String]

    package init(sensor: String, names: some Sequence<String>) {
        self.sensor = sensor
        self.names = Set(names).sorted()
    }

    /// One spelling for each set, and another for every other.
    package var bytes: [UInt8] {
        ([sensor] + names).flatMap { text in
            let text = Array(text.utf8)
            return withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.count).bigEndian) { Array($0) } + text
        }
    }
}
