import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Foundation
import PasswordManager

extension DeviceSimulator {
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
