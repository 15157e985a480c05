package import DeviceProtocol
package import FoundationEssentials

/// The time and the device of a change, which define the order in which the last writer wins.
///
/// The time is that of the device's clock, but later than every stamp in the record that the device has seen. A later change on
/// one device therefore always wins over changes that the device knew, for any clock settings. Between devices that do not know
/// each other's changes, the clock decides, then the device name.
package struct VersionStamp: Hashable, Comparable, Sendable {
    /// The time in milliseconds since 1970, from 0 to the year 9999.
    package let milliseconds: Int64
    package let device: DeviceName

    /// Creates a stamp. Returns nil for a time before 1970 or after the year 9999.
    package init?(milliseconds: Int64, device: DeviceName) {
        guard (0...Self.last).contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
        self.device = device
    }

    /// Creates the stamp of a change by `device` to a record whose newest stamp is `latest`. Clamps the time to the valid range.
    package init(now: Date, device: DeviceName, after latest: VersionStamp?) {
        let clock = Self.milliseconds(of: now)
        let next = latest.map { $0.milliseconds < Self.last ? $0.milliseconds + 1 : Self.last } ?? 0
        milliseconds = max(clock, next)
        self.device = device
    }

    /// The time as a date.
    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// Orders by time, then by device name.
    package static func < (left: VersionStamp, right: VersionStamp) -> Bool {
        left.milliseconds != right.milliseconds ? left.milliseconds < right.milliseconds : left.device < right.device
    }

    /// Returns a date in whole milliseconds, clamped to the valid range.
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

/// A value for which the last writer wins.
package struct Stamped<Value: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
    package let value: Value
    package let stamp: VersionStamp

    package init(_ value: Value, _ stamp: VersionStamp) {
        self.value = value
        self.stamp = stamp
    }

    /// Orders by stamp, then by value. Devices never use a stamp twice; if one did, all devices would still keep the same value.
    package static func < (left: Stamped, right: Stamped) -> Bool {
        left.stamp != right.stamp ? left.stamp < right.stamp : left.value < right.value
    }
}

/// The name of a device of an Apple account: 1 to 64 bytes, never reused by another device.
package struct DeviceName: BoundedText, Comparable {
    /// The maximum length, in UTF-8 bytes.
    package static let maximumLength = 64

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Compares bytes.
    package static func < (left: DeviceName, right: DeviceName) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}
