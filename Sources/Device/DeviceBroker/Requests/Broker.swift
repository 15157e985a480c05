package import DeviceProtocol
import Secrets
import Synchronization
package import Traces

/// The trusted side: receives an app's messages, decides about them and replies. Apps reach the keychain, the enclave and the
/// prompts only through the broker.
///
/// Each message is processed on the calling thread; the broker does not wait for an executor. Several threads may call
/// concurrently.
package final class Broker: Sendable {
    let keychain: Keychain
    let contexts: ContextTable
    let presence: PresenceAuthority
    let audit: AuditTrail
    let services = Mutex<(any SystemServices)?>(nil)
    let synchronizedChange = Mutex<(@Sendable () -> Void)?>(nil)
    let observer = Mutex<RequestObserver?>(nil)
    let associations = Mutex<any WebCredentialAssociations>(NoWebCredentialAssociations())

    package init(keychain: Keychain, contexts: ContextTable, presence: PresenceAuthority, audit: AuditTrail) {
        self.keychain = keychain
        self.contexts = contexts
        self.presence = presence
        self.audit = audit
    }

    /// Returns the reply to a message: a response or a rejection, for arbitrary bytes.
    package func reply(to message: [UInt8], from caller: Caller) -> [UInt8] {
        do throws(DeviceError) {
            guard message.count <= longestMessage else { throw .item(.tooLarge) }
            return DeviceReply.answer(try answer(message, caller)).message
        } catch {
            return DeviceReply.rejection(error).message
        }
    }

    /// The maximum length of a message, in bytes. Longer messages are rejected with `tooLarge`.
    var longestMessage: Int { keychain.quota.valueBytes + Frame.room }

    /// Sets the services that handle system requests. Nil rejects such requests.
    package func attach(_ services: (any SystemServices)?) {
        self.services.withLock { $0 = services }
    }

    /// Sets the function that is called before each request of an app. Nil stops the calls.
    package func observe(_ observer: RequestObserver?) {
        self.observer.withLock { $0 = observer }
    }

    /// Cancels the prompts of a link whose first connection has ended, and closes its contexts. Later requests of the link cannot
    /// open any.
    package func linkEnded(_ caller: Caller) {
        contexts.end(caller)
    }

    /// Forgets a link whose last connection has ended.
    package func lastConnectionEnded(_ caller: Caller) {
        contexts.forget(caller)
    }

    /// Closes all contexts after a restart of the device.
    package func deviceRestarted() {
        contexts.closeAll()
    }

    /// Discards all passcode proofs, which could unlock the device again.
    package func deviceLocked() {
        contexts.forgetPasscodes()
    }

    private func answer(_ message: [UInt8], _ caller: Caller) throws(DeviceError) -> [UInt8] {
        var reader = WireReader(message)
        let header = try header(of: message, &reader)
        let end = observer.withLock { $0 }?(header, caller)
        do throws(DeviceError) {
            let response = try answer(header, reader, message, caller)
            end?(nil)
            return response
        } catch {
            end?(error)
            throw error
        }
    }

    private func answer(
        _ header: RequestHeader, _ reader: WireReader, _ message: [UInt8], _ caller: Caller
    ) throws(DeviceError) -> [UInt8] {
        switch header.kind {
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
            .openWebAuthentication, .modifyAccount, .reportCredentials, .exchangeCredentials, .openAutoFillSettings,
            .turnOnProvider:
            return try fitting(try answerBySystem(header, Array(message[reader.position...]), caller))
        }
    }

    private func header(of message: [UInt8], _ reader: inout WireReader) throws(DeviceError) -> RequestHeader {
        do throws(WireError) {
            return try reader.value()
        } catch {
            if let version = message.first, !RequestHeader.versions.contains(version) {
                throw .badRequest(
                    "unsupported protocol version \(version); the broker uses version \(RequestMessage.tracedVersion)")
            }
            throw .badRequest("malformed request: \(error.reason) at byte \(error.position)")
        }
    }

    private func perform<Request: DeviceRequest>(
        _ type: Request.Type, _ reader: WireReader, _ caller: Caller,
        _ body: (Request, Caller) throws(DeviceError) -> Request.Answer
    ) throws(DeviceError) -> [UInt8] {
        var reader = reader
        let request: Request
        do throws(WireError) {
            request = try Request(from: &reader)
            try reader.finish()
        } catch {
            throw .badRequest("malformed request \(Request.kind): \(error.reason) at byte \(error.position)")
        }
        return try fitting(try body(request, caller).message)
    }

    private func fitting(_ answer: [UInt8]) throws(DeviceError) -> [UInt8] {
        guard answer.count < Frame.maximumLength - 16 else {
            throw .badRequest("the response of \(answer.count) bytes exceeds the message limit. Request fewer items at once.")
        }
        return answer
    }
}

/// Receives each request of an app before it is handled, with its unverified position, on the thread of the request. Returns a function
/// that receives the error of a rejected request, or nil for an answered one; nil for a request that it does not observe.
package typealias RequestObserver = @Sendable (RequestHeader, Caller) -> (@Sendable (DeviceError?) -> Void)?

/// Handles the requests that belong to the system around the broker: accounts, sheets and browsers.
package protocol SystemServices: Sendable {
    /// Returns the encoded response. Blocks the calling thread until it is available.
    func answer(_ call: SystemCall) throws(DeviceError) -> [UInt8]
}

/// A request to the system, with its caller.
package struct SystemCall: Sendable {
    package let kind: RequestKind
    /// The step that the caller claims for the request; unverified.
    package let position: TraceParent?
    /// The encoded request, not decoded yet.
    package let request: [UInt8]
    package let caller: Caller
    /// The token that signals that the app has cancelled the request or ended.
    package let cancellation: PromptCancellationToken

    package init(header: RequestHeader, request: [UInt8], caller: Caller, cancellation: PromptCancellationToken) {
        kind = header.kind
        position = header.position
        self.request = request
        self.caller = caller
        self.cancellation = cancellation
    }
}

extension Broker {
    /// Forwards the request after checking that its context belongs to the caller. Throws `unavailable` if no services are
    /// attached, and `invalidContext` if the context is not open.
    func answerBySystem(_ header: RequestHeader, _ request: [UInt8], _ caller: Caller) throws(DeviceError) -> [UInt8] {
        guard let services = services.withLock({ $0 }) else {
            throw .unavailable("the device has no services for this request")
        }
        let context: ContextReference
        do throws(WireError) {
            var reader = WireReader(request)
            context = try reader.value()
        } catch {
            throw .badRequest("the request \(header.kind) has no valid context: \(error.reason) at byte \(error.position)")
        }
        let cancellation: PromptCancellationToken
        do throws(AuthenticationFailure) {
            cancellation = try contexts.closing(of: context, for: caller)
        } catch {
            throw .authentication(error)
        }
        return try services.answer(SystemCall(header: header, request: request, caller: caller, cancellation: cancellation))
    }
}
