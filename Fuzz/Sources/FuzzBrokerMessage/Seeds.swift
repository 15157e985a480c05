internal import DeviceBroker
internal import DeviceProtocol
internal import SampleDevice
internal import Traces

/// The seeds: every kind of request, in sequences in which it has an effect, as an app would send them.
enum Seeds {
    /// File names and contents.
    static var inputs: [(name: String, input: [UInt8])] {
        [
            ("passwords", passwords()), ("protected", protected()), ("application-password", applicationPassword()),
            ("keys", keys()), ("contexts", contexts()), ("rights", rights()), ("stranger", protected(.isOtherCaller)),
            ("passcode", protected(.entersPasscode)), ("traced", traced()),
        ]
    }

    private static func passwords() -> [UInt8] {
        var story = Story(.matches)
        let added = story.tell(
            AddItem(
                itemClass: .genericPassword,
                attributes: attributes([
                    .account: .text("ann"), .service: .text("mail"), .generic: .data([1, 2]), .isNegative: .flag(false),
                ]),
                accessGroup: AccessGroup(rawValue: "TEAM.shared"), accessControl: AccessControl(accessibility: .whenUnlocked),
                data: Array("secret".utf8), returning: [.persistentReference, .attributes]))
        story.tell(
            AddItem(
                itemClass: .internetPassword,
                attributes: attributes([.server: .text("example.com"), .port: .number(443), .networkProtocol: .text("htps")]),
                accessControl: AccessControl(accessibility: .afterFirstUnlock), isSynchronized: true, data: nil))
        story.tell(
            FindItems(
                query: ItemQuery(itemClass: .genericPassword, attributes: attributes([.account: .text("ann")])), limit: 10,
                returning: [.data, .attributes]))
        let references = added.map { [$0.reference] } ?? []
        story.tell(
            UpdateItems(
                query: ItemQuery(itemClass: nil, synchronization: .either, references: references),
                changes: ItemChanges(
                    attributes: attributes([.label: .text("Mail"), .account: .text("bob")]), data: [9],
                    accessControl: AccessControl(accessibility: .always), isSynchronized: true)))
        story.tell(DeleteItems(query: ItemQuery(itemClass: .genericPassword, accessibility: .always, synchronization: .either)))
        return story.input
    }

    private static func protected(_ habit: SamplePerson.Habit = .matches) -> [UInt8] {
        var story = Story(habit)
        for (constraints, combination): (Set<AccessConstraint>, AccessControl.Combination) in [
            ([.userPresence], .all), ([.biometryCurrentSet, .devicePasscode], .all), ([.biometryAny, .companion], .any),
        ] {
            guard
                let control = AccessControl(
                    accessibility: .whenPasscodeSetThisDeviceOnly, constraints: constraints, combination: combination)
            else { continue }
            story.tell(
                AddItem(
                    itemClass: .genericPassword, attributes: attributes([.account: .text("\(constraints.count)\(combination)")]),
                    accessControl: control, data: [1, 2, 3]))
        }
        let ask = Presentation(reason: "to read it", cancelTitle: "No", fallbackTitle: "Code") ?? .silent
        story.tell(
            FindItems(
                query: ItemQuery(itemClass: .genericPassword), limit: 3, returning: [.data],
                authentication: AuthenticationUse(interface: .allow, presentation: ask)))
        story.tell(
            FindItems(
                query: ItemQuery(itemClass: .genericPassword), limit: 3, returning: [.data],
                authentication: AuthenticationUse(interface: .skip)))
        return story.input
    }

    private static func applicationPassword() -> [UInt8] {
        var story = Story(.cancels)
        guard let context = story.tell(OpenContext()),
            let control = AccessControl(accessibility: .whenUnlocked, constraints: [], needsApplicationPassword: true)
        else { return story.input }
        story.tell(SetCredential(context: context, password: Array("app".utf8)))
        story.tell(
            AddItem(
                itemClass: .genericPassword, attributes: attributes([.account: .text("a")]), accessControl: control, data: [1],
                authentication: AuthenticationUse(context: context)))
        story.tell(FindItems(query: ItemQuery(itemClass: .genericPassword), returning: [.data]))
        return story.input
    }

