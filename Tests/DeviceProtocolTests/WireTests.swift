import TestKit
import Testing
import Traces

@testable import DeviceProtocol

/// One message of each kind, with the result of decoding and encoding it again.
struct WireSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// Returns the bytes of the decoded message. Throws the errors of decoding.
    let rewritten: @Sendable ([UInt8]) throws -> [UInt8]

    init<Value: WireValue & Sendable>(_ value: Value) {
        testDescription = "\(Value.self)"
        bytes = value.message
        rewritten = { try Value(message: $0).message }
    }

    static let all: [WireSample] = requests + replies + authorization + providers

    private static let requests: [WireSample] = [
        WireSample(
            AddItem(
                itemClass: .internetPassword, attributes: attributes, accessGroup: group, accessControl: control,
                isSynchronized: true,
                data: [1, 2, 3], returning: [.data, .persistentReference], authentication: use)),
        WireSample(FindItems(query: query, limit: 7, returning: .attributes, authentication: use)),
        WireSample(
            UpdateItems(
                query: query,
                changes: ItemChanges(
                    attributes: attributes, data: [], accessGroup: group, accessControl: control, isSynchronized: false))),
        WireSample(DeleteItems(query: query)),
        WireSample(
            AddItems([
                AddItem(itemClass: .key, attributes: attributes, accessControl: control, data: [1]),
                AddItem(itemClass: .certificate, attributes: attributes, accessControl: control, data: nil),
            ])),
        WireSample(CreateKey(accessControl: control, item: ItemPlace(attributes: attributes, accessGroup: group))),
        WireSample(
            CreateKey(
                accessControl: control, item: nil,
                publicHalf: AddItem(itemClass: .key, attributes: attributes, accessControl: control, data: nil), authentication: use
            )),
        WireSample(Sign(key: .sealed([9, 9]), digest: octets, authentication: use)),
        WireSample(DescribeKey(.sealed([9, 9]))),
        WireSample(Exchange(key: .item(reference), peer: publicKey)),
        WireSample(OpenContext()),
        WireSample(CloseContext(context: context)),
        WireSample(Preflight(context: context, subject: .policy(.owner))),
        WireSample(
            Evaluate(
                context: context, subject: .accessControl(control, .sign), presentation: presentation, mayInteract: false,
                unlockReuse: 300)),
        WireSample(Evaluate(context: context, subject: .requirement(.biometryCurrentSet), presentation: .silent)),
        WireSample(SetCredential(context: context, password: [1])),
        WireSample(ReadMechanisms()),
        WireSample(SaveRight(identifier: right, requirement: .userPresence, secret: [5])),
        WireSample(ReadRight(identifier: right)),
        WireSample(ReadRightSecret(identifier: right, context: context)),
        WireSample(RemoveRight(identifier: right)),
        WireSample(RemoveAllRights()),
        WireSample(LinkGreeting(link: 0x0102_0304_0506_0708)),
        WireSample(RequestHeader(kind: .sign)),
        WireSample(RequestHeader(kind: .sign, position: position)),
    ]

    private static let replies: [WireSample] = [
        WireSample(
            FoundItems([
                FoundItem(
                    itemClass: .key, reference: reference,
                    description: ItemDescription(
                        attributes: attributes, accessGroup: group, accessControl: control, isSynchronized: false),
                    data: [0], key: KeyDescription(reference: .right(right), publicKey: publicKey, accessControl: control)),
                FoundItem(itemClass: .certificate, reference: reference),
            ])),
        WireSample(
            Mechanisms(biometry: .fingerprint, isEnrolled: true, isLockedOut: false, hasPasscode: true, biometricState: octets)),
        WireSample(
            Mechanisms(
                biometry: .none, isEnrolled: false, isLockedOut: false, hasPasscode: false, biometricState: nil,
                companion: Mechanisms.Companion(pairing: octets, isReady: true))),
        WireSample(SavedRight(requirement: .biometry, publicKey: publicKey, hasSecret: true)),
        WireSample(DeviceReply.answer([1, 2])),
        WireSample(DeviceReply.rejection(.authentication(.notInteractive))),
        WireSample(DeviceReply.rejection(.item(.duplicate))),
        WireSample(DeviceReply.rejection(.badRequest("no"))),
        WireSample(DeviceReply.rejection(.unavailable("gone"))),
    ]

    private static let attributes: ItemAttributes = {
        var attributes = ItemAttributes()
        attributes.set(.account, .text("älice"))
        attributes.set(.port, .number(-1))
        attributes.set(.isInvisible, .flag(true))
        attributes.set(.generic, .data([0, 255]))
        attributes.set(.creationDate, .date(1.5))
        return attributes
    }()
    private static let query = ItemQuery(
        itemClass: .genericPassword, attributes: attributes, accessGroup: group, accessibility: .afterFirstUnlock,
        synchronization: .either,
        references: [reference])
    private static let group = made(AccessGroup(rawValue: "TEAM.group"))
    private static let control = made(
        AccessControl(
            accessibility: .whenUnlockedThisDeviceOnly, constraints: [.biometryAny, .devicePasscode], combination: .any,
            isForPrivateKey: true))
    private static let reference = made(PersistentReference([UInt8](1...16)))
    private static let context = made(ContextReference([UInt8](1...16)))
    private static let octets = made(Octets32([UInt8](1...32)))
    private static let publicKey = made(P256PublicKey(x963: [4] + [UInt8](1...64)))
    private static let position = made(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
    private static let right = made(RightIdentifier(rawValue: "sign-in"))
    private static let presentation = made(Presentation(reason: "to sign in", cancelTitle: "Not now", fallbackTitle: ""))
    private static let use = AuthenticationUse(
        context: context, interface: .skip, presentation: presentation, unlockReuse: 300)

    private static func made<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("invalid sample in a test") }
        return value
    }
}

