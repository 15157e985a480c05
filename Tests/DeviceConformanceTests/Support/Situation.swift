import DeviceConformance
import DeviceSimulator
import OpenLocalAuthentication
import OpenSecurity
import Testing

/// The evidence that an app has before an operation.
enum Situation: String, Sendable, CaseIterable {
    case noContext, freshContext, afterMatch, afterPasscode, afterBoth, quietContext, invalidated, interfaceFails, interfaceSkips
    /// Evidence for an access control, from `evaluateAccessControl`.
    case afterAccessControl
    /// The device was just unlocked by face, and the context accepts that (`touchIDAuthenticationAllowableReuseDuration`).
    case afterUnlock

    /// The evidence of its context.
    var shown: Set<SimulatedPrompt.Question> {
        switch self {
        case .afterMatch, .afterAccessControl, .afterUnlock: [.biometry]
        case .afterPasscode: [.passcode]
        case .afterBoth: [.biometry, .passcode]
        default: []
        }
    }

    var mayAsk: Bool { ![.quietContext, .interfaceFails, .interfaceSkips].contains(self) }
}

/// The context that the app passes: created once, and again after an operation has changed it.
struct Bearing {
    let situation: Situation
    private let device: any DeviceUnderTest
    private(set) var context: LAContext?

    init(_ situation: Situation, on device: any DeviceUnderTest) async throws {
        self.situation = situation
        self.device = device
        try await renew()
    }

    /// Returns a context for the situation.
    mutating func renew() async throws {
        switch situation {
        case .noContext, .interfaceFails, .interfaceSkips: context = nil
        default: context = LAContext()
        }
        if situation == .quietContext { context?.interactionNotAllowed = true }
        if situation == .invalidated { context?.invalidate() }
        if situation.shown.contains(.passcode) {
            device.person.will(.noMatch, .fallback, .passcode("2468"))
            try await context?.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "prepare")
        }
        switch situation {
        case .afterAccessControl:
            device.person.will(.match)
            try await context?.evaluateAccessControl(
                Protection(.biometryAny).control(), operation: .useItem, localizedReason: "prepare")
        case .afterUnlock:
            try device.lock()
            try device.unlockByBiometry(matched: true)
            context?.touchIDAuthenticationAllowableReuseDuration = 60
        case _ where situation.shown.contains(.biometry):
            device.person.will(.match)
            try await context?.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "prepare")
        default: break
        }
    }

    var options: [CFString: Any] {
        var options: [CFString: Any] = [:]
        if let context { options[kSecUseAuthenticationContext] = context }
        if situation == .interfaceFails { options[kSecUseAuthenticationUI] = kSecUseAuthenticationUIFail }
        if situation == .interfaceSkips { options[kSecUseAuthenticationUI] = kSecUseAuthenticationUISkip }
        return options
    }
}

/// Counts the prompts during one operation.
struct PromptWatch {
    private let device: any DeviceUnderTest
    private let before: Int

    /// The user answers these questions in order, and cancels any other.
    init(_ device: any DeviceUnderTest, answering questions: [SimulatedPrompt.Question]) async {
        self.device = device
        before = await device.promptCount()
        for question in questions { device.person.will(question == .biometry ? .match : .passcode("2468")) }
    }

    /// The questions since then.
    func questions() async -> [SimulatedPrompt.Question] {
        await device.quiet()
        return device.person.prompts.dropFirst(before).map(\.question)
    }
}
