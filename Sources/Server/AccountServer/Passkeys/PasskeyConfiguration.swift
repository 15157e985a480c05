import Accounts
package import WebAuthn

/// How passkeys are used. Without one they are off.
package struct PasskeyConfiguration: Sendable {
    /// What is demanded of authenticators.
    package enum UserVerification: String, CaseIterable, Hashable, Sendable {
        /// Sign-in by passkey alone and registration need it: a passkey then is both factors.
        case required
        /// A passkey that did not verify its user is one factor.
        case preferred
    }

    /// What clients are asked to say of the authenticator (section 5.4.7).
    package enum Attestation: String, CaseIterable, Hashable, Sendable {
        case none
        case direct
    }

    /// What becomes of a signature counter that did not grow.
    package enum CounterPolicy: String, CaseIterable, Hashable, Sendable {
        /// It signs in, with an event for the owner.
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

    /// Passkeys for the host of the public origin. Nil for an address, which clients take no passkeys for.
    package init?(origin: PublicOrigin) {
        guard let own = try? Origin(origin.description), let site = try? RelyingParty(id: origin.host, origins: [own]) else {
            return nil
        }
        self.init(relyingParty: site)
    }

    /// What the domain requires of passkeys.
    var policy: PasskeyPolicy {
        var policy = PasskeyPolicy(relyingParty: relyingParty)
        policy.requiresUserVerification = userVerification == .required
        policy.counterRegression = counter == .refused ? .refused : .reported
        return policy
    }
}

extension PasskeyConfiguration {
    /// Nil where passkeys are off: by `passkeys.enabled`, or because the public origin is an address. Refuses a relying party ID that is
    /// not the public origin's host or a domain above it, and settings that say nothing because passkeys are off.
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
                Settings.passkeysRelyingParty.key, "browsers take \(id) for no part of \(origin.host)",
                "use the host of site.publicOrigin or a domain above it, and not a top-level domain")
            return nil
        }
        guard let own = try? Origin(origin.description),
            let site = try? RelyingParty(id: id ?? origin.host, origins: [own] + origins.filter { $0 != own })
        else {
            // An address has no passkeys, so what was set for them would be silently without effect.
            for key in [Settings.passkeysRelyingParty.key, Settings.passkeysOrigins.key] where reader.place(of: key) != nil {
                reader.report(key, "clients take no passkeys for \(origin.host)", "use a host name in site.publicOrigin")
            }
            return nil
        }
        self.init(relyingParty: site)
        self.userVerification = userVerification
        self.attestation = attestation
        self.counter = counter
    }

    /// Whether browsers accept the ID on pages of the origin (section 5.1.3, step 8). The list of public suffixes is not asked: one of
    /// several labels, such as `co.uk`, is the operator's own mistake, and browsers refuse it.
    private static func covers(_ id: String, _ origin: PublicOrigin) -> Bool {
        id == origin.host || (id.utf8.contains(UInt8(ascii: ".")) && origin.host.hasSuffix("." + id) && origin.address == nil)
    }
}

// Passkeys.
extension Settings {
    static let passkeysEnabled = Setting(
        "passkeys.enabled", .boolean, default: true, "whether passkeys sign in; never where site.publicOrigin is an address")
    static let passkeysRelyingParty = Setting(
        optional: "passkeys.relyingPartyID", .line(upTo: 253), shown: "(the host of site.publicOrigin)",
        "domain that passkeys belong to; another one makes all of them useless")
    static let passkeysOrigins = Setting(
        distinct: "passkeys.origins", .passkeyOrigin, of: "list of origins",
        "exact origins of other sites and of apps that use the passkeys, beside site.publicOrigin")
    static let passkeysUserVerification = Setting(
        "passkeys.userVerification", ValueKind<PasskeyConfiguration.UserVerification>.choice, default: .required,
        "whether a passkey must verify its user to sign in alone")
    static let passkeysAttestation = Setting(
        "passkeys.attestation", ValueKind<PasskeyConfiguration.Attestation>.choice, default: .none,
        "what new passkeys say of their authenticator")
    static let passkeysCounter = Setting(
        "passkeys.counter", ValueKind<PasskeyConfiguration.CounterPolicy>.choice, default: .reported,
        "what becomes of a signature counter that goes back")
}

extension ValueKind<Origin> {
    /// See `WebAuthn.Origin`.
    static var passkeyOrigin: ValueKind {
        ValueKind(
            "origin", allowed: "https://host, http://localhost:port, or android:apk-key-hash: with the digest in base64url"
        ) { text throws(ValueRejection) in
            guard let origin = try? Origin(text) else { throw ValueRejection("\(ValueRejection.quoted(text)) is no such origin") }
            return origin
        } write: {
            $0.description
        }
    }
}

/// The store holds passkeys of another relying party ID than the configured one. They can never be used under it.
package struct OtherRelyingParty: Error, CustomStringConvertible {
    package let stored: String
    package let configured: String

    package var description: String {
        "the store holds passkeys of the relying party ID \(stored), and the configuration says \(configured)"
    }

    /// What the operator can do.
    package var remedy: String { "set passkeys.relyingPartyID to \(stored); passkeys of another ID are useless" }
}
