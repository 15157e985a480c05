package import Accounts
import FoundationEssentials

extension Timestamp {
    /// The system clock. For the composition root; everything below takes `now`.
    package static var current: Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    }
}
