import AssociatedDomains
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
}
