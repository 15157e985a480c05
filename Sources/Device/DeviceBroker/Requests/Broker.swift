package import DeviceProtocol
import Secrets
import Synchronization

/// The trusted side: takes messages of apps, decides, and answers. It holds the only ways to the keychain, the enclave and the person.
///
/// Each message is handled on the thread that brings it, to its end; nothing here waits for an executor. Several threads may bring
/// messages at once.
package final class Broker: Sendable {
    let keychain: Keychain
    let contexts: ContextTable
    let presence: any PresenceAsking
    let audit: AuditTrail
    let services = Mutex<(any SystemServices)?>(nil)
    let synchronizedChange = Mutex<(@Sendable () -> Void)?>(nil)
    let associations = Mutex<any WebCredentialAssociations>(NoWebCredentialAssociations())

    package init(keychain: Keychain, contexts: ContextTable, presence: any PresenceAsking, audit: AuditTrail) {
        self.keychain = keychain
        self.contexts = contexts
        self.presence = presence
        self.audit = audit
    }

    /// The reply to one message: an answer or a refusal, for any bytes whatsoever.
    package func reply(to message: [UInt8], from caller: Caller) -> [UInt8] {
        do throws(DeviceRefusal) {
            guard message.count <= longestMessage else { throw .item(.tooLarge) }
            return DeviceReply.answer(try answer(message, caller)).message
        } catch {
            return DeviceReply.refusal(error).message
        }
    }

    /// In bytes; what is longer is refused as `tooLarge`.
    var longestMessage: Int { keychain.quota.valueBytes + Frame.room }

    /// From now on they answer what is the system's. Nothing: such requests are refused.
    package func attach(_ services: (any SystemServices)?) {
        self.services.withLock { $0 = services }
    }

    /// The first connection of a link has ended: whatever the link asked is withdrawn, and whatever it still sends opens nothing.
    package func linkEnded(_ caller: Caller) {
        contexts.end(caller)
    }

    /// The last connection of a link has ended.
    package func linkIsGone(_ caller: Caller) {
        contexts.forget(caller)
    }

    /// The device was switched off and on: what was shown to any context before counts for nothing.
    package func deviceRestarted() {
        contexts.closeAll()
    }

    /// The device was locked: no proof of the passcode is kept, which would open it again.
    package func deviceLocked() {
        contexts.forgetPasscodes()
    }

    private func answer(_ message: [UInt8], _ caller: Caller) throws(DeviceRefusal) -> [UInt8] {
        var reader = WireReader(message)
        let kind = try kind(of: &reader)
        switch kind {
        case .addItem: return try perform(AddItem.self, reader, caller, add)
        case .addItems: return try perform(AddItems.self, reader, caller, add)
        case .findItems: return try perform(FindItems.self, reader, caller, find)
        case .updateItems: return try perform(UpdateItems.self, reader, caller, update)
        case .deleteItems: return try perform(DeleteItems.self, reader, caller, delete)
        case .createKey: return try perform(CreateKey.self, reader, caller, createKey)
        case .sign: return try perform(Sign.self, reader, caller, sign)
        case .exchange: return try perform(Exchange.self, reader, caller, exchange)
        case .attest: return try perform(Attest.self, reader, caller, attest)
        case .describeKey: return try perform(DescribeKey.self, reader, caller, describe)
        case .openContext: return try perform(OpenContext.self, reader, caller, openContext)
        case .closeContext: return try perform(CloseContext.self, reader, caller, closeContext)
        case .preflight: return try perform(Preflight.self, reader, caller, preflight)
        case .evaluate: return try perform(Evaluate.self, reader, caller, evaluate)
        case .setCredential: return try perform(SetCredential.self, reader, caller, setCredential)
        case .readMechanisms: return try perform(ReadMechanisms.self, reader, caller, readMechanisms)
        case .saveRight: return try perform(SaveRight.self, reader, caller, saveRight)
        case .readRight: return try perform(ReadRight.self, reader, caller, readRight)
        case .readRightSecret: return try perform(ReadRightSecret.self, reader, caller, readRightSecret)
        case .removeRight: return try perform(RemoveRight.self, reader, caller, removeRight)
        case .removeAllRights: return try perform(RemoveAllRights.self, reader, caller, removeAllRights)
        case .changeSharedCredential: return try perform(ChangeSharedCredential.self, reader, caller, changeSharedCredential)
        case .requestSharedCredential: return try perform(RequestSharedCredential.self, reader, caller, requestSharedCredential)
        case .performAuthorization, .readCredentialState, .awaitRevocations, .readIdentityStore, .changeIdentities,
            .openWebAuthentication, .modifyAccount:
            return try fitting(try answerBySystem(kind, Array(message[reader.position...]), caller))
        }
    }

    private func kind(of reader: inout WireReader) throws(DeviceRefusal) -> RequestKind {
        let version: UInt8
        do throws(WireError) {
            version = try reader.number()
            if version == RequestMessage.version { return try reader.value() }
        } catch {
            throw .badRequest("the message is no request: \(error.reason) at byte \(error.position)")
        }
        throw .badRequest("the broker speaks version \(RequestMessage.version) of the protocol, not \(version)")
    }

    private func perform<Request: DeviceRequest>(
        _ type: Request.Type, _ reader: WireReader, _ caller: Caller,
        _ body: (Request, Caller) throws(DeviceRefusal) -> Request.Answer
    ) throws(DeviceRefusal) -> [UInt8] {
        var reader = reader
        let request: Request
        do throws(WireError) {
            request = try Request(from: &reader)
            try reader.finish()
        } catch {
            throw .badRequest("the request \(Request.kind) cannot be read: \(error.reason) at byte \(error.position)")
        }
        return try fitting(try body(request, caller).message)
    }

    private func fitting(_ answer: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        guard answer.count < Frame.maximumLength - 16 else {
            throw .badRequest("the answer has \(answer.count) bytes, more than one message holds; ask for fewer items at once")
        }
        return answer
    }
}

