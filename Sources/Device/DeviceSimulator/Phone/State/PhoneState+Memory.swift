import AssociatedDomains
import FoundationEssentials
import OneTimeCodes
import PasswordManager

/// What outlives the phone.
extension PhoneState {
    /// Of what the state holds; the programs of apps are the phone's.
    var memory: PhoneMemory {
        var memory = PhoneMemory()
        memory.messages = messages.map { RememberedMessage($0.view) }
        memory.autoFillSettings = autoFillSettings
        memory.declinedUpgrades = declinedUpgrades
        return memory
    }

    /// Goes on where an earlier phone was.
    mutating func restore(_ memory: PhoneMemory) {
        autoFillSettings = memory.autoFillSettings
        declinedUpgrades = memory.declinedUpgrades
        for message in memory.messages.reversed() {
            let code = codes.receive(message.text, at: message.received)
            messages.insert((message.view(code), code), at: 0)
        }
        for app in memory.apps {
            guard let identifier = try? AppIdentifier(app.identifier), index(of: app.identifier) == nil else { continue }
            entries.append(Entry(app: AppDescription(identifier: identifier, name: app.name)))
        }
    }

    /// Whether time alone has changed something that is seen.
    func isDue(at new: Date) -> Bool {
        if now.minute != new.minute { return true }
        if let banner, let message = messages.first(where: { $0.view.id == banner })?.view,
            !(0..<Self.bannerLifetime).contains(new.timeIntervalSince(message.received))
        {
            return true
        }
        return currentCodes(at: new) != currentCodes(at: now)
    }

    /// The codes that are young enough to be offered.
    func currentCodes(at now: Date) -> [ReceivedCode] {
        messages.compactMap(\.code).filter { $0.isOffered(now: now) }
    }
}
