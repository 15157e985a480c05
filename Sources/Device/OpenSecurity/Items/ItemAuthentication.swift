import DeviceProtocol
import Foundation

/// How someone may be asked on behalf of a query, and of the keys that it finds: with which context, whether at all, in which words.
///
/// It keeps the context alive: a key that was found with one is used with it later.
package struct ItemAuthentication: Sendable {
    private let context: (any ContextHolding)?
    private let reason: String?
    private let interface: AuthenticationUse.Interface

    /// With a context for each use, and the app saying nothing.
    package init() {
        context = nil
        reason = nil
        interface = .allow
    }

    /// Throws ``errSecParam`` for a context that is none, and for a rule that there is not.
    init(_ reader: AttributeReader) throws(SecurityFailure) {
        context = try reader.object(kSecUseAuthenticationContext).map { (object) throws(SecurityFailure) in
            try checked(object as? any ContextHolding, "kSecUseAuthenticationContext is no LAContext")
        }
        reason = try reader.string(kSecUseOperationPrompt)
        let isSilent = try reader.boolean(kSecUseNoAuthenticationUI)
        switch try reader.string(kSecUseAuthenticationUI).map({ $0 as NSString }) {
        case nil, kSecUseAuthenticationUIAllow?: interface = isSilent ? .fail : .allow
        case kSecUseAuthenticationUIFail?: interface = .fail
        case kSecUseAuthenticationUISkip?: interface = .skip
        default: throw .parameter("kSecUseAuthenticationUI has no such value")
        }
    }

    /// As the device is told it. Throws ``errSecAuthFailed`` for a context that was invalidated.
    func use() throws(SecurityFailure) -> AuthenticationUse {
        guard let context else {
            return AuthenticationUse(interface: interface, presentation: reason.map { Presentation(shortening: $0) } ?? .silent)
        }
        do throws(DeviceRefusal) {
            var use = try context.authenticationUse(reason: reason)
            if interface != .allow { use.interface = interface }
            return use
        } catch {
            throw SecurityFailure(error)
        }
    }

    /// For the use of a key that was found: nothing is left out by then.
    var ofKey: ItemAuthentication {
        interface == .skip ? ItemAuthentication(context, reason, .fail) : self
    }

    private init(_ context: (any ContextHolding)?, _ reason: String?, _ interface: AuthenticationUse.Interface) {
        self.context = context
        self.reason = reason
        self.interface = interface
    }
}
