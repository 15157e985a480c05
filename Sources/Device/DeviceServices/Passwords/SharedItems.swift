import DeviceBroker
import DeviceProtocol
import PasswordManager

/// What the devices of an account know together of their apps' items that synchronise.
///
/// An item that a device told of, and has no more, was deleted there. Of two changes that did not know of each other the later one stands; a change stands
/// against a deletion, so that nothing is lost.
struct SharedItems {
    private var items: [SynchronizedItem.ID: SynchronizedItem] = [:]
    /// What each device had when it was last met. An erased device has another name, and has deleted nothing.
    private var held: [DeviceName: [SynchronizedItem.ID: SynchronizedItem]] = [:]

    /// Exchanges everything with one device. Returns whether that is news to the others. Throws, with nothing learnt, where the device cannot be read; what
    /// it cannot take, such as more than it has room for, is offered to it again at each meeting.
    mutating func exchange(with device: DeviceName, _ broker: Broker) throws(DeviceRefusal) -> Bool {
        let before = held[device] ?? [:]
        var theirs: [SynchronizedItem.ID: SynchronizedItem] = [:]
        for item in try broker.synchronizedItems() { theirs[item.id] = item }
        var isNews = false
        for (id, old) in before where theirs[id] == nil && items[id] == old {
            items[id] = nil
            isNews = true
        }
        for (id, item) in theirs where item != items[id] && item != before[id] {
            if let known = items[id], known != before[id], known.changed >= item.changed { continue }
            items[id] = item
            isNews = true
        }
        for (id, item) in theirs where items[id] == nil && (try? broker.delete(item)) != nil { theirs[id] = nil }
        for (id, item) in items where theirs[id] != item && (try? broker.put(item)) != nil { theirs[id] = item }
        held[device] = theirs
        return isNews
    }
}
