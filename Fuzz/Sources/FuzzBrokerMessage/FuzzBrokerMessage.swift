internal import DeviceBroker
internal import DeviceProtocol
internal import FuzzInput
internal import SampleDevice

nonisolated(unsafe) private var fuzzed: SampleDevice?

/// `--write-seeds=FOLDER` writes one input for each kind of request into a folder, in the current encoding.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>>>
)
    -> CInt
{
    FuzzSeeds.writeIfAsked(count, arguments, Seeds.inputs)
    return 0
}

/// Sends the broker arbitrary messages of an app. The first byte chooses the user's behaviour; each message has a length prefix of
/// 16 bits.
///
/// Each message gets a reply in its one encoding. A response has the request's kind, and only a request in its one encoding gets
/// one. No message makes the store or the enclave fail, and another app sees none of the data.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBrokerMessage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = FuzzChoices(FuzzInput(start, count).bytes)
    guard let device = fuzzed ?? (try? SampleDevice()) else { fatalError("there is no device") }
    fuzzed = device
    device.begin(choices.one(of: SamplePerson.Habit.allCases))
    // Enough for a sequence of requests, but not for thousands of items.
    for _ in 0..<64 where !choices.isAtEnd {
        let message = choices.block()
        check(device.reply(to: message), to: message)
    }
    promise(device.isHiddenFromOthers, "another app finds nothing")
    device.end()
    return 0
}

private func check(_ bytes: [UInt8], to message: [UInt8]) {
    guard let reply = try? DeviceReply(message: bytes) else { fatalError("the reply is no reply") }
    promise(reply.message == bytes, "a reply has one spelling")
    promise(bytes.count <= Frame.maximumLength, "a reply fits a frame")
    switch reply {
    case .rejection(.unavailable(let reason)):
        promise(
            reason.hasPrefix("the process has") || isForTheSystem(message),
            "nothing an app says breaks the store or the enclave: \(reason)")
    case .rejection: break
    case .answer(let answer):
        var reader = WireReader(message)
        guard let header = try? RequestHeader(from: &reader) else { fatalError("a message without a header was answered") }
        promise(message.starts(with: header.message), "the header of a request that is answered has one spelling")
        check(answer, to: reader.rest(), header.kind)
    }
}

private func check(_ answer: [UInt8], to request: [UInt8], _ kind: RequestKind) {
    switch kind {
    case .addItem: check(AddItem.self, request, answer)
    case .addItems: check(AddItems.self, request, answer)
    case .findItems: check(FindItems.self, request, answer)
    case .updateItems: check(UpdateItems.self, request, answer)
    case .deleteItems: check(DeleteItems.self, request, answer)
    case .createKey: check(CreateKey.self, request, answer)
    case .sign: check(Sign.self, request, answer)
    case .exchange: check(Exchange.self, request, answer)
    case .attest: check(Attest.self, request, answer)
    case .describeKey: check(DescribeKey.self, request, answer)
    case .openContext: check(OpenContext.self, request, answer)
    case .closeContext: check(CloseContext.self, request, answer)
    case .preflight: check(Preflight.self, request, answer)
    case .evaluate: check(Evaluate.self, request, answer)
    case .setCredential: check(SetCredential.self, request, answer)
    case .readMechanisms: check(ReadMechanisms.self, request, answer)
    case .saveRight: check(SaveRight.self, request, answer)
    case .readRight: check(ReadRight.self, request, answer)
    case .readRightSecret: check(ReadRightSecret.self, request, answer)
    case .removeRight: check(RemoveRight.self, request, answer)
    case .removeAllRights: check(RemoveAllRights.self, request, answer)
    case .changeSharedCredential: check(ChangeSharedCredential.self, request, answer)
    case .requestSharedCredential: check(RequestSharedCredential.self, request, answer)
    case .performAuthorization, .readCredentialState, .awaitRevocations, .readIdentityStore, .changeIdentities,
        .openWebAuthentication, .modifyAccount, .reportCredentials, .exchangeCredentials, .openAutoFillSettings,
        .turnOnProvider:
        fatalError("a device without the system's services answers nothing that is theirs")
    }
}

/// The sample device has no system services, and reports that.
private func isForTheSystem(_ message: [UInt8]) -> Bool {
    message.count > 1 && message[1] >= RequestKind.performAuthorization.rawValue
}

private func check<Request: DeviceRequest>(_ type: Request.Type, _ request: [UInt8], _ answer: [UInt8]) {
    promise((try? Request(message: request))?.message == request, "a request that is answered has one spelling")
    promise((try? Request.Answer(message: answer))?.message == answer, "an answer is of its kind, in one spelling")
}
