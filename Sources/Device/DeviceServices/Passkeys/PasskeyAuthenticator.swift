import AssociatedDomains
import Crypto
import DeviceBroker
import DeviceProtocol
import FoundationEssentials
import PasswordManager
import Secrets
// Only the encoder and the flags: the device must not share the server's verification.
import struct WebAuthn.AuthenticatorFlags
import enum WebAuthn.CBOR
import struct WebAuthn.CBORMap

/// The authenticator of a device, and its client for apps and web pages (Web Authentication Level 3, sections 5 and 6).
///
/// The caller verifies the user before each signature, and before each creation that is not conditional. The keys are in the
/// keychain and not in the enclave, because a passkey that can be backed up must be able to leave the device. A device manager can
/// require keys of the enclave.
struct PasskeyAuthenticator: Sendable {
    let store: KeychainPasskeys
    let associations: any DomainAssociations
    let now: @Sendable () -> Date
    var random: any RandomBytes = SystemRandomBytes()
    /// Returns the identities of the enabled providers; none while the device is locked.
    var provided: @Sendable () -> ProvidedCredentials = { ProvidedCredentials() }
    var management = PasskeyManagement()
    /// The saved passwords, for reports about them.
    var passwords: any SavedPasswords = NoSavedPasswords()
    /// The web page whose request is performed; nil for a request of an app itself.
    var page: PasskeyPage?

    /// The maximum number of providers' passkeys in one offer.
    static let maximumProvided = 64

    /// Returns the rejection of an app that may not use the passkeys of the relying party. Nil if the ID is a domain below
    /// a public suffix, and the app is associated with it. For `localhost` and names below it, the association must be for development.
    /// An app that shows a web page needs no association, and may use the passkeys of the page.
    func rejection(of app: App, at relyingParty: String) -> AuthorizationRejection? {
        if let page {
            return page.relyingParty == relyingParty
                ? nil : AuthorizationRejection(.failed, "\(page.origin) must not use passkeys of \(relyingParty)")
        }
        if let identifier = try? AppIdentifier(app.identifier.rawValue), let domain = try? DomainName(relyingParty),
            domain.text == relyingParty, mayUsePasskeys(identifier, of: domain)
        {
            return nil
        }
        // Apple's words.
        return AuthorizationRejection(
            .failed, "Application with identifier \(app.identifier.rawValue) is not associated with domain \(relyingParty)")
    }

    /// Returns whether the association permits passkeys. Every program of a machine can use `localhost`, so an app's developer must
    /// have requested it with `?mode=developer`, which has no effect on a device without developer mode.
    private func mayUsePasskeys(_ app: AppIdentifier, of domain: DomainName) -> Bool {
        if domain.isLocalhost { return associations.isAssociatedForDevelopment(app, with: domain) }
        return !domain.isPublicSuffix && associations.isAssociated(app, with: domain)
    }

    /// Returns the passkeys for the request that the site accepts, by user name: those of the device, and those of providers.
    /// Returns none while the device is locked.
    func offers(for request: PasskeyAssertionRequest) -> [Passkey] {
        let passkeys = (try? store.records(of: request.relyingParty).filter { !$0.isHidden }.map(\.passkey)) ?? []
        let ofProviders = provided().providers.flatMap { provider in
            provider.identities.filter { $0.kind == .passkey && $0.service == request.relyingParty }
                .compactMap { Passkey(ProvidedPasskey(provider: provider.app, identity: $0)) }
        }
        let isAllowed = { (passkey: Passkey) in
            request.allowedCredentials.isEmpty || request.allowedCredentials.contains(passkey.credentialID)
        }
        return (passkeys.filter(isAllowed) + ofProviders.filter(isAllowed).prefix(Self.maximumProvided))
            .sorted { $0.userName < $1.userName }
    }

    /// Creates a passkey. It replaces an earlier one of the same user handle, unless the request excludes that one. A conditional
    /// request replaces no passkey that the site accepts, and its passkey is for an account that has none.
    func create(
        _ request: PasskeyRegistrationRequest, for app: App, isBackedUp: Bool
    ) throws(DeviceError) -> AuthorizationOutcome {
        if let rejection = rejection(of: app, at: request.relyingParty) { return .rejected(rejection) }
        let known = try store.records(of: request.relyingParty)
        guard !known.contains(where: { request.excludedCredentials.contains($0.passkey.credentialID) }) else {
            return .rejected(
                AuthorizationRejection(.matchedExcludedCredential, "The device has a passkey that the request excludes."))
        }
        if request.isConditional,
            known.contains(where: {
                !$0.isHidden && ($0.userHandle == request.userHandle || $0.passkey.userName == request.userName)
            })
        {
            return .rejected(AuthorizationRejection(.failed, "The device has a passkey of this account."))
        }
        let managed = management.rules(for: request.relyingParty)
        let id = random.bytes(20)
        let key = try managed?.keysStayOnDevice == true ? store.enclaveKey() : PasskeyKey()
        let record = PasskeyRecord(
            passkey: Passkey(relyingParty: request.relyingParty, userName: request.userName, credentialID: id),
            userHandle: request.userHandle, privateKey: key.privateKey, created: now().milliseconds,
            secrets: PasskeySecrets(random: random), supportsLargeBlob: request.extensions.largeBlob != nil,
            enclaveKey: key.enclaveKey)
        try store.put(record)
        let aaguid = managed == nil ? Self.aaguid : ManagedPasskeys.aaguid
        let data =
            Self.data(
                request.relyingParty, record.backup(isBackedUp),
                request.isConditional ? .attestedCredential : [.attestedCredential, .verified])
            + aaguid + [0, UInt8(id.count)] + id + Self.coseKey(key.publicKey)
        let clientData = clientData("webauthn.create", request.challenge, request.relyingParty)
        let attestation = request.wantsEnterpriseAttestation ? managed?.attestation : nil
        let statement = attestation?.statement(over: data + SHA256.hash(data: clientData))
        let object = CBOR.map(
            CBORMap([
                (.text("fmt"), .text(statement == nil ? "none" : "packed")), (.text("attStmt"), .map(statement ?? CBORMap([]))),
                (.text("authData"), .bytes(data)),
            ]))
        return .granted(
            .passkeyRegistration(
                PasskeyRegistration(
                    credentialID: id, clientData: clientData, attestationObject: object.encoded,
                    extensions: record.outputs(for: request.extensions, isVerified: !request.isConditional))))
    }

