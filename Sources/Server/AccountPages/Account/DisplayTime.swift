/// A moment, for machines and for people. Formatting is the caller's: pages know no clock and no time zone.
package struct DisplayTime: Sendable, Hashable {
    /// The moment as ISO 8601 in UTC, such as `2026-03-01T12:00:00Z`.
    package let machine: String

    /// The moment as people read it, such as `1 March 2026, 12:00 UTC`.
    package let human: String

    /// A moment in its two spellings.
    package init(machine: String, human: String) {
        self.machine = machine
        self.human = human
    }
}
