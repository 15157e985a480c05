package import DeviceProtocol
import Synchronization

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