    /// Signs the challenge with the passkey.
    func sign(
        _ request: PasskeyAssertionRequest, with passkey: Passkey, for app: App, isBackedUp: Bool
    ) throws(DeviceError) -> AuthorizationOutcome {
        if let rejection = rejection(of: app, at: request.relyingParty) { return .rejected(rejection) }
        let clientData = clientData("webauthn.get", request.challenge, request.relyingParty)
        let records = try store.records(of: request.relyingParty)
        guard let record = records.first(where: { $0.passkey.credentialID == passkey.credentialID && !$0.isHidden }) else {
            return .rejected(AuthorizationRejection(.failed, "The passkey no longer exists."))
        }
        let data = Self.data(request.relyingParty, record.backup(isBackedUp), .verified)
        let digest = SHA256.hash(data: data + SHA256.hash(data: clientData))
        guard let signature = try store.signature(of: digest, by: record) else {
            return .rejected(AuthorizationRejection(.failed, "The key of the passkey is damaged."))
        }
        // A failure to record the use or to write the blob must not withhold the signature.
        let time = now().milliseconds
        var fits = false
        let isStored: Void? = try? store.edit(request.relyingParty) { stored in
            guard stored.passkey.credentialID == passkey.credentialID else { return .keep }
            var used = stored
            used.lastUsed = time
            if case .write(let blob)? = request.extensions.largeBlob { fits = used.store(blob) }
            return .replace(used)
        }
        return .granted(
            .passkeyAssertion(
                PasskeyAssertion(
                    credentialID: passkey.credentialID, userHandle: record.userHandle, clientData: clientData,
                    authenticatorData: data, signature: signature,
                    extensions: record.outputs(for: request.extensions, wasWritten: fits && isStored != nil))))
    }

    /// Changes the passkeys of a site as the site's app reports. The outcome is the same whether the device has them or not.
    func apply(_ report: CredentialReport, of app: App) throws(DeviceError) -> CredentialReportOutcome {
        if let rejection = rejection(of: app, at: report.site) { return .rejected(rejection) }
        switch report {
        case .unknownPasskey(let unknown):
            try store.edit(unknown.relyingParty) { $0.passkey.credentialID == unknown.credentialID ? .delete : .keep }
        case .acceptedPasskeys(let accepted):
            try store.edit(accepted.relyingParty) { stored in
                let isHidden = !accepted.credentialIDs.contains(stored.passkey.credentialID)
                guard stored.userHandle == accepted.userHandle, stored.isHidden != isHidden else { return .keep }
                var changed = stored
                changed.isHidden = isHidden
                return .replace(changed)
            }
        case .userName(let user):
            try store.edit(user.relyingParty) { stored in
                guard stored.userHandle == user.userHandle, stored.passkey.userName != user.userName else { return .keep }
                return .replace(stored.renamed(user.userName))
            }
        // A saved password may be the only way into an account, so only the user deletes it.
        case .unusedPassword(let unused):
            do throws(CredentialStoreError) {
                try passwords.reportUnused(SavedPassword(user: unused.userName, site: unused.domain))
            } catch {
                throw error == .locked ? .item(.interactionNotAllowed) : .unavailable("the keychain cannot store the report")
            }
        }
        return .accepted
    }

    /// Returns the members that Apple's client sends, in its order; for a page, those of the standard (section 5.8.1). No
    /// character needs escaping.
    func clientData(_ type: String, _ challenge: [UInt8], _ relyingParty: String) -> [UInt8] {
        let start = #"{"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))","origin":""#
        let end = page.map { "\($0.origin)\",\"crossOrigin\":false}" } ?? "https://\(relyingParty)\"}"
        return Array((start + end).utf8)
    }

    /// Returns authenticator data up to the counter, which stays 0 because several devices can have the passkey (section 6.1).
    private static func data(_ relyingParty: String, _ backup: AuthenticatorFlags, _ flags: AuthenticatorFlags) -> [UInt8] {
        SHA256.hash(data: Array(relyingParty.utf8)) + [flags.union(backup).rawValue] + [0, 0, 0, 0]
    }

    /// Returns the public key as a COSE_Key for ES256 (RFC 9053, section 7.1).
    static func coseKey(_ key: P256.Signing.PublicKey) -> [UInt8] {
        let point = Array(key.rawRepresentation)
        return CBOR.map(
            CBORMap([
                (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
                (.integer(-2), .bytes(Array(point.prefix(32)))), (.integer(-3), .bytes(Array(point.suffix(32)))),
            ])
        ).encoded
    }

    /// The AAGUID of Apple Passwords: fbfc3007-154e-4ecc-8c0b-6e020557d7bd.
    private static let aaguid: [UInt8] = [
        0xFB, 0xFC, 0x30, 0x07, 0x15, 0x4E, 0x4E, 0xCC, 0x8C, 0x0B, 0x6E, 0x02, 0x05, 0x57, 0xD7, 0xBD,
    ]
}

extension AuthenticatorFlags {
    /// The user was asked and verified.
    fileprivate static let verified: AuthenticatorFlags = [.userPresent, .userVerified]
}
