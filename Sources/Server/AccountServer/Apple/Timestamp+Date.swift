import Accounts
import FoundationEssentials

extension Date {
    init(_ moment: Timestamp) {
        self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
    }
}

extension Timestamp {
    init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)))
    }
}
