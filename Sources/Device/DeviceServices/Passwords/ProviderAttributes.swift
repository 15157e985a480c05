package import DeviceProtocol
package import Foundation

/// The attributes that a credential provider extension declares in its Info.plist (`NSExtension`, `NSExtensionAttributes`).
package struct ProviderAttributes: Hashable, Sendable {
    /// The extension point of credential providers.
    package static let pointIdentifier = "com.apple.authentication-services-credential-provider-ui"

    package var kinds: Set<CredentialIdentity.Kind>
    /// Whether the extension shows a view after it was enabled.
    package var showsConfiguration: Bool
    /// Whether the extension handles the reports of apps about credentials.
    package var acceptsReports: Bool
    /// Whether the extension creates passkeys for conditional requests, without a view.
    package var createsPasskeysSilently: Bool

    package init(
        kinds: Set<CredentialIdentity.Kind>, showsConfiguration: Bool = false, acceptsReports: Bool = false,
        createsPasskeysSilently: Bool = false
    ) {
        self.kinds = kinds
        self.showsConfiguration = showsConfiguration
        self.acceptsReports = acceptsReports
        self.createsPasskeysSilently = createsPasskeysSilently
    }

    /// Parses an Info.plist, in XML or binary form. Without `ASCredentialProviderExtensionCapabilities`, the extension provides
    /// passwords, as before iOS 17.
    ///
    /// - Throws: ``ExtensionPlistError`` for a list that no device would load, and for unknown capabilities.
    package init(infoPlist: Data) throws(ExtensionPlistError) {
        let attributes = try PlistBranch.attributes(of: Self.pointIdentifier, in: infoPlist, isRequired: false)
        var showsConfiguration = try attributes.flag(Key.showsConfiguration)
        guard attributes.values[Key.capabilities] != nil else {
            self.init(kinds: [.password], showsConfiguration: showsConfiguration)
            return
        }
        let capabilities = try attributes.branch(Key.capabilities)
        for key in capabilities.values.keys.sorted() where !Key.known.contains(key) {
            throw ExtensionPlistError(.unknownKey, at: capabilities.path(to: key), "the capability is unknown")
        }
        if try capabilities.flag(Key.showsConfigurationCapability) { showsConfiguration = true }
        var kinds: Set<CredentialIdentity.Kind> = []
        if try capabilities.flag(Key.passwords) { kinds.insert(.password) }
        if try capabilities.flag(Key.passkeys) { kinds.insert(.passkey) }
        if try capabilities.flag(Key.oneTimeCodes) { kinds.insert(.oneTimeCode) }
        guard !kinds.isEmpty else {
            throw ExtensionPlistError(
                .supportsNothing, at: capabilities.path,
                "none of \(Key.passwords), \(Key.passkeys) and \(Key.oneTimeCodes) is true")
        }
        self.init(
            kinds: kinds, showsConfiguration: showsConfiguration, acceptsReports: try capabilities.flag(Key.acceptsReports),
            createsPasskeysSilently: try capabilities.flag(Key.createsPasskeysSilently))
    }

    private enum Key {
        static let capabilities = "ASCredentialProviderExtensionCapabilities"
        static let showsConfiguration = "ASCredentialProviderExtensionShowsConfigurationUI"
        static let passwords = "ProvidesPasswords"
        static let passkeys = "ProvidesPasskeys"
        static let oneTimeCodes = "ProvidesOneTimeCodes"
        static let showsConfigurationCapability = "ShowsConfigurationUI"
        static let acceptsReports = "SupportsCredentialUpdate"
        static let createsPasskeysSilently = "SupportsConditionalPasskeyRegistration"
        /// The capabilities that Apple documents, including unsupported ones.
        static let known: Set<String> = [
            passwords, passkeys, oneTimeCodes, showsConfigurationCapability, acceptsReports, createsPasskeysSilently,
            "ProvidesTextToInsert", "SupportsCredentialExchange",
        ]
    }
}

/// The identities that a credential provider has registered with the system.
package struct ProvidedIdentities: Codable, Equatable, Sendable {
    /// Whether the user enabled the provider in Settings.
    package var isEnabled = false
    package private(set) var identities: [ProvidedIdentity] = []

    package init() {}

    /// Applies a change. Changes nothing if the provider is disabled or would have too many identities.
    mutating func apply(_ change: ChangeIdentities.Change, _ given: [CredentialIdentity]) -> IdentityStoreOutcome {
        guard isEnabled else { return .storeDisabled }
        let given = given.map(ProvidedIdentity.init)
        var changed = change == .replace ? [] : identities
        let keys = Set(given.map(\.key))
        changed.removeAll { keys.contains($0.key) }
        if change != .remove {
            // Of equal identities in one call, the last one wins.
            var seen: Set<ProvidedIdentity.Key> = []
            changed += given.reversed().filter { seen.insert($0.key).inserted }.reversed()
        }
        guard changed.count <= ChangeIdentities.maximumIdentities else { return .internalError }
        identities = changed
        return .done
    }
}

/// The stored form of an identity.
package struct ProvidedIdentity: Codable, Hashable, Sendable {
    struct Key: Hashable {
        let kind: CredentialIdentity.Kind
        let service: String
        let serviceKind: UInt8
        let user: String
        let record: String?
        let passkey: PasskeyReference?
    }

    let kind: CredentialIdentity.Kind
    let service: String
    let serviceKind: UInt8
    let user: String
    let record: String?
    let rank: Int64
    /// Nil for other kinds, and in data of earlier versions.
    let passkey: PasskeyReference?

    init(_ identity: CredentialIdentity) {
        kind = identity.kind
        service = identity.service
        serviceKind = identity.serviceKind.rawValue
        user = identity.user
        record = identity.record
        rank = identity.rank
        passkey = identity.passkey
    }

    /// The key that identifies the identity.
    var key: Key {
        Key(kind: kind, service: service, serviceKind: serviceKind, user: user, record: record, passkey: passkey)
    }

    var identity: CredentialIdentity? {
        CredentialIdentity.ServiceKind(rawValue: serviceKind).flatMap {
            CredentialIdentity(kind, service: service, serviceKind: $0, user: user, record: record, rank: rank, passkey: passkey)
        }
    }
}
