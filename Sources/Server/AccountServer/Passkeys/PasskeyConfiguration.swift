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
        /// No attestation.
        case none
        /// The attestation of the authenticator, if it has one.
        case direct
        /// An attestation by the manufacturer or a certification authority. Synced passkeys have none.
        case required

        var conveyance: AttestationConveyance { self == .none ? .none : .direct }
    }

    /// The treatment of a signature counter that did not increase.
    package enum CounterPolicy: String, CaseIterable, Hashable, Sendable {
        /// The passkey signs in, and the owner gets an event.
        case reported
        case rejected = "rejected"
    }

    /// The relying party ID and the exact origins.
    package var relyingParty: RelyingParty
    package var userVerification = UserVerification.required
    package var attestation = Attestation.none
    /// The certificates that attestations must lead to. Without them, an attestation proves nothing.
    package var anchors: TrustAnchors?
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
        policy.counterRegression = counter == .rejected ? .rejected : .reported
        policy.attestation = WebAuthn.AttestationPolicy(
            kinds: attestation == .required
                ? [.basic, .certificationAuthority, .anonymizationAuthority] : Set(WebAuthn.Attestation.Kind.allCases),
            anchors: anchors)
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
        let anchors = Self.anchors(&reader, attestation)
        let counter = reader.value(Settings.passkeysCounter)
        let isExclusive = reader.value(Settings.passkeysExclusive)
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
            for key in [Settings.passkeysRelyingParty.key, Settings.passkeysOrigins.key] {
                guard let place = reader.place(of: key), place != .preset else { continue }
                reader.report(key, "clients reject passkeys for \(origin.host)", "use a host name in site.publicOrigin")
            }
            return nil
        }
        self.init(relyingParty: site)
        self.userVerification = userVerification
        self.attestation = attestation
        self.counter = counter
        self.anchors = anchors
        self.isExclusive = isExclusive
        if isExclusive, site.id == "localhost" {
            reader.report(
                Settings.passkeysExclusive.key, "every program on this machine can use localhost",
                "set it to false, or set site.publicOrigin to another host")
        }
    }

    /// Reads the trust anchors. Rejects anchors without effect, and a required attestation that every client could forge.
    private static func anchors(_ reader: inout SettingsReader, _ attestation: Attestation) -> TrustAnchors? {
        var certificates: [AttestationFormat: [[UInt8]]] = [:]
        for (format, setting) in Settings.passkeysTrustAnchors {
            for path in reader.paths(setting) {
                guard let bytes = reader.bytes(inFileAt: path, upTo: 1_048_576, of: setting.key) else { continue }
                do throws(WebAuthnError) {
                    certificates[format, default: []] += try TrustAnchors.certificates(pem: String(decoding: bytes, as: UTF8.self))
                } catch {
                    reader.report(
                        setting.key, "\(path) is not a file of certificates in PEM", "use the manufacturer's root certificates")
                }
            }
            if attestation == .none, reader.place(of: setting.key) != nil {
                reader.report(
                    setting.key, "clients send no attestation if passkeys.attestation has its default",
                    "set passkeys.attestation to direct or required")
            }
        }
        if attestation == .required, Settings.passkeysTrustAnchors.allSatisfy({ reader.place(of: $0.setting.key) == nil }) {
            reader.report(
                Settings.passkeysAttestation.key, "without passkeys.trustAnchors, every client can forge an attestation",
                "add the root certificates of the accepted authenticators")
        }
        return certificates.isEmpty ? nil : try? TrustAnchors(certificates)
    }

    /// Returns whether browsers accept the ID on pages of the origin (section 5.1.3, step 8). This check does not read the list of
    /// public suffixes, so it accepts an ID such as `co.uk`, which browsers reject.
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
    /// One list for each format, because an authority for TPMs must not be trusted for Apple's devices.
    static let passkeysTrustAnchors: [(format: AttestationFormat, setting: Setting<[String]>)] = [
        (.packed, trustAnchors("packed", "security keys and other authenticators, for attestations in the format packed")),
        (.fidoU2F, trustAnchors("fidoU2F", "U2F security keys, for attestations in the format fido-u2f")),
        (.tpm, trustAnchors("tpm", "TPMs, for attestations in the format tpm")),
        (.androidKey, trustAnchors("androidKey", "Android's key store, for attestations in the format android-key")),
        (.apple, trustAnchors("apple", "Apple, for attestations in the format apple")),
    ]
    static let passkeysExclusive = Setting(
        "passkeys.exclusive", .boolean, default: false,
        "whether no other server uses the relying party ID; password managers then delete passkeys that this server does not know")
    static let passkeysCounter = Setting(
        "passkeys.counter", ValueKind<PasskeyConfiguration.CounterPolicy>.choice, default: .reported,
        "treatment of a signature counter that goes back")
}

extension Settings {
    private static func trustAnchors(_ name: String, _ subject: String) -> Setting<[String]> {
        Setting(
            distinct: "passkeys.trustAnchors.\(name)", .path, of: "list of paths", "PEM files with root certificates of \(subject)")
    }
}

extension ValueKind<Origin> {
    /// See `WebAuthn.Origin`.
    static var passkeyOrigin: ValueKind {
        ValueKind(
            "origin", allowed: "https://host, http://localhost:port, or android:apk-key-hash: with the digest in base64url",
            rejected: "such an origin", parse: { try? Origin($0) }, write: \.description)
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
