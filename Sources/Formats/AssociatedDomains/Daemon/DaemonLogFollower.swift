/// Tells what a daemon's log gained each time that it is looked at, as `swcutil watch` does.
///
/// A log keeps its last lines alone. New is what follows the longest end of the earlier log with which the later one begins; of a
/// log that shares nothing with the earlier one, all of it.
public struct DaemonLogFollower: Sendable {
    private var seen: [DaemonLogEntry]

    /// Begins after the lines that a log holds already.
    public init(_ log: [DaemonLogEntry] = []) {
        seen = log
    }

    /// The lines of a log that were not there when it was looked at last, oldest first.
    public mutating func news(in log: [DaemonLogEntry]) -> [DaemonLogEntry] {
        defer { seen = log }
        let kept = (0...min(log.count, seen.count)).reversed().first { seen.suffix($0) == log.prefix($0) } ?? 0
        return Array(log[kept...])
    }
}