    private static func keys() -> [UInt8] {
        var story = Story(.matches)
        guard
            let control = AccessControl(
                accessibility: .whenUnlockedThisDeviceOnly, constraints: [.biometryAny], isForPrivateKey: true),
            let digest = Octets32([UInt8](repeating: 5, count: 32))
        else { return story.input }
        let tag = attributes([.applicationTag: .data(Array("tag".utf8)), .label: .text("Key")])
        let kept = story.tell(CreateKey(accessControl: control, item: ItemPlace(attributes: tag, accessGroup: nil)))
        let loose = story.tell(CreateKey(accessControl: AccessControl(accessibility: .whenUnlocked), item: nil))
        if let kept, let loose {
            story.tell(Sign(key: kept.reference, digest: digest))
            story.tell(Sign(key: loose.reference, digest: digest))
            story.tell(Exchange(key: loose.reference, peer: kept.publicKey))
            story.tell(Attest(key: kept.reference, digest: digest))
            story.tell(DescribeKey(loose.reference))
        }
        story.tell(FindItems(query: ItemQuery(itemClass: .key, attributes: tag), returning: [.reference]))
        return story.input
    }

    private static func contexts() -> [UInt8] {
        var story = Story(.entersPasscode)
        story.tell(ReadMechanisms())
        guard let context = story.tell(OpenContext()) else { return story.input }
        let controlled = EvaluationSubject.accessControl(AccessControl(accessibility: .whenUnlocked), .readData)
        for subject in [EvaluationSubject.policy(.owner), .policy(.biometrics), controlled, .requirement(.biometryOrPasscode)] {
            story.tell(Preflight(context: context, subject: subject))
            story.tell(
                Evaluate(
                    context: context, subject: subject, presentation: Presentation(reason: "to see") ?? .silent, unlockReuse: 10))
        }
        story.tell(CloseContext(context: context))
        return story.input
    }

    private static func rights() -> [UInt8] {
        var story = Story(.matches)
        guard let name = RightIdentifier(rawValue: "pay"), let context = story.tell(OpenContext()),
            let digest = Octets32([UInt8](repeating: 6, count: 32))
        else { return story.input }
        story.tell(SaveRight(identifier: name, requirement: .biometryCurrentSet, secret: [1, 2, 3, 4]))
        story.tell(ReadRight(identifier: name))
        story.tell(Evaluate(context: context, subject: .right(name), presentation: .silent))
        story.tell(ReadRightSecret(identifier: name, context: context))
        story.tell(Sign(key: .right(name), digest: digest, authentication: AuthenticationUse(context: context)))
        story.tell(RemoveRight(identifier: name))
        story.tell(RemoveAllRights())
        return story.input
    }

    private static func traced() -> [UInt8] {
        var story = Story(.matches)
        let position = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        story.tell(ReadMechanisms(), at: position)
        story.tell(FindItems(query: ItemQuery(itemClass: .genericPassword), returning: [.data]), at: position)
        return story.input
    }

    private static func attributes(_ values: [AttributeName: AttributeValue]) -> ItemAttributes {
        var attributes = ItemAttributes()
        for (name, value) in values { attributes.set(name, value) }
        return attributes
    }
}

/// An input under construction. Its messages are sent to a device, so that the next message can refer to the results.
struct Story {
    private(set) var input: [UInt8]
    private let device: SampleDevice?

    init(_ habit: SamplePerson.Habit) {
        input = [UInt8(SamplePerson.Habit.allCases.firstIndex(of: habit) ?? 0)]
        device = try? SampleDevice()
        device?.begin(habit)
    }

    @discardableResult
    mutating func tell<Request: DeviceRequest>(_ request: Request, at position: TraceParent? = nil) -> Request.Answer? {
        let message = RequestMessage.bytes(of: request, at: position)
        input += [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
        guard let reply = device?.reply(to: message), case .answer(let answer)? = try? DeviceReply(message: reply) else {
            return nil
        }
        return try? Request.Answer(message: answer)
    }
}
