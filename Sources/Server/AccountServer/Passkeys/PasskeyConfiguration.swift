import Accounts
package import WebAuthn

/// The configuration of passkeys. Passkeys are off if it is missing.
package struct PasskeyConfiguration: Sendable {
    /// Whether authenticators must verify the user.
    package enum UserVerification: String, CaseIterable, Hashable, Sendable {
        /// Sign-in by passkey alone and registration require it. A passkey then counts as two factors.
        case required
        /// A passkey without user verification counts as one factor.
        case preferred
    }

    /// The attestation that clients should request from the authenticator (section 5.4.7).
    package enum Attestation: String, CaseIterable, Hashable, Sendable {
        case none
        case direct
    }

    /// The treatment of a signature counter that did not increase.
    package enum CounterPolicy: String, CaseIterable, Hashable, Sendable {
        /// The passkey signs in, and the owner gets an event.
        case reported
        case refused
    }

    /// The relying party ID and the exact origins.
    package var relyingParty: RelyingParty
    package var userVerification = UserVerification.required
    package var attestation = Attestation.none
    package var counter = CounterPolicy.reported
    /// Whether no other server uses the relying party ID, so that a passkey that this server does not know is unknown everywhere.
    package var isExclusive = false

    package init(relyingParty: RelyingParty) {
        self.relyingParty = relyingParty
    }

    /// Creates a configuration for the host of the public origin. Returns nil for an IP address, because clients reject passkeys for
    /// addresses.
    package init?(origin: PublicOrigin) {
        guard let own = try? Origin(origin.description), let site = try? RelyingParty(id: origin.host, origins: [own]) else {
            return nil
        }
        self.init(relyingParty: site)
    }

    /// The requirements for passkeys in the account domain.
    var policy: PasskeyPolicy {
        var policy = PasskeyPolicy(relyingParty: relyingParty)
        policy.requiresUserVerification = userVerification == .required
        policy.counterRegression = counter == .refused ? .refused : .reported
        return policy
    }
}

extension PasskeyConfiguration {
    /// Reads the configuration. Returns nil if passkeys are off, by `passkeys.enabled` or because the public origin is an IP address.
    /// Rejects a relying party ID that is neither the public origin's host nor a parent domain of it, and settings without effect.
    init?(reading reader: inout SettingsReader, origin: PublicOrigin?) {
        let isEnabled = reader.value(Settings.passkeysEnabled)
        let id = reader.value(Settings.passkeysRelyingParty)
        let origins = reader.value(Settings.passkeysOrigins)
        let userVerification = reader.value(Settings.passkeysUserVerification)
        let attestation = reader.value(Settings.passkeysAttestation)
        let counter = reader.value(Settings.passkeysCounter)
        guard let origin, isEnabled else { return nil }

        if let id, !Self.covers(id, origin) {
            reader.report(
                Settings.passkeysRelyingParty.key, "browsers reject \(id) on pages of \(origin.host)",
                "use the host of site.publicOrigin or a parent domain of it, but not a top-level domain")
            return nil
        }
        guard let own = try? Origin(origin.description),
            let site = try? RelyingParty(id: id ?? origin.host, origins: [own] + origins.filter { $0 != own })
        else {
            // Passkeys are off for an address. Without a report, these settings would have no effect.
            for key in [Settings.passkeysRelyingParty.key, Settings.passkeysOrigins.key] where reader.place(of: key) != nil {
                reader.report(key, "clients reject passkeys for \(origin.host)", "use a host name in site.publicOrigin")
            }
            return nil
        }
        self.init(relyingParty: site)
        self.userVerification = userVerification
        self.attestation = attestation
        self.counter = counter
    }

    /// Whether browsers accept the ID on pages of the origin (section 5.1.3, step 8). This check does not read the list of public
    /// suffixes, so it accepts an ID such as `co.uk`, which browsers reject.
    private static func covers(_ id: String, _ origin: PublicOrigin) -> Bool {
        id == origin.host || (id.utf8.contains(UInt8(ascii: ".")) && origin.host.hasSuffix("." + id) && origin.address == nil)
    }
}

// Passkeys.
extension Settings {
    static let passkeysEnabled = Setting(
        "passkeys.enabled", .boolean, default: true,
        "whether users can sign in with passkeys; always off if site.publicOrigin is an address")
    static let passkeysRelyingParty = Setting(
        optional: "passkeys.relyingPartyID", .line(upTo: 253), shown: "(the host of site.publicOrigin)",
        "domain that passkeys belong to; after a change, existing passkeys no longer work")
    static let passkeysOrigins = Setting(
        distinct: "passkeys.origins", .passkeyOrigin, of: "list of origins",
        "exact origins of other sites and of apps that use the passkeys, in addition to site.publicOrigin")
    static let passkeysUserVerification = Setting(
        "passkeys.userVerification", ValueKind<PasskeyConfiguration.UserVerification>.choice, default: .required,
        "whether a sign-in by passkey alone requires user verification")
    static let passkeysAttestation = Setting(
        "passkeys.attestation", ValueKind<PasskeyConfiguration.Attestation>.choice, default: .none,
        "attestation that new passkeys contain")
    static let passkeysCounter = Setting(
        "passkeys.counter", ValueKind<PasskeyConfiguration.CounterPolicy>.choice, default: .reported,
        "treatment of a signature counter that goes back")
}

extension ValueKind<Origin> {
    /// See `WebAuthn.Origin`.
    static var passkeyOrigin: ValueKind {
        ValueKind(
            "origin", allowed: "https://host, http://localhost:port, or android:apk-key-hash: with the digest in base64url"
        ) { text throws(ValueRejection) in
            guard let origin = try? Origin(text) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is not such an origin")
            }
            return origin
        } write: {
            $0.description
        }
    }
}

/// The store contains passkeys for a relying party ID that differs from the configured one. They cannot sign in.
package struct OtherRelyingParty: Error, CustomStringConvertible {
    package let stored: String
    package let configured: String

    package var description: String {
        "the store has passkeys for the relying party ID \(stored), but the configuration has \(configured)"
    }

    /// The remedy, for the operator.
    package var remedy: String {
        "set passkeys.relyingPartyID to \(stored); passkeys work only with the ID that they were made for"
    }
}
