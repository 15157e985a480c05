import AssociatedDomains
import Crypto
import DeviceBroker
import DeviceProtocol
package import DeviceServices
public import Foundation
package import PasswordManager
import Synchronization

extension DeviceSimulator {
    /// Saves a password as if the user had saved it earlier, and associates the app, and only this app, with the site. The latest
    /// password is suggested first.
    ///
    /// Stops the test if the site is not a host name, the app is not an application identifier, the password is empty or too
    /// long, or the device is locked.
    ///
    /// - Parameter app: The app; nil for the app of the test.
    public func savePassword(_ password: String, user: String, site: String, for app: String? = nil) {
        guard let app = try? app.map({ try Self.app($0, []) }) ?? ownApp else { preconditionFailure("invalid app ID \(app ?? "")") }
        guard let host = try? DomainName(site), let id = CredentialID(server: host, user: user) else {
            preconditionFailure("malformed host name \(site) or user name \(user)")
        }
        services.associations.approve(host, for: app)
        do throws(CredentialStoreError) {
            // With a stopped clock, times do not show the order.
            let latest = try services.passwords.summaries().map(\.createdAt).max() ?? .distantPast
            let rejection = try services.passwords.save(
                PrivateText(password), as: id, at: max(clock.now, latest.addingTimeInterval(0.001)))
            precondition(rejection == nil, "could not save the password")
        } catch {
            preconditionFailure("could not save the password: \(error)")
        }
    }

    /// The user names and sites of the saved passwords, by site and user. Empty while the device is locked.
    public var savedPasswords: [(user: String, site: String)] {
        savedPasswordIDs.map { ($0.user, $0.server.text) }
    }

    /// The user names and sites of the passkeys, by site and user. Empty while the device is locked.
    public var savedPasskeys: [(user: String, site: String)] {
        ((try? services.passkeys.passkeys()) ?? []).map { ($0.userName, $0.relyingParty) }
    }

    /// The user names and sites of those saved passwords that their site no longer accepts, so that no app is offered them. Empty while
    /// the device is locked.
    public var unusedPasswords: [(user: String, site: String)] {
        let offered = Set(((try? services.passwords.offered()) ?? []).map(\.id))
        return savedPasswordIDs.filter { !offered.contains($0) }.map { ($0.user, $0.server.text) }
    }

    private var savedPasswordIDs: [CredentialID] { ((try? services.passwords.summaries()) ?? []).map(\.id) }

    /// The user names and sites of those passkeys that their site does not accept, so that no app is offered them. Empty while the
    /// device is locked.
    public var hiddenPasskeys: [(user: String, site: String)] {
        ((try? services.passkeys.listed()) ?? []).filter(\.isHidden).map { ($0.passkey.userName, $0.passkey.relyingParty) }
    }

