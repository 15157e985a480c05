import DeviceProtocol
public import Foundation

/// A request for one kind of credential. Providers make requests.
open class ASAuthorizationRequest: NSObject, NSCopying, NSSecureCoding {
    /// What made the request.
    public let provider: any ASAuthorizationProvider

    init(provider: any ASAuthorizationProvider) {
        self.provider = provider
        super.init()
    }

    /// What the device is asked; nothing where it cannot be asked that.
    var subject: AuthorizationSubject? { nil }

    /// A request with the same contents.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Nothing of the request itself: its kind says which provider it is of.
    open func encode(with coder: NSCoder) {}

    /// Always nil: requests of no particular kind are not written down.
    public required init?(coder: NSCoder) {
        return nil
    }
}