@Suite("Messages on the wire") struct WireTests {
    @Test("decoding and encoding reproduces the bytes", arguments: WireSample.all)
    func roundTrip(sample: WireSample) throws {
        #expect(try sample.rewritten(sample.bytes) == sample.bytes)
    }

    @Test("truncated and extended messages are rejected", arguments: WireSample.all)
    func length(sample: WireSample) {
        for length in 0..<sample.bytes.count {
            #expect(throws: WireError.self) { try sample.rewritten(Array(sample.bytes.prefix(length))) }
        }
        #expect(throws: WireError(.trailingBytes, at: sample.bytes.count)) { try sample.rewritten(sample.bytes + [0]) }
    }

    @Test("a message with any byte changed is rejected or reproduced", arguments: WireSample.all)
    func mutations(sample: WireSample) {
        for position in sample.bytes.indices {
            for change in [1, 0x80, 0xFF, 0x55] as [UInt8] {
                var bytes = sample.bytes
                bytes[position] ^= change
                if let rewritten = try? sample.rewritten(bytes) { #expect(rewritten == bytes, "byte \(position)") }
            }
        }
    }

    @Test("random bytes are rejected or reproduced", arguments: WireSample.all)
    func randomBytes(sample: WireSample) {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0..<120, using: &random)).map { _ in UInt8.random(in: 0...9, using: &random) }
            if let rewritten = try? sample.rewritten(bytes) { #expect(rewritten == bytes) }
        }
    }

    @Test("a count of elements above the remaining bytes is rejected")
    func hugeCounts() {
        var writer = WireWriter()
        writer.number(UInt32.max)
        #expect(throws: WireError.self) { try FoundItems(message: writer.bytes) }
        writer = WireWriter()
        writer.number(UInt32(90_000))
        #expect(throws: WireError(.tooShort, at: 0)) { try FoundItems(message: writer.bytes) }
    }

    @Test("an overlong reason is truncated at a character boundary", arguments: ["a", "ü", "👩‍👩‍👧‍👦"])
    func reasons(character: String) throws {
        for count in [1, 40, 1_024, 1_025] {
            let rejection = DeviceError.unavailable(String(repeating: character, count: count))
            let read = try DeviceError(message: rejection.message)
            #expect(read.message == rejection.message)
            if character.utf8.count * count <= DeviceError.maximumReasonLength { #expect(read == rejection) }
        }
    }

    @Test("a number out of range is rejected")
    func bounds() throws {
        let evaluation = Evaluate(
            context: try #require(ContextReference([UInt8](1...16))), subject: .policy(.owner), presentation: .silent,
            unlockReuse: 300)
        var bytes = evaluation.message
        #expect(try Evaluate(message: bytes) == evaluation)
        bytes[bytes.count - 1] += 1
        #expect(throws: WireError(.rejectedValue, at: bytes.count - 2)) { try Evaluate(message: bytes) }
    }

    @Test("every request has a unique kind")
    func kinds() {
        #expect(Set(RequestKind.allCases.map(\.rawValue)).count == RequestKind.allCases.count)
    }

    @Test("a date that is not finite, and negative zero, are rejected", arguments: [Double.nan, .infinity, -0.0])
    func dates(seconds: Double) {
        var writer = WireWriter()
        writer.value(AttributeValue.Kind.date)
        writer.number(seconds.bitPattern)
        #expect(throws: WireError(.rejectedValue, at: 1)) { try AttributeValue(message: writer.bytes) }
        #expect(throws: Never.self) { try AttributeValue(message: AttributeValue.date(1).message) }
    }
}
