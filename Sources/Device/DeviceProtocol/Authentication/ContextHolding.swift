/// An object of an app that stands for a context of the broker: what `LAContext` is to modules that cannot see that class.
///
/// Whoever uses the reference for longer than one call keeps the object as well: the context is closed with it.
package protocol ContextHolding: AnyObject, Sendable {
    /// The device that the context belongs to. To any other its reference means nothing.
    var device: any DeviceLink { get }

    /// The broker's name of the context, which is opened at the first call. Blocks for one exchange of messages at most; nobody is asked.
    ///
    /// Throws `invalidContext` after the object was invalidated.
    func contextReference() throws(DeviceRefusal) -> ContextReference

    /// False where the app wants a refusal (`notInteractive`) in place of a prompt.
    var mayInteract: Bool { get }

    /// What the app has set for prompts on the context's behalf. Its reason is empty where the app gave none.
    var presentation: Presentation { get }

    /// Seconds since an unlock by biometry that the app lets stand for a match.
    var unlockReuse: UInt16 { get }
}

extension ContextHolding {
    /// The context as items and keys are authenticated with. A reason of the request's own goes before the context's.
    package func authenticationUse(reason: String? = nil) throws(DeviceRefusal) -> AuthenticationUse {
        let own = presentation
        let presentation =
            reason.map { Presentation(shortening: $0, cancelTitle: own.cancelTitle, fallbackTitle: own.fallbackTitle) } ?? own
        return AuthenticationUse(
            context: try contextReference(), interface: mayInteract ? .allow : .fail, presentation: presentation,
            unlockReuse: unlockReuse)
    }
}

extension Presentation {
    /// Cuts off what is longer than `maximumLength`, at the end of a character: an app's long words are no reason to refuse it.
    package init(shortening reason: String, cancelTitle: String? = nil, fallbackTitle: String? = nil) {
        self =
            Presentation(
                reason: reason.fitting(Self.maximumLength), cancelTitle: cancelTitle?.fitting(Self.maximumLength),
                fallbackTitle: fallbackTitle?.fitting(Self.maximumLength)) ?? .silent
    }
}