    /// Manages the new passkeys of some sites, as an organization manages its devices, until the device is opened again. The rules
    /// replace earlier ones; without sites, they end.
    ///
    /// Stops the test if the private key is malformed.
    ///
    /// - Parameters:
    ///   - sites: The relying parties of the passkeys.
    ///   - keysStayOnDevice: Whether the keys are created in the device's enclave, so that the passkeys are never backed up.
    ///   - certificates: The certificates in DER, that of `attestationKey` first, which identify the device in an attestation of the
    ///     format `packed`. A server receives it if its app requests an attestation of the kind `enterprise`.
    ///   - attestationKey: The raw P-256 private key: 32 bytes. Nil for no attestation.
    public func managePasskeys(
        of sites: Set<String>, keysStayOnDevice: Bool = true, certificates: [Data] = [], attestationKey: Data? = nil
    ) {
        var attestation: ManagedPasskeys.Attestation?
        if let attestationKey {
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: attestationKey) else {
                preconditionFailure("malformed attestation key")
            }
            attestation = ManagedPasskeys.Attestation(certificates: certificates.map { Array($0) }, key: key)
        }
        services.services.managedPasskeys =
            sites.isEmpty
            ? nil
            : ManagedPasskeys(relyingParties: sites, keysStayOnDevice: keysStayOnDevice, attestation: attestation)
    }

    /// Inserts a security key, instead of the inserted one. Nil removes the key.
    public func insert(_ key: SimulatedSecurityKey?) {
        if let key { services.ownSecurityKey.withLock { $0 = key } }
        services.services.securityKeys.key = key?.key
    }

    /// The inserted security key; nil without one.
    var insertedSecurityKey: SimulatedSecurityKey? {
        services.services.securityKeys.key == nil ? nil : services.ownSecurityKey.withLock { $0 }
    }

    /// Inserts the security key that the user inserted last. The first call creates it with the PIN.
    func insertOwnSecurityKey(pin: String?) {
        let own = services.ownSecurityKey.withLock { key in
            let own = key ?? SimulatedSecurityKey(pin: pin)
            key = own
            return own
        }
        insert(own)
    }

    /// Connects this device and another one. While both are signed in to the same Apple Account, online and unlocked, they
    /// synchronize saved passwords, passkeys, verification codes and the items of apps with `kSecAttrSynchronizable`. Devices that one
    /// of the two is already connected with remain connected, and are connected with the other one too.
    public func shareKeychain(with other: DeviceSimulator) {
        services.passwords.share(with: other.services.passwords)
    }

    /// The saved passwords of the device.
    package var passwords: any CredentialStore { services.passwords }

    /// Synchronizes with the account's other devices in this circle from now on.
    package func join(_ circle: KeychainCircle) {
        services.passwords.join(circle)
    }

    /// Sets the websites that share passwords with the apps, without entitlements and association files.
    ///
    /// - Parameters:
    ///   - sites: Host names that name the app and are named by it. A malformed host name is ignored.
    ///   - unapproved: Host names that the app names, but that do not name the app.
    public func shareWebCredentials(with sites: Set<String>, butNot unapproved: Set<String> = []) {
        services.associations.say(
            approved: sites.sorted().compactMap { try? DomainName($0) },
            unapproved: Set(unapproved.compactMap { try? DomainName($0) }))
        services.settings.announceChange()
    }

    // MARK: - Associated domains

    /// Sets the site at a host of the device's network; nil removes it. The device fetches the site's file when an app that names
    /// it is installed, and then once a week.
    ///
    /// - Throws: ``SimulatorFailure`` if the host is malformed.
    public func put(_ site: SimulatedSite?, at host: String) throws {
        guard let host = try? DomainName(host) else { throw SimulatorFailure.host }
        services.network.put(site, at: host)
    }

    /// Installs an app, or installs it again, with its entitlement `com.apple.developer.associated-domains`. Returns when the
    /// device has asked every site once.
    ///
    /// - Parameters:
    ///   - associatedDomains: Entries such as `webcredentials:example.com`. Like a real device, it ignores a malformed entry.
    ///   - app: The application identifier, with a team ID of ten characters; nil for the app of the test.
    ///   - isSignedForDevelopment: Whether `?mode=developer` is permitted, on a device in developer mode.
    /// - Throws: If the identifier is malformed.
    public func install(
        associatedDomains: [String], of app: String? = nil, isSignedForDevelopment: Bool = false
    ) async throws {
        guard let identifier = try? AppIdentifier(app ?? ownApp.identifier.rawValue) else { throw SimulatorFailure.appName }
        services.associations.found.install(
            InstalledApp(
                identifier, entitlements: associatedDomains.compactMap { try? AssociatedDomainEntitlement($0) },
                isSignedForDevelopment: isSignedForDevelopment))
        await services.associations.found.isSettled()
    }

    /// Turns developer mode on or off in Settings. Returns when every affected site was asked.
    public func setDeveloperMode(_ isOn: Bool) async {
        services.associations.found.setDeveloperMode(isOn)
        await services.associations.found.isSettled()
    }

    /// The known associations, in the format of `swcutil show`.
    public var associationReport: String { services.associations.found.daemon.shown() }

    /// Makes the association service check the clock, as it does when time passes. Returns when every due site was asked.
    public func checkAssociations() async {
        services.associations.found.timePassed()
        await services.associations.found.isSettled()
    }
}
