import DeviceProtocol
/// What became of one prompt, for the ceremony and for the audit trail.
struct PromptResult {
    let event: PresenceCeremony.Event
    private let reason: String?

    /// With the device's own words for why, where the event does not say it.
    init(_ event: PresenceCeremony.Event, because reason: String? = nil) {
        self.event = event
        self.reason = reason
    }

    /// The entry of the audit trail, told with how the evaluation stands after it.
    func entry(before step: PresenceCeremony.Step, isCounted: Bool) -> String {
        var parts = [event.words + (reason.map { ": \($0)" } ?? "")]
        if !isCounted { parts.append("failures cannot be written down") }
        if case .failed(let failure) = step { parts.append("failed \(failure.rawValue)") }
        return parts.joined(separator: "; ")
    }
}

extension PresenceCeremony.Event {
    fileprivate var words: String {
        switch self {
        case .matched: "matched"
        case .notMatched: "not matched"
        case .passcodeAccepted: "passcode"
        case .passcodeRejected: "wrong passcode"
        case .passcodesExhausted: "no passcode is taken now"
        case .fallback: "fallback"
        case .cancelled: "cancelled"
        case .withdrawn: "taken back"
        case .interrupted: "interrupted"
        case .sensorLost: "sensor lost"
        case .confirmedOnWatch: "confirmed on the watch"
        case .watchLost: "watch lost"
        }
    }
}
