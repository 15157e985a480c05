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

    @Test("ask for adding nobody, for reading someone, for deleting nobody")
    func prompts() throws {
        try link.perform(AddItem.password(constraints: [.userPresence]))
        #expect(device.person.prompts.isEmpty)
        device.sensor.see(.matched)
        device.person.will(.wait)
        #expect(try link.perform(FindItems.password()).items.first?.data == Array("s3cret-Value".utf8))
        #expect(device.person.prompts.count == 1)
        try link.perform(DeleteItems(query: .passwords("alice")))
        #expect(device.person.prompts.count == 1)
    }

    @Test("tell their attributes to whoever is in the group, without asking")
    func attributes() throws {
        try link.perform(AddItem.password(constraints: [.biometryCurrentSet]))
        let found = try #require(try link.perform(FindItems.password(returning: .attributes)).items.first)
        #expect(found.description?.accessControl.constraints == [.biometryCurrentSet])
        #expect(found.data == nil)
        #expect(device.person.prompts.isEmpty)
    }

    @Test("ask each time without a context, and once with one")
    func contexts() throws {
        try link.perform(AddItem.password(constraints: [.userPresence]))
        for _ in 1...2 {
            device.sensor.see(.matched)
            device.person.will(.wait)
            _ = try link.perform(FindItems.password())
        }
        #expect(device.person.prompts.count == 2)
        let use = AuthenticationUse(context: try context())
        device.sensor.see(.matched)
        device.person.will(.wait)
        for _ in 1...3 { _ = try link.perform(FindItems.password(authentication: use)) }
        #expect(device.person.prompts.count == 3)
    }

    @Test("show who asks, and the app's own words apart")
    func prompt() throws {
        try link.perform(AddItem.password(constraints: [.userPresence]))
        device.person.will(.cancel)
        let use = AuthenticationUse(presentation: .reason("to open your notes"))
        #expect(throws: DeviceRefusal.authentication(.userCancel)) { try link.perform(FindItems.password(authentication: use)) }
        let prompt = try #require(device.person.prompts.first)
        #expect(prompt.caller.app == TestDevice.app)
        #expect(prompt.presentation.reason == "to open your notes")
        #expect(prompt.question == .biometry(.face))
        #expect(prompt.purpose == .readItem)
    }

    static let lists: [(Set<AccessConstraint>, AccessControl.Combination)] = [
        ([.userPresence], .all), ([.biometryAny], .all), ([.biometryCurrentSet], .all), ([.devicePasscode], .all),
        ([.biometryAny, .devicePasscode], .all), ([.biometryAny, .devicePasscode], .any),
        ([.biometryCurrentSet, .devicePasscode], .all), ([.biometryCurrentSet, .devicePasscode], .any),
        ([.biometryAny, .companion], .any), ([.devicePasscode, .companion], .any),
    ]

    /// What the person does, and whether each list opens to it. Biometry first where a list asks for both.
    @Test("open to what their list says and to nothing else", arguments: lists)
    func everyList(constraints: Set<AccessConstraint>, combination: AccessControl.Combination) throws {
        try link.perform(AddItem.password(constraints: constraints, combination: combination))
        let takesFace =
            constraints.contains(.userPresence) || constraints.contains(.biometryAny) || constraints.contains(.biometryCurrentSet)
        let takesPasscode = constraints.contains(.userPresence) || constraints.contains(.devicePasscode)
        let needsBoth = combination == .all && takesFace && takesPasscode && !constraints.contains(.userPresence)

        let withFace = AuthenticationUse(context: try context())
        device.sensor.see(.matched)
        try evaluate(.biometrics, withFace)
        let quietly = AuthenticationUse(context: withFace.context, interface: .fail)
        #expect(opens(quietly) == (takesFace && !needsBoth))

        let withPasscode = AuthenticationUse(context: try context())
        device.person.will(.fallback, .enter(TestDevice.passcode))
        try evaluate(.owner, withPasscode)
        #expect(opens(AuthenticationUse(context: withPasscode.context, interface: .fail)) == (takesPasscode && !needsBoth))

        device.sensor.see(.matched)
        device.person.will(.wait)
        try evaluate(.biometrics, withPasscode)
        #expect(opens(AuthenticationUse(context: withPasscode.context, interface: .fail)))
    }

    private func evaluate(_ policy: AuthenticationPolicy, _ use: AuthenticationUse) throws {
        let context = try #require(use.context)
        if policy == .biometrics { device.person.will(.wait) }
        _ = try link.perform(Evaluate(context: context, subject: .policy(policy), presentation: .reason("test")))
    }

    private func opens(_ use: AuthenticationUse) -> Bool {
        (try? link.perform(FindItems.password(authentication: use))) != nil
    }

    @Test("that only a companion would open are refused from the start")
    func companion() throws {
        #expect(throws: DeviceRefusal.authentication(.companionNotAvailable)) {
            try link.perform(AddItem.password(constraints: [.companion]))
        }
        #expect(throws: DeviceRefusal.authentication(.companionNotAvailable)) {
            try link.perform(AddItem.password(constraints: [.companion, .devicePasscode]))
        }
    }

    @Test("are left out where skipping is asked for, and refused where failing is")
    func interfaceRules() throws {
        try link.perform(AddItem.password("guarded", constraints: [.userPresence]))
        try link.perform(AddItem.password("open"))
        let skip = AuthenticationUse(interface: .skip)
        let found = try link.perform(FindItems.password(nil, limit: 10, authentication: skip)).items
        #expect(found.count == 1)
        #expect(throws: DeviceRefusal.authentication(.notInteractive)) {
            try link.perform(FindItems.password("guarded", authentication: AuthenticationUse(interface: .fail)))
        }
        #expect(device.person.prompts.isEmpty)
        #expect {
            try link.perform(UpdateItems(query: .passwords("open"), changes: ItemChanges(data: [1]), authentication: skip))
        } throws: { error in
            if case DeviceRefusal.badRequest = error { true } else { false }
        }
    }

    @Test("bound to the current set are gone once a face is enrolled; the others stay")
    func enrolment() throws {
        try link.perform(AddItem.password("set", constraints: [.biometryCurrentSet]))
        try link.perform(AddItem.password("any", constraints: [.biometryAny]))
        #expect(device.sensor.enrol("another"))
        try device.device.enrolmentChanged()
        #expect(throws: DeviceRefusal.item(.notFound)) { try link.perform(FindItems.password("set", returning: .attributes)) }
        device.sensor.see(.matched)
        device.person.will(.wait)
        #expect(try link.perform(FindItems.password("any")).items.count == 1)
    }

    @Test("do not open to a context that saw a face of the set before")
    func staleContext() throws {
        let use = AuthenticationUse(context: try context())
        device.sensor.see(.matched)
        try evaluate(.biometrics, use)
        try device.device.enrolmentChanged()
        try link.perform(AddItem.password(constraints: [.biometryCurrentSet]))
        #expect(throws: DeviceRefusal.authentication(.notInteractive)) {
            try link.perform(FindItems.password(authentication: AuthenticationUse(context: use.context, interface: .fail)))
        }
    }

    @Test("under a password of the app open to that one alone")
    func applicationPassword() throws {
        let use = AuthenticationUse(context: try context())
        let reference = try #require(use.context)
        let request = AddItem.password(needsApplicationPassword: true, authentication: use)
        #expect(throws: DeviceRefusal.item(.applicationPassword)) { try link.perform(request) }
        _ = try link.perform(SetCredential(context: reference, password: Array("app-pass".utf8)))
        try link.perform(request)
        #expect(try link.perform(FindItems.password(authentication: use)).items.count == 1)
        #expect(throws: DeviceRefusal.item(.applicationPassword)) { try link.perform(FindItems.password()) }
        _ = try link.perform(SetCredential(context: reference, password: Array("wrong".utf8)))
        #expect(throws: DeviceRefusal.item(.applicationPassword)) { try link.perform(FindItems.password(authentication: use)) }
    }

    @Test("are closed again when their context is, and to every other process")
    func contextEnds() throws {
        try link.perform(AddItem.password(constraints: [.userPresence]))
        let use = AuthenticationUse(context: try context(), interface: .fail)
        device.sensor.see(.matched)
        try evaluate(.biometrics, use)
        #expect(opens(use))
        let stranger = device.link(process: 101)
        #expect(throws: DeviceRefusal.authentication(.invalidContext)) {
            try stranger.perform(FindItems.password(authentication: use))
        }
        _ = try link.perform(CloseContext(context: try #require(use.context)))
        #expect(throws: DeviceRefusal.authentication(.invalidContext)) { try link.perform(FindItems.password(authentication: use)) }
    }

    @Test("stay closed when the context is closed while someone is asked")
    func closedWhileAsked() throws {
        try link.perform(AddItem.password(constraints: [.userPresence]))
        let reference = try context()
        device.person.will(.then { [link] in _ = try? link.perform(CloseContext(context: reference)) })
        #expect(throws: DeviceRefusal.authentication(.appCancel)) {
            try link.perform(FindItems.password(authentication: AuthenticationUse(context: reference)))
        }
    }

    @Test("stay closed when the device is locked while someone is asked")
    func lockedWhileAsked() throws {
        try link.perform(AddItem.password(constraints: [.userPresence]))
        device.person.will(.then { [device] in device.device.lock() })
        #expect(throws: DeviceRefusal.authentication(.systemCancel)) { try link.perform(FindItems.password()) }
    }
}
