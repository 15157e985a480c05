import Foundation

/// An authenticator of the browser's own, with which a page creates and uses passkeys (DevTools protocol, domain `WebAuthn`).
package struct VirtualAuthenticator: Sendable {
    private let page: Page
    private let id: ProtocolValue

    /// The fault of its next signatures.
    package enum Fault: String, Sendable, CaseIterable {
        case signature = "isBogusSignature"
        case userPresence = "isBadUP"
        case userVerification = "isBadUV"
    }

    /// A passkey that it holds.
    package struct Credential: Sendable {
        package let id: String
        package let userName: String?
        package let signCount: Int
    }

    fileprivate init(page: Page, isUserVerified: Bool) async throws {
        self.page = page
        try await page.send("WebAuthn.enable", ["enableUI": false])
        let added = try await page.send(
            "WebAuthn.addVirtualAuthenticator",
            [
                "options": [
                    "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": true,
                    "hasUserVerification": true, "isUserVerified": .boolean(isUserVerified), "automaticPresenceSimulation": true,
                    "defaultBackupEligibility": true, "defaultBackupState": true,
                ]
            ])
        id = added["authenticatorId"] ?? .null
    }

    /// Makes its next signatures wrong; nil for correct ones.
    package func setFault(_ fault: Fault?) async throws {
        try await send(
            "setResponseOverrideBits",
            Dictionary(uniqueKeysWithValues: Fault.allCases.map { ($0.rawValue, .boolean($0 == fault)) }))
    }

    /// Its passkeys.
    package var credentials: [Credential] {
        get async throws {
            let found = try await send("getCredentials", [:])["credentials"]?.array ?? []
            return found.map { credential in
                Credential(
                    id: credential["credentialId"]?.string ?? "", userName: credential["userName"]?.string,
                    signCount: credential["signCount"]?.number.map { Int($0) } ?? 0)
            }
        }
    }

    /// Changes what a passkey says of itself.
    package func change(_ credential: Credential, isBackedUp: Bool, signCount: Int) async throws {
        try await send(
            "setCredentialProperties",
            ["credentialId": .string(credential.id), "backupState": .boolean(isBackedUp)])
        let all = try await send("getCredentials", [:])["credentials"]?.array ?? []
        guard case .object(var members)? = all.first(where: { $0["credentialId"]?.string == credential.id }) else { return }
        members["signCount"] = .number(Double(signCount))
        try await send("removeCredential", ["credentialId": .string(credential.id)])
        try await send("addCredential", ["credential": .object(members)])
    }

    /// Gives it a passkey of another authenticator, as synchronization does.
    ///
    /// - Parameter privateKey: The key in the form PKCS #8, in DER.
    package func add(
        id: [UInt8], relyingParty: String, userName: String, userHandle: [UInt8], privateKey: [UInt8]
    ) async throws {
        let text = { (bytes: [UInt8]) in ProtocolValue.string(Data(bytes).base64EncodedString()) }
        try await send(
            "addCredential",
            [
                "credential": [
                    "credentialId": text(id), "isResidentCredential": true, "rpId": .string(relyingParty),
                    "privateKey": text(privateKey), "userHandle": text(userHandle), "signCount": 0,
                    "backupEligibility": true, "backupState": true, "userName": .string(userName),
                ]
            ])
    }

    @discardableResult
    private func send(_ command: String, _ parameters: [String: ProtocolValue]) async throws -> ProtocolValue {
        try await page.operation(command) { page in
            try await page.send("WebAuthn.\(command)", .object(parameters.merging(["authenticatorId": id]) { $1 }))
        }
    }
}

extension Page {
    /// Otherwise the authenticator accepts each offer at once.
    package func withoutConditionalMediation(_ body: () async throws -> Void) async throws {
        try await withScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false", body)
    }

    /// Runs `body` while each new document runs a script before its own.
    package func withScript(_ source: String, _ body: () async throws -> Void) async throws {
        let script = try await operation("withScript") { page in
            try await page.send("Page.addScriptToEvaluateOnNewDocument", ["source": .string(source)])
        }
        try await body()
        try await operation("withScript") { page in
            _ = try await page.send(
                "Page.removeScriptToEvaluateOnNewDocument", ["identifier": script["identifier"] ?? .null])
        }
    }

    /// Gives the page an authenticator. It belongs to the page, and survives navigation.
    package func addAuthenticator(isUserVerified: Bool = true) async throws -> VirtualAuthenticator {
        try await operation("addAuthenticator") { try await VirtualAuthenticator(page: $0, isUserVerified: isUserVerified) }
    }
}