/// What answers the requests that are the system's and not the broker's: those about accounts, sheets and browsers.
package protocol SystemServices: Sendable {
    /// The bytes of the answer. Blocks for as long as it takes, on the thread that brought the request.
    func answer(_ call: SystemCall) throws(DeviceRefusal) -> [UInt8]
}

/// A request to the system, and who makes it.
package struct SystemCall: Sendable {
    package let kind: RequestKind
    /// The request as it came, unread.
    package let request: [UInt8]
    package let caller: Caller
    /// Tells that the app took the request back, or is gone.
    package let withdrawal: Withdrawal

    package init(kind: RequestKind, request: [UInt8], caller: Caller, withdrawal: Withdrawal) {
        self.kind = kind
        self.request = request
        self.caller = caller
        self.withdrawal = withdrawal
    }
}

extension Broker {
    /// Hands the request on, once it is clear whose it is. Throws `unavailable` where no services are attached, and `invalidContext` for a
    /// context that is not open.
    func answerBySystem(_ kind: RequestKind, _ request: [UInt8], _ caller: Caller) throws(DeviceRefusal) -> [UInt8] {
        guard let services = services.withLock({ $0 }) else {
            throw .unavailable("the device runs without the services that answer this")
        }
        let context: ContextReference
        do throws(WireError) {
            var reader = WireReader(request)
            context = try reader.value()
        } catch {
            throw .badRequest("the request \(kind) names no context: \(error.reason) at byte \(error.position)")
        }
        let withdrawal: Withdrawal
        do throws(AuthenticationFailure) {
            withdrawal = try contexts.closing(of: context, for: caller)
        } catch {
            throw .authentication(error)
        }
        return try services.answer(SystemCall(kind: kind, request: request, caller: caller, withdrawal: withdrawal))
    }
}
