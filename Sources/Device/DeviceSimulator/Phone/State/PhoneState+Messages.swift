import FoundationEssentials
import OneTimeCodes
import PasswordManager

/// Messages, and the codes in them.
extension PhoneState {
    /// How many messages are kept.
    static let keptMessages = 100
    /// How long a message is shown over everything, in seconds of the device.
    static let bannerLifetime: TimeInterval = 6

    mutating func receive(_ text: String, _ sender: String) {
        let code = codes.receive(text, at: now)
        let id = (messages.first?.view.id ?? 0) + 1
        messages.insert((PhoneView.Message(id: id, sender: sender, text: text, received: now, code: code?.shown), code), at: 0)
        messages.removeLast(max(0, messages.count - Self.keptMessages))
        banner = front == .messages && !device.isLocked ? nil : id
    }

    mutating func forgetBanner() {
        guard let banner, let message = messages.first(where: { $0.view.id == banner })?.view else { return }
        if !(0..<Self.bannerLifetime).contains(now.timeIntervalSince(message.received)) { self.banner = nil }
    }
}

extension ReceivedCode {
    /// As Messages shows it.
    var shown: PhoneView.Message.Code { PhoneView.Message.Code(text: code, range: range) }
}
