import Accounts
import AssociatedDomains
import InternetAddresses
import Logging
import PasswordRules

/// Something odd in a configuration that is taken all the same: `latchkey config check` tells it, and the server logs it when it starts.
package struct ConfigurationWarning: Hashable, Sendable {
    /// The key that is set so.
    package let key: String
    /// A stable code.
    package let code: String
    /// What is odd, as a sentence.
    package let reason: String
    /// What to write instead, as a sentence.
    package let remedy: String

    /// Everything odd, in the order of the table.
    package static func all(of configuration: ServerConfiguration) -> [ConfigurationWarning] {
        proxies(of: configuration) + passwordRules(of: configuration.passwords) + association(of: configuration.wellKnown)
            + nonce(of: configuration.apple)
    }

    /// A loopback listener behind an https origin has a proxy in front. Without its address here every client has the proxy's.
    private static func proxies(of configuration: ServerConfiguration) -> [ConfigurationWarning] {
        guard configuration.ownsListener, configuration.site.publicOrigin.isSecure, configuration.listener.host.isLoopback,
            configuration.trustedProxies.isEmpty
        else { return [] }
        return [
            ConfigurationWarning(
                key: Settings.trustedProxies.key.name, code: "no-trusted-proxies",
                reason:
                    "The server listens on \(configuration.listener.host) behind an https origin, so all clients share one address.",
                remedy: "List the proxy's address, such as 127.0.0.1/32, and have it write X-Forwarded-For.")
        ]
    }

    private static func passwordRules(of passwords: PasswordConfiguration) -> [ConfigurationWarning] {
        passwords.rules.warnings.map { finding in
            ConfigurationWarning(
                key: Settings.passwordRules.key.name, code: finding.code.rawValue, reason: finding.message, remedy: finding.remedy)
        }
    }

    private static func association(of wellKnown: WellKnownConfiguration) -> [ConfigurationWarning] {
        guard let file = wellKnown.association else { return [] }
        return AssociationFile.lint(file).filter { $0.severity == .warning }.map { finding in
            ConfigurationWarning(
                key: Settings.associationFile.key.name, code: finding.code.rawValue,
                reason: "\(finding.position): \(finding.message)", remedy: finding.remedy)
        }
    }

    private static func nonce(of apple: AppleConfiguration?) -> [ConfigurationWarning] {
        guard apple?.nonce == .legacy else { return [] }
        return [
            ConfigurationWarning(
                key: Settings.appleNonce.key.name, code: "nonce-legacy",
                reason:
                    "An identity token without a nonce is not bound to a request: a stolen one signs in until it is 15 minutes old, "
                    + "unless it was used before.",
                remedy: "Set it to required once every app sends a nonce.")
        ]
    }

    /// Tells it to the operator of a server that starts.
    func log(to logger: Logger) {
        logger.warning(
            "configuration",
            metadata: ["key": .string(key), "code": .string(code), "reason": .string(reason), "remedy": .string(remedy)])
    }
}

extension ConfigurationWarning: CustomStringConvertible {
    /// `key: reason remedy`, on one line.
    package var description: String { "\(key): \(reason) \(remedy)" }
}
