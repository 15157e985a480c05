/// The figures of a ``HashingPool`` at one moment, for metrics.
package struct HashingPoolSnapshot: Hashable, Sendable {
    /// Jobs that wait for a thread.
    package let waiting: Int
    /// Jobs on a thread.
    package let running: Int
    /// Jobs finished since the start.
    package let done: Int
    /// Jobs refused because the queue was full, since the start.
    package let refused: Int
    /// Jobs whose task was cancelled before a thread took them up, since the start.
    package let cancelled: Int
    /// The moving average of what a job took; an estimate before the first.
    package let costPerHash: Duration
}
