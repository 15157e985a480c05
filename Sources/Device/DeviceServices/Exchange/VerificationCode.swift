import AssociatedDomains
package import DeviceProtocol
package import FoundationEssentials
import OneTimeCodes
package import PasswordManager
import Secrets

/// The key of an account's verification codes (RFC 6238). Its description is redacted.
package struct VerificationCode: Hashable, Sendable, Redacted {
    /// The maximum length of the issuer, in bytes.
    static let maximumIssuerLength = 512

    /// The account.
    package let id: CredentialID
    /// The secret in canonical Base32.
    let secret: String
    let algorithm: OneTimePasswordAlgorithm
    let digits: Int
    /// The validity of a code, in seconds.
    let period: Int
    /// The name of the site as it gave it. Empty without one.
    let issuer: String

    /// Creates a key. Returns nil for a secret that is not Base32 of 10 to 128 bytes, and for digits, a period or an issuer out of
    /// range.
    ///
    /// - Parameter typedSecret: the secret in Base32; lower case, spaces and padding are accepted, because other exporters write
    ///   them.
    init?(id: CredentialID, typedSecret: String, algorithm: OneTimePasswordAlgorithm, digits: Int, period: Int, issuer: String) {
        guard let bytes = try? Base32.decodeTyped(typedSecret), issuer.utf8.count <= Self.maximumIssuerLength else { return nil }
        self.id = id
        secret = Base32.encode(bytes)
        self.algorithm = algorithm
        self.digits = digits
        self.period = period
        self.issuer = issuer
        guard generator != nil else { return nil }
    }

    /// Returns the code at a time. Returns nil before 1970.
    package func code(at time: Date) -> String? { generator?.password(at: time) }

    private var generator: TOTP? {
        guard let bytes = try? Base32.decode(secret), let key = OneTimePasswordKey(bytes),
            let hotp = HOTP(key, algorithm: algorithm, digits: digits)
        else { return nil }
        return TOTP(hotp, period: period)
    }
}

/// The keys of verification codes of a device, in its keychain: one item of the system for each site and user name.
///
/// The items are readable while the device is unlocked. No app belongs to their group. Only the system's link may be used.
package struct KeychainVerificationCodes: Sendable {
    private let link: any DeviceLink
    private let changed: @Sendable () -> Void

    /// - Parameter changed: called after this device stored a key, on the thread that stored it. Synchronizes the keys with the
    ///   account's other devices.
    package init(link: any DeviceLink, changed: @escaping @Sendable () -> Void = {}) {
        self.link = link
        self.changed = changed
    }

    /// Returns all keys, by site and user name. Throws `interactionNotAllowed` while the device is locked.
    package func codes() throws(DeviceError) -> [VerificationCode] {
        let query = ItemQuery(
            itemClass: .genericPassword, attributes: Self.kind, accessGroup: .webCredentials, synchronization: .synchronized)
        return try link.items(of: query, returning: .data)
            // A damaged record cannot be used.
            .compactMap { item in item.data.flatMap { try? StoredCode(message: $0) }?.code }
            .sorted { $0.id < $1.id }
    }

    /// Stores a key, unless the account has one. Returns whether it was stored.
    func add(_ code: VerificationCode) throws(DeviceError) -> Bool {
        var name = Self.kind
        // The items of passkeys begin with a domain, which has no space.
        name.set(.service, .text("verification code \(code.id.server.text)"))
        name.set(.account, .text(code.id.user))
        do throws(DeviceError) {
            _ = try link.perform(
                AddItem(
                    itemClass: .genericPassword, attributes: name, accessGroup: .webCredentials,
                    accessControl: AccessControl(accessibility: .whenUnlocked), isSynchronized: true,
                    data: StoredCode(code: code).message))
        } catch {
            guard error == .item(.duplicate) else { throw error }
            return false
        }
        changed()
        return true
    }

    private static var kind: ItemAttributes {
        var kind = ItemAttributes()
        kind.set(.description, .text("Verification Code"))
        return kind
    }
}

/// The data of an item.
private struct StoredCode: WireRecord, Redacted {
    let code: VerificationCode
    private var digits: UInt8 { UInt8(code.digits) }
    private var period: UInt32 { UInt32(code.period) }

    static let wire = WireForm(
        version: 1,
        { (id: CredentialID, secret: String, algorithm: String, digits: UInt8, period: UInt32, issuer: String) -> Self? in
            guard let algorithm = OneTimePasswordAlgorithm(rawValue: algorithm),
                let code = VerificationCode(
                    id: id, typedSecret: secret, algorithm: algorithm, digits: Int(digits), period: Int(period), issuer: issuer),
                code.secret == secret
            else { return nil }
            return Self(code: code)
        }, .field(\.code.id), .field(\.code.secret, .text()), .field(\.code.algorithm.rawValue, .text()),
        .field(\.digits), .field(\.period), .field(\.code.issuer, .text()))
}
