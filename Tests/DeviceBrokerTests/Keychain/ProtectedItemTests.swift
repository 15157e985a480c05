import DeviceProtocol
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Protected items") struct ProtectedItemTests {
    let device: TestDevice
    let link: BrokerLink

    init() throws {
        device = try TestDevice()
        link = device.link()
    }

    private func context(_ link: BrokerLink? = nil) throws -> ContextReference {
        try (link ?? self.link).perform(OpenContext())
    }

    @Test("a prompt shows the app's identity and, separately, the app's texts")
    func prompt() throws {
        try link.perform(AddItem.password(constraints: [.userPresence]))
        device.person.will(.cancel)
        let use = AuthenticationUse(presentation: .reason("to open your notes"))
        #expect(throws: DeviceError.authentication(.userCancel)) { try link.perform(FindItems.password(authentication: use)) }
        let prompt = try #require(device.person.prompts.first)
        #expect(prompt.caller.app == TestDevice.app)
        #expect(prompt.presentation.reason == "to open your notes")
        #expect(prompt.question == .biometry(.fingerprint))
        #expect(prompt.purpose == .readItem)
    }

    private func evaluate(_ policy: AuthenticationPolicy, _ use: AuthenticationUse) throws {
        let context = try #require(use.context)
        if policy == .biometrics { device.person.will(.wait) }
        _ = try link.perform(Evaluate(context: context, subject: .policy(policy), presentation: .reason("test")))
    }

    private func opens(_ use: AuthenticationUse) -> Bool {
        (try? link.perform(FindItems.password(authentication: use))) != nil
    }

    @Test("an item that only a companion could open is rejected if none is paired")
    func companion() throws {
        #expect(throws: DeviceError.authentication(.companionNotAvailable)) {
            try link.perform(AddItem.password(constraints: [.companion]))
        }
        #expect(throws: DeviceError.authentication(.companionNotAvailable)) {
            try link.perform(AddItem.password(constraints: [.companion, .devicePasscode]))
        }
        #expect(throws: DeviceError.authentication(.companionNotAvailable)) {
            try link.perform(AddItem.password(constraints: [.companion, .biometryCurrentSet]))
        }
    }

    private func pair(isReady: Bool = true) {
        device.device.presence.pair(
            Octets32([UInt8](repeating: 1, count: 32)).map { Mechanisms.Companion(pairing: $0, isReady: isReady) })
    }

    private func read(_ account: String, _ acts: ScriptedPerson.Act..., use: AuthenticationUse = AuthenticationUse()) throws {
        for act in acts { device.person.will(act) }
        _ = try link.perform(FindItems.password(account, authentication: use))
    }

    @Test("a confirmation on the paired watch opens items whose list includes it, or user presence")
    func watch() throws {
        pair()
        try link.perform(AddItem.password("watch", constraints: [.companion]))
        try link.perform(AddItem.password("both", constraints: [.companion, .devicePasscode]))
        try link.perform(AddItem.password("any", constraints: [.companion, .devicePasscode], combination: .any))
        try link.perform(AddItem.password("presence", constraints: [.userPresence]))
        try read("watch", .confirmOnWatch)
        try read("both", .enter(TestDevice.passcode), .confirmOnWatch)
        try read("any", .confirmOnWatch)
        try read("presence", .confirmOnWatch)
        #expect(device.person.prompts.map(\.question) == [.companion, .passcode, .companion, .passcode, .biometry(.fingerprint)])
        pair(isReady: false)
        #expect(throws: DeviceError.authentication(.companionNotAvailable)) { try read("watch") }
        #expect(throws: DeviceError.authentication(.companionNotAvailable)) { try read("both") }
        #expect(device.person.prompts.count == 5)
    }

    @Test("the watch does not open items that require biometry or the passcode, with any evidence in the context")
    func watchElsewhere() throws {
        pair()
        let lists: [(String, Set<AccessConstraint>)] = [
            ("finger", [.biometryAny]), ("finger or passcode", [.biometryAny, .devicePasscode]),
            ("set or passcode", [.biometryCurrentSet, .devicePasscode]),
            ("set, passcode or watch", [.biometryCurrentSet, .devicePasscode, .companion]),
        ]
        for (name, constraints) in lists {
            try link.perform(
                AddItem.password(name, constraints: constraints, combination: constraints.count > 1 ? .any : .all))
        }
        let use = AuthenticationUse(context: try context())
        device.person.will(.confirmOnWatch)
        _ = try link.perform(
            Evaluate(
                context: try #require(use.context), subject: .policy(.companion), presentation: .reason("test")))
        for (name, _) in lists {
            // Each requires its own prompt, which the watch does not answer.
            #expect(throws: DeviceError.authentication(.userCancel)) { try read(name, .cancel, use: use) }
            #expect(device.person.prompts.last?.takesWatch == false)
            #expect(throws: DeviceError.authentication(.userCancel)) { try read(name, .confirmOnWatch, .cancel, use: use) }
        }
    }

    @Test("items that need a prompt are omitted or rejected, as the request says")
    func interfaceRules() throws {
        try link.perform(AddItem.password("guarded", constraints: [.userPresence]))
        try link.perform(AddItem.password("open"))
        let skip = AuthenticationUse(interface: .skip)
        let found = try link.perform(FindItems.password(nil, limit: 10, authentication: skip)).items
        #expect(found.count == 1)
        #expect(throws: DeviceError.authentication(.notInteractive)) {
            try link.perform(FindItems.password("guarded", authentication: AuthenticationUse(interface: .fail)))
        }
        #expect(device.person.prompts.isEmpty)
        #expect {
            try link.perform(UpdateItems(query: .passwords("open"), changes: ItemChanges(data: [1]), authentication: skip))
        } throws: { error in
            if case DeviceError.badRequest = error { true } else { false }
        }
    }

    @Test("only the right app password opens an item")
    func applicationPassword() throws {
        let use = AuthenticationUse(context: try context(), interface: .fail)
        let reference = try #require(use.context)
        let request = AddItem.password(needsApplicationPassword: true, authentication: use)
        #expect(throws: DeviceError.authentication(.notInteractive)) { try link.perform(request) }
        _ = try link.perform(SetCredential(context: reference, password: Array("app-pass".utf8)))
        try link.perform(request)
        #expect(try link.perform(FindItems.password(authentication: use)).items.count == 1)
        let quiet = AuthenticationUse(interface: .fail)
        #expect(throws: DeviceError.authentication(.notInteractive)) {
            try link.perform(FindItems.password(authentication: quiet))
        }
        #expect(throws: DeviceError.item(.notFound)) {
            try link.perform(FindItems.password(authentication: AuthenticationUse(interface: .skip)))
        }
        _ = try link.perform(SetCredential(context: reference, password: Array("wrong".utf8)))
        #expect(throws: DeviceError.item(.applicationPassword)) { try link.perform(FindItems.password(authentication: use)) }
        #expect(device.person.prompts.isEmpty)
    }

    @Test("a missing app password is prompted for when an item is added or opened")
    func typedPassword() throws {
        let request = AddItem.password(needsApplicationPassword: true)
        #expect(throws: DeviceError.authentication(.userCancel)) { try link.perform(request) }
        device.person.will(.typePassword("typed"), .typePassword("typed"), .typePassword("other"), .typePassword(""), .cancel)
        try link.perform(request)
        #expect(try link.perform(FindItems.password()).items.count == 1)
        #expect(throws: DeviceError.item(.applicationPassword)) { try link.perform(FindItems.password()) }
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try link.perform(FindItems.password()) }
        #expect(throws: DeviceError.authentication(.userCancel)) { try link.perform(FindItems.password()) }
        let new = Prompt.Question.applicationPassword(isNew: true)
        let old = Prompt.Question.applicationPassword(isNew: false)
        #expect(device.person.prompts.map(\.question) == [new, new, old, old, old, old])
        // The entered password applies to one item and one request: no context stores it.
        let use = AuthenticationUse(context: try context())
        device.person.will(.typePassword("typed"), .cancel)
        #expect(try link.perform(FindItems.password(authentication: use)).items.count == 1)
        #expect(throws: DeviceError.authentication(.userCancel)) { try link.perform(FindItems.password(authentication: use)) }
    }

    @Test("the prompt for an app password waits in the queue, and ends when the app stops waiting")
    func passwordQuestion() throws {
        let context = try context()
        let closing = link
        device.person.will(.then { _ = try? closing.perform(CloseContext(context: context)) })
        #expect(throws: DeviceError.authentication(.appCancel)) {
            try link.perform(
                AddItem.password(needsApplicationPassword: true, authentication: AuthenticationUse(context: context)))
        }
        let lock = device.device
        device.person.will(.then { lock.lock() })
        #expect(throws: DeviceError.authentication(.systemCancel)) {
            try link.perform(AddItem.password(needsApplicationPassword: true))
        }
        #expect(try device.device.audit.entries(atMost: 2).map(\.outcome) == ["failed -4", "failed -9"])
    }

    @Test("evidence ends with its context, and does not count for another process")
    func contextEnds() throws {
        try link.perform(AddItem.password(constraints: [.userPresence]))
        let use = AuthenticationUse(context: try context(), interface: .fail)
        device.sensor.see(.matched)
        try evaluate(.biometrics, use)
        #expect(opens(use))
        let stranger = device.link(process: 101)
        #expect(throws: DeviceError.authentication(.invalidContext)) {
            try stranger.perform(FindItems.password(authentication: use))
        }
        _ = try link.perform(CloseContext(context: try #require(use.context)))
        #expect(throws: DeviceError.authentication(.invalidContext)) { try link.perform(FindItems.password(authentication: use)) }
    }

    @Test("another app in the same process cannot use a context")
    func otherAppInTheProcess() throws {
        let other = device.link(TestDevice.otherApp)
        try other.perform(AddItem.password(constraints: [.userPresence]))
        try link.perform(AddItem.password(constraints: [.userPresence]))
        let use = AuthenticationUse(context: try context(), interface: .fail)
        device.sensor.see(.matched)
        try evaluate(.biometrics, use)
        #expect(opens(use))
        let reference = try #require(use.context)
        #expect(throws: DeviceError.authentication(.invalidContext)) {
            try other.perform(FindItems.password(authentication: use))
        }
        #expect(throws: DeviceError.authentication(.invalidContext)) {
            try other.perform(SetCredential(context: reference, password: Array("app-pass".utf8)))
        }
        let entries = try device.device.broker.audit.entries(atMost: 2)
        #expect(entries.map(\.app) == [TestDevice.otherApp.identifier.rawValue, TestDevice.otherApp.identifier.rawValue])
        #expect(entries.map(\.outcome) == ["a context of another caller", "a context of another caller"])
        // The end of one app's link does not affect the other's contexts.
        device.device.broker.linkEnded(other.caller)
        _ = try other.perform(CloseContext(context: reference))
        #expect(opens(use))
    }

    @Test("an item without constraints needs no context, and is not found by an ended link")
    func contextOnDemand() throws {
        let other = device.link(TestDevice.otherApp, process: 101)
        try other.perform(AddItem.password())
        for _ in 0..<ContextTable.limitPerApp { try other.perform(OpenContext()) }
        #expect(try other.perform(FindItems.password()).items.count == 1)
        device.device.broker.linkEnded(other.caller)
        #expect(throws: DeviceError.unavailable("the link has ended")) { try other.perform(FindItems.password()) }
    }

    @Test("locking the device during a prompt leaves the item closed")
    func lockedWhileAsked() throws {
        try link.perform(AddItem.password(constraints: [.userPresence]))
        device.person.will(.then { [device] in device.device.lock() })
        #expect(throws: DeviceError.authentication(.systemCancel)) { try link.perform(FindItems.password()) }
    }
}
