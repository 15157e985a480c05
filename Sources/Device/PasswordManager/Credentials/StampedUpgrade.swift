/// What a device has begun, or (nil) ended, and when.
struct StampedUpgrade: Hashable, Sendable {
    let upgrade: PendingUpgrade?
    let stamp: VersionStamp
}

extension StampedUpgrade: Comparable {
    /// By stamp; under one stamp, which no honest device gives twice, by content.
    static func < (left: StampedUpgrade, right: StampedUpgrade) -> Bool {
        if left.stamp != right.stamp { return left.stamp < right.stamp }
        switch (left.upgrade, right.upgrade) {
        case (nil, nil), (_?, nil): return false
        case (nil, _?): return true
        case (let one?, let other?): return one < other
        }
    }
}
