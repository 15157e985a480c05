public import Foundation
import DeviceProtocol
import Dispatch

/// Adds, updates or deletes a password that the app shares with its website. A prompt asks the user before a saved password is
/// changed or deleted, also if the new password is equal, and before an account is added to 16 saved accounts of the app's websites.
///
/// - Parameters:
///   - fqdn: The host name of the website. The app must name it in its entitlement (`webcredentials:`), and its association file
///     must name the app.
///   - account: The account name, at most 4,096 bytes.
///   - password: The password, at most 4,096 bytes. Nil deletes it.
///   - completionHandler: Called once on a private queue, with nil or the error: ``errSecMissingEntitlement`` if the app does not
///     name the site; ``errSecAuthFailed`` if the site does not name the app or a prompt is impossible; ``errSecUserCanceled``;
///     ``errSecItemNotFound`` if the password to delete does not exist; ``errSecInteractionNotAllowed`` while the device is
///     locked; ``errSecParam`` if the domain is not a host name; ``errSecNotAvailable`` without a device.
public func SecAddSharedWebCredential(
    _ fqdn: CFString, _ account: CFString, _ password: CFString?, _ completionHandler: @escaping (CFError?) -> Void
) {
    let (site, account, password) = (fqdn as String, account as String, password as String?)
    SharedWebCredentialCall.start { (device) throws(SecurityFailure) in
        guard [account, password ?? ""].allSatisfy({ $0.utf8.count <= ChangeSharedCredential.maximumLength }) else {
            throw .parameter("the account or the password is too long")
        }
        let site = try checked(SharedCredentialSite(hostName: site), "the domain is not a host name")
        try device(ChangeSharedCredential(site: site, account: account, password: password))
    } reply: { result in
        completionHandler(result.failure)
    }
}

/// Requests a password that the app shares with its website, after a prompt. Deprecated by Apple in favor of
/// AuthenticationServices.
///
/// - Parameters:
///   - fqdn: The website. Nil for any site that the app is associated with.
///   - account: The account name. Nil for any; of several accounts the one saved last is offered.
///   - completionHandler: Called once on a private queue: with an array of one dictionary that contains ``kSecAttrServer``,
///     ``kSecAttrAccount`` and ``kSecSharedPassword``; or with an empty array and ``errSecItemNotFound`` or an error of
///     ``SecAddSharedWebCredential(_:_:_:_:)``.
public func SecRequestSharedWebCredential(
    _ fqdn: CFString?, _ account: CFString?, _ completionHandler: @escaping (CFArray?, CFError?) -> Void
) {
    let (site, account) = (fqdn as String?, account as String?)
    SharedWebCredentialCall.start { (device) throws(SecurityFailure) in
        let site = try site.map { (site) throws(SecurityFailure) in
            try checked(SharedCredentialSite(hostName: site), "the domain is not a host name")
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

/// Returns a random password: four groups of three unambiguous characters, separated by dashes, with at least one lower-case
/// letter, one upper-case letter and one digit. Never returns nil.
@discardableResult
public func SecCreateSharedWebCredentialPassword() -> CFString? {
    // Apple's passwords contain no ambiguous characters.
    let sets = ["abcdefghkmnopqrstuvwxy", "ABCDEFGHJKLMNPQRSTUVWXYZ", "3456789"]
    let alphabet = Array(sets.joined())
    var random = SystemRandomNumberGenerator()
    var groups: [String]
    // Rejection sampling until each set is used, so that all such passwords are equally likely.
    repeat {
        groups = (0..<4).map { _ in
            String((0..<3).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] })
        }
    } while sets.contains(where: { Set($0).isDisjoint(with: groups.joined()) })
    return groups.joined(separator: "-") as NSString
}

/// A request to the device that was current at the call, on a separate queue, because the user may take long to respond.
private enum SharedWebCredentialCall {
    struct Device: Sendable {
        let link: any DeviceLink

        @discardableResult
        func callAsFunction<Request: DeviceRequest>(_ request: Request) throws(SecurityFailure) -> Request.Answer {
            do throws(DeviceError) {
                return try link.perform(request)
            } catch {
                throw SecurityFailure(error)
            }
        }
    }

    /// A handler that is passed to the queue. It is called there once and used nowhere else, so passing it is safe.
    private struct TransferredReply<Value>: @unchecked Sendable {
        let reply: (Result<Value, SecurityFailure>) -> Void
    }

    static func start<Value: Sendable>(
        _ body: @escaping @Sendable (Device) throws(SecurityFailure) -> Value,
        reply: @escaping (Result<Value, SecurityFailure>) -> Void
    ) {
        let device = Device(link: CurrentDevice.link)
        let transferred = TransferredReply(reply: reply)
        DispatchQueue(label: "security.shared-web-credential").async {
            transferred.reply(Result { () throws(SecurityFailure) in try body(device) })
        }
    }
}

extension Result where Failure == SecurityFailure {
    fileprivate var failure: CFError? {
        if case .failure(let failure) = self { failure.error } else { nil }
    }
}
