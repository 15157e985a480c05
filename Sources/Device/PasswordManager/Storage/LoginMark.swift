import DeviceProtocol
import FoundationEssentials

/// What the comment of an item says, for lists and for telling what is newer: `created used changed revision device`, times in milliseconds
/// since 1970, `-` for never used; for a deletion `deleted changed revision device`. No secret stands in it.
struct LoginMark: Hashable {
    enum State: Hashable {
        /// The stamp is that of the password.
        case saved(createdMilliseconds: Int64, usedMilliseconds: Int64?)
        /// The stamp is that of the deletion.
        case deleted
    }

    let state: State
    let stamp: VersionStamp
    /// The time of the newest stamp in the record, which every write makes later.
    let revision: Int64

    /// Nil for a record that knows neither a password nor a deletion.
    init?(_ record: CredentialRecord) {
        if let version = record.versions.first {
            state = .saved(
                createdMilliseconds: version.createdMilliseconds, usedMilliseconds: record.used?.milliseconds)
            stamp = version.stamp
        } else if let deleted = record.deleted {
            state = .deleted
            stamp = deleted
        } else {
            return nil
        }
        revision = record.latest?.milliseconds ?? stamp.milliseconds
    }

    /// Gives nothing for another form.
    init?(text: String) {
        var parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        if parts.first == "deleted" {
            parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            state = .deleted
        } else {
            guard parts.count == 5, let created = Self.time(parts[0]) else { return nil }
            let used = Self.time(parts[1])
            guard used != nil || parts[1] == "-" else { return nil }
            state = .saved(createdMilliseconds: created, usedMilliseconds: used)
            parts.removeFirst()
        }
        guard parts.count == 4, let changed = Self.time(parts[1]), let revision = Self.time(parts[2]),
            let device = DeviceName(rawValue: String(parts[3])), let stamp = VersionStamp(milliseconds: changed, device: device)
        else { return nil }
        self.stamp = stamp
        self.revision = revision
    }

    var text: String {
        let first =
            switch state {
            case .saved(let created, let used): "\(created) \(used.map { String($0) } ?? "-")"
            case .deleted: "deleted"
            }
        return "\(first) \(stamp.milliseconds) \(revision) \(stamp.device.rawValue)"
    }

    private static func time(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let time = Int64(text), time <= VersionStamp.last
        else { return nil }
        return time
    }
}
