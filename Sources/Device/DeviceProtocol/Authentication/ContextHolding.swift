/// An object of an app that represents a context of the broker. Modules that cannot import `LAContext` use it through this
/// protocol.
///
/// A caller that uses the reference for longer than one call must also retain the object, because its deinitialization closes the
/// context.
package protocol ContextHolding: AnyObject, Sendable {
    /// The device that owns the context. The reference is not valid on any other device.
    var device: any DeviceLink { get }

    /// Returns the context's reference; the first call opens the context. Blocks for at most one exchange of messages and never
    /// prompts.
    ///
    /// Throws `invalidContext` after the object was invalidated.
    func contextReference() throws(DeviceError) -> ContextReference

    /// Whether the broker may prompt. False if the app prefers a `notInteractive` error instead of a prompt.
    var mayInteract: Bool { get }

    /// The texts that the app has set for the context's prompts. The reason is empty if the app set none.
    var presentation: Presentation { get }

    /// The time for which an unlock by biometry counts as a match, in seconds.
    var unlockReuse: UInt16 { get }
}

extension ContextHolding {
    /// Returns the parameters with which items and keys use this context. `reason` overrides the context's own reason.
    package func authenticationUse(reason: String? = nil) throws(DeviceError) -> AuthenticationUse {
        let own = presentation
        let presentation =
            reason.map { Presentation(shortening: $0, cancelTitle: own.cancelTitle, fallbackTitle: own.fallbackTitle) } ?? own
        return AuthenticationUse(
            context: try contextReference(), interface: mayInteract ? .allow : .fail, presentation: presentation,
            unlockReuse: unlockReuse)
    }
}

extension Presentation {
    /// Truncates each text to `maximumLength` bytes at a character boundary, so that a long text does not fail the request.
    package init(shortening reason: String, cancelTitle: String? = nil, fallbackTitle: String? = nil) {
        self =
            Presentation(
                reason: reason.fitting(Self.maximumLength), cancelTitle: cancelTitle?.fitting(Self.maximumLength),
                fallbackTitle: fallbackTitle?.fitting(Self.maximumLength)) ?? .silent
    }
}
