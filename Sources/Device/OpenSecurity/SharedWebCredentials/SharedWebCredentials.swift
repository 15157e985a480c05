public import Foundation
import DeviceProtocol
import Dispatch
import PasswordRules

/// Saves, changes or deletes a password that the app shares with its website. The person is asked before one that is saved is changed or deleted.
///
/// - Parameters:
///   - fqdn: The website: a host name that the app names in its entitlement (`webcredentials:`), and that names the app in its association file.
///   - account: The account on it; at most 4,096 bytes.
///   - password: The password, at most 4,096 bytes. Nil deletes it.
///   - completionHandler: Called once, on a private queue, with nil or the error: ``errSecMissingEntitlement`` where the app does not name the
///     site; ``errSecAuthFailed`` where the site does not name the app, and where nobody could be asked; ``errSecUserCanceled``;
///     ``errSecItemNotFound`` for the deletion of what is not there; ``errSecInteractionNotAllowed`` while the device is locked; ``errSecParam`` for
///     what is no host name; ``errSecNotAvailable`` without a device.
public func SecAddSharedWebCredential(
    _ fqdn: CFString, _ account: CFString, _ password: CFString?, _ completionHandler: @escaping (CFError?) -> Void
) {
    let (site, account, password) = (fqdn as String, account as String, password as String?)
    SharedWebCredentialCall.start { (device) throws(SecurityFailure) in
        guard [account, password ?? ""].allSatisfy({ $0.utf8.count <= ChangeSharedCredential.maximumLength }) else {
            throw .parameter("the account or the password is too long")
        }
        let site = try checked(SharedCredentialSite(hostName: site), "the domain is no host name")
        try device(ChangeSharedCredential(site: site, account: account, password: password))
    } reply: { result in
        completionHandler(result.failure)
    }
}

/// Asks the person for a password that the app shares with its website. Apple has deprecated it in favour of AuthenticationServices.
///
/// - Parameters:
///   - fqdn: The website. Nil: any that the app is associated with.
///   - account: The account. Nil: any; of several the one that was last saved is offered.
///   - completionHandler: Called once, on a private queue: with an array of one dictionary, which has ``kSecAttrServer``, ``kSecAttrAccount`` and
///     ``kSecSharedPassword``; or with an empty array and ``errSecItemNotFound``, or the errors of ``SecAddSharedWebCredential(_:_:_:_:)``.
public func SecRequestSharedWebCredential(
    _ fqdn: CFString?, _ account: CFString?, _ completionHandler: @escaping (CFArray?, CFError?) -> Void
) {
    let (site, account) = (fqdn as String?, account as String?)
    SharedWebCredentialCall.start { (device) throws(SecurityFailure) in
        let site = try site.map { (site) throws(SecurityFailure) in
            try checked(SharedCredentialSite(hostName: site), "the domain is no host name")
        }
        guard (account?.utf8.count ?? 0) <= ChangeSharedCredential.maximumLength else {
            throw .parameter("the account is too long")
        }
        return try device(RequestSharedCredential(site: site, account: account))
    } reply: { result in
        guard case .success(let credential) = result else { return completionHandler([] as NSArray, result.failure) }
        let found: NSDictionary = [
            kSecAttrServer: credential.site.rawValue as NSString, kSecAttrAccount: credential.account as NSString,
            kSecSharedPassword: credential.password as NSString,
        ]
        completionHandler([found] as NSArray, nil)
    }
}

/// A new password: four groups of three characters with dashes between them, none of which is easily taken for another, with at least one small
/// letter, one capital and one digit. Never nil here.
@discardableResult
public func SecCreateSharedWebCredentialPassword() -> CFString? {
    // What Apple's are made of: no character that is easily taken for another.
    let rules = """
        required: [abcdefghkmnopqrstuvwxy]; required: [ABCDEFGHJKLMNPQRSTUVWXYZ]; required: [3456789]; allowed: [-]
        """
    var random = SystemRandomNumberGenerator()
    let generator = try? PasswordGenerator(rules: PasswordRules(strict: rules), style: .classic)
    return generator.map { $0.next(using: &random) as NSString }
}

/// One question to the device that was current when it was asked, on a queue of its own: the answer may take as long as a person takes.
private enum SharedWebCredentialCall {
    struct Device: Sendable {
        let link: any DeviceLink

        @discardableResult
        func callAsFunction<Request: DeviceRequest>(_ request: Request) throws(SecurityFailure) -> Request.Answer {
            do throws(DeviceRefusal) {
                return try link.perform(request)
            } catch {
                throw SecurityFailure(error)
            }
        }
    }

    /// A handler that crosses to the queue. It is called there once and by nothing else, which is what the check asks for.
    private struct Crossing<Value>: @unchecked Sendable {
        let reply: (Result<Value, SecurityFailure>) -> Void
    }

    static func start<Value: Sendable>(
        _ body: @escaping @Sendable (Device) throws(SecurityFailure) -> Value,
        reply: @escaping (Result<Value, SecurityFailure>) -> Void
    ) {
        let device = Device(link: CurrentDevice.link)
        let crossing = Crossing(reply: reply)
        DispatchQueue(label: "security.shared-web-credential").async {
            crossing.reply(Result { () throws(SecurityFailure) in try body(device) })
        }
    }
}

extension Result where Failure == SecurityFailure {
    fileprivate var failure: CFError? {
        if case .failure(let failure) = self { failure.error } else { nil }
    }
}
