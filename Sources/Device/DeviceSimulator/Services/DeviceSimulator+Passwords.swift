import AssociatedDomains
import DeviceBroker
import DeviceProtocol
package import DeviceServices
import Foundation
package import PasswordManager

extension DeviceSimulator {
    /// Saves a password, as the person did before, for an app to be offered: that app, and no other, belongs to the site from now on. The latest is
    /// offered first.
    ///
    /// Stops the test where the site is no host name, the app is no application identifier, the password is empty or too long, or the device is locked:
    /// nothing can be saved then.
    ///
    /// - Parameter app: The app; nil for that of the test.
    public func savePassword(_ password: String, user: String, site: String, for app: String? = nil) {
        guard let app = try? app.map({ try Self.app($0, []) }) ?? ownApp else { preconditionFailure("\(app ?? "") is no app") }
        guard let host = try? DomainName(site), let id = CredentialID(server: host, user: user) else {
            preconditionFailure("\(site) is no host name, or \(user) no name of a user")
        }
        services.associations.approve(host, for: app)
        do throws(CredentialStoreError) {
            // A clock that stands still tells nobody which was later.
            let latest = try services.passwords.summaries().map(\.createdAt).max() ?? .distantPast
            let refusal = try services.passwords.save(
                PrivateText(password), as: id, at: max(clock.now, latest.addingTimeInterval(0.001)))
            precondition(refusal == nil, "the password cannot be saved")
        } catch {
            preconditionFailure("the password cannot be saved: \(error)")
        }
    }

    /// The user names and sites of what is saved on the device, by site and user. Empty while it is locked.
    public var savedPasswords: [(user: String, site: String)] {
        ((try? services.passwords.summaries()) ?? []).map { ($0.id.user, $0.id.server.text) }
    }

    /// Makes this device and another one know each other: while both are signed in to the same Apple account, online and unlocked, what is saved,
    /// changed or deleted on one is so on the other: saved passwords, and the items of apps with `kSecAttrSynchronizable`.
    public func shareKeychain(with other: DeviceSimulator) {
        let circle = KeychainCircle()
        services.passwords.join(circle)
        other.services.passwords.join(circle)
    }

    /// What is saved on the device.
    package var passwords: any CredentialStore { services.passwords }

    /// Other devices of the Apple account are met there from now on.
    package func join(_ circle: KeychainCircle) {
        services.passwords.join(circle)
    }

    /// Says with which websites apps share passwords from now on: the entitlement and the association file of both, without either.
    ///
    /// - Parameters:
    ///   - sites: Host names that name the app, and that the app names. What is no host name belongs to nobody.
    ///   - unapproved: Host names that the app names, and that do not name the app.
    public func shareWebCredentials(with sites: Set<String>, butNot unapproved: Set<String> = []) {
        services.associations.say(
            approved: sites.sorted().compactMap { try? DomainName($0) },
            unapproved: Set(unapproved.compactMap { try? DomainName($0) }))
        services.settings.announceChange()
    }

    // MARK: - Associated domains

    /// Puts a site on the device's network, in place of what stands there; nil takes it away. The device looks at it when an app that names it is
    /// installed, and then once a week.
    ///
    /// - Throws: ``SimulatorFailure`` where the host is none.
    public func put(_ site: SimulatedSite?, at host: String) throws {
        guard let host = try? DomainName(host) else { throw SimulatorFailure.host }
        services.network.put(site, at: host)
    }

    /// Installs an app as far as its entitlement `com.apple.developer.associated-domains` goes, or installs it anew. Returns when the device has asked
    /// every site once.
    ///
    /// - Parameters:
    ///   - associatedDomains: Such as `webcredentials:example.com`. An entry that is none is dropped without a word, as devices do.
    ///   - app: The application identifier, with a team of ten characters; nil: the app of the test.
    ///   - isSignedForDevelopment: Whether `?mode=developer` may have an effect, on a device in developer mode.
    /// - Throws: where the identifier is none.
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

    /// Switches developer mode, in Settings. Returns when every site that is to be asked for it was asked.
    public func setDeveloperMode(_ isOn: Bool) async {
        services.associations.found.setDeveloperMode(isOn)
        await services.associations.found.isSettled()
    }

    /// What is known of associations, as `swcutil show` prints it.
    public var associationReport: String { services.associations.found.daemon.shown() }

    /// Lets the association service look at the clock, as it does when time passes. Returns when every site that is due was asked.
    public func checkAssociations() async {
        services.associations.found.timePassed()
        await services.associations.found.isSettled()
    }
}
