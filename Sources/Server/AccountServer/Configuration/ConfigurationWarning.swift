import Accounts
import AssociatedDomains
import InternetAddresses
import Logging
import PasswordRules
import WebAuthn

/// A warning about a valid but questionable configuration. `latchkey config check` prints it, and the server logs it at its
/// start.
package struct ConfigurationWarning: Hashable, Sendable {
    /// The configuration key.
    package let key: String
    /// A stable code.
    package let code: String
    /// The warning, as a sentence.
    package let reason: String
    /// The remedy, as a sentence.
    package let remedy: String

    /// Returns all warnings in the order of the table.
    package static func all(of configuration: ServerConfiguration) -> [ConfigurationWarning] {
        proxies(of: configuration) + passwordRules(of: configuration.passwords) + association(of: configuration.wellKnown)
            + nonce(of: configuration.apple) + passkeyOrigins(of: configuration) + passkeyAttestation(of: configuration)
    }

    /// Warns about an untrusted proxy. A loopback listener with an https origin is behind a proxy. Unless the proxy is trusted,
    /// every client has the proxy's address.
    private static func proxies(of configuration: ServerConfiguration) -> [ConfigurationWarning] {
        guard configuration.ownsListener, configuration.site.publicOrigin.isSecure, configuration.listener.host.isLoopback,
            configuration.trustedProxies.isEmpty
        else { return [] }
        return [
            ConfigurationWarning(
                key: Settings.trustedProxies.key.name, code: "no-trusted-proxies",
                reason:
                    "The server listens on \(configuration.listener.host) behind an https origin, so all clients share one address.",
                remedy: "Add the proxy's address, such as 127.0.0.1/32, and configure the proxy to send X-Forwarded-For.")
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
                reason: "\(finding)", remedy: finding.remedy)
        }
    }

    private static func nonce(of apple: AppleConfiguration?) -> [ConfigurationWarning] {
        guard apple?.nonce == .legacy else { return [] }
        return [
            ConfigurationWarning(
                key: Settings.appleNonce.key.name, code: "nonce-legacy",
                reason:
                    "An identity token without a nonce is not bound to a request: a stolen token signs in until it is 15 minutes old, "
                    + "unless it was already used.",
                remedy: "Set it to required once every app sends a nonce.")
        ]
    }

    /// Warns about an origin that admits iOS apps, which also admits every page of that host.
    private static func passkeyOrigins(of configuration: ServerConfiguration) -> [ConfigurationWarning] {
        // Every program on this machine can use a local origin in any case.
        guard !configuration.site.publicOrigin.isLoopback, let site = configuration.passkeys?.relyingParty else { return [] }
        let apps = "https://\(site.id)"
        guard site.origins.contains(where: { $0.description == apps }), configuration.site.publicOrigin.description != apps else {
            return []
        }
        return [
            ConfigurationWarning(
                key: Settings.passkeysOrigins.key.name, code: "passkeys-of-every-page",
                reason: "\(apps) admits iOS apps, and with them every page of \(site.id).",
                remedy: "Remove it if no app uses passkeys, or serve only trusted content on that host.")
        ]
    }

    /// Warns about attestations that are requested and not verified.
    private static func passkeyAttestation(of configuration: ServerConfiguration) -> [ConfigurationWarning] {
        guard let passkeys = configuration.passkeys, passkeys.attestation == .direct, passkeys.anchors == nil else { return [] }
        return [
            ConfigurationWarning(
                key: Settings.passkeysAttestation.key.name, code: "passkeys-unverified-attestation",
                reason: "Without passkeys.trustAnchors, every client can forge an attestation.",
                remedy: "Add the root certificates of the authenticators, or set it to none.")
        ]
    }

    /// Logs the warning when the server starts.
    func log(to logger: Logger) {
        logger.warning(
            "configuration warning",
            metadata: ["key": .string(key), "code": .string(code), "reason": .string(reason), "remedy": .string(remedy)])
    }
}

extension ConfigurationWarning: CustomStringConvertible {
    /// `key: reason remedy`, on one line.
    package var description: String { "\(key): \(reason) \(remedy)" }
}
