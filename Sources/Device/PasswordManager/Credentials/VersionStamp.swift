package import DeviceProtocol
package import FoundationEssentials

/// When something was written, and by which device: the order in which the last writer wins.
///
/// The time is the device's clock, pushed past every stamp that the device has seen in the record. So what a person does later on one device
/// never loses to what that device had already seen, whatever the clocks say; between devices that had not heard of each other, the clocks
/// decide, and where they agree the name.
package struct VersionStamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970, from 0 to the year 9999.
    package let milliseconds: Int64
    package let device: DeviceName

    /// Gives nothing for a time before 1970 or after the year 9999.
    package init?(milliseconds: Int64, device: DeviceName) {
        guard (0...Self.last).contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
        self.device = device
    }

    /// The stamp for what `device` writes now, over a record whose newest stamp is `latest`. A clock out of range counts as its nearest end.
    package init(now: Date, device: DeviceName, after latest: VersionStamp?) {
        let clock = Self.milliseconds(of: now)
        let next = latest.map { $0.milliseconds < Self.last ? $0.milliseconds + 1 : Self.last } ?? 0
        milliseconds = max(clock, next)
        self.device = device
    }

    /// The time as a date.
    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// By time, then by the name of the device.
    package static func < (left: VersionStamp, right: VersionStamp) -> Bool {
        left.milliseconds != right.milliseconds ? left.milliseconds < right.milliseconds : left.device < right.device
    }

    /// A date in whole milliseconds, brought into range.
    static func milliseconds(of date: Date) -> Int64 {
        let exact = (date.timeIntervalSince1970 * 1_000).rounded(.down)
        guard exact > 0 else { return 0 }
        return exact < Double(last) ? Int64(exact) : last
    }

    /// The last millisecond of the year 9999.
    static let last: Int64 = 253_402_300_799_999
}

extension VersionStamp: WireRecord {
    package static let wire = WireForm(Self.init(milliseconds:device:), .field(\.milliseconds), .field(\.device))
}

/// A value that the last writer sets.
package struct Stamped<Value: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
    package let value: Value
    package let stamp: VersionStamp

    package init(_ value: Value, _ stamp: VersionStamp) {
        self.value = value
        self.stamp = stamp
    }

    /// By stamp. Two values under one stamp, which no honest device writes, are told apart by themselves, so that all devices keep the same.
    package static func < (left: Stamped, right: Stamped) -> Bool {
        left.stamp != right.stamp ? left.stamp < right.stamp : left.value < right.value
    }
}

/// A device among those of one Apple account: 1 to 64 bytes, never used by a second device.
package struct DeviceName: BoundedText, Comparable {
    /// In bytes of UTF-8.
    package static let maximumLength = 64

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// By bytes.
    package static func < (left: DeviceName, right: DeviceName) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}
