package import DeviceProtocol
import JSONText
import Secrets
package import WebClient

/// A page's request for a passkey: the argument that its script would pass to `navigator.credentials`, and the response (Web
/// Authentication Level 3, section 5.1).
///
/// It supports passkeys of the device and of providers, with ES256. Its only extension is `credProps`; it ignores others, as
/// clients do.
package struct PagePasskeyRequest: Sendable {
    /// The method of `navigator.credentials`.
    package enum Method: String, Hashable, Sendable {
        case create, get
    }

    package let page: PasskeyPage
    let subject: AuthorizationSubject
    private let wantsProperties: Bool

    /// Parses the options in the standard's JSON (section 5.1.8 and 5.1.9). Unknown members are ignored, because later versions
    /// of the standard add them.
    ///
    /// - Throws: ``PagePasskeyError``. `relyingParty` for a relying party whose passkeys the page may not use.
    package init(_ method: Method, options: String, on url: WebURL) throws(PagePasskeyError) {
        let root: JSONNode
        do throws(JSONTextError) {
            root = try JSONText.parse(Array(options.utf8)).root
        } catch {
            throw .malformed
        }
        let name = method == .create ? root["rp"]?["id"] : root["rpId"]
        if let name, name.string == nil { throw .malformed }
        guard let page = PasskeyPage(url, relyingParty: name?.string) else { throw .relyingParty }
        let parsed: AuthorizationSubject? =
            switch method {
            case .create: try Self.registration(root, page.relyingParty).map { .passkeyRegistration($0) }
            case .get: try Self.assertion(root, page.relyingParty).map { .passkeyAssertion($0) }
            }
        guard let parsed else { throw .malformed }
        self.page = page
        subject = parsed
        wantsProperties = method == .create && root["extensions"]?["credProps"]?.boolean == true
    }

    private static func registration(
        _ root: JSONNode, _ relyingParty: String
    ) throws(PagePasskeyError) -> PasskeyRegistrationRequest? {
        guard root["rp"]?.kind == .object, let user = root["user"], let userName = user["name"]?.string,
            let parameters = root["pubKeyCredParams"]?.elements
        else { throw .malformed }
        let algorithms = parameters.filter { $0["type"]?.string == publicKey }.map { $0["alg"]?.number?.int }
        // An empty list means ES256 and RS256 (section 5.1.3, step 10).
        guard algorithms.contains(es256) || root["pubKeyCredParams"]?[0] == nil,
            root["authenticatorSelection"]?["authenticatorAttachment"]?.string != "cross-platform"
        else { throw .unsupported }
        return PasskeyRegistrationRequest(
            relyingParty: relyingParty, challenge: try root.bytes("challenge"), userName: userName,
            userHandle: try user.bytes("id"), excludedCredentials: try root.credentials("excludeCredentials"),
            wantsEnterpriseAttestation: root["attestation"]?.string == "enterprise")
    }

    private static func assertion(_ root: JSONNode, _ relyingParty: String) throws(PagePasskeyError) -> PasskeyAssertionRequest? {
        let allowed = try root.credentials("allowCredentials")
        // A list without a known type permits no passkey. An empty list permits all (section 5.1.4.2, step 10).
        guard !allowed.isEmpty || root["allowCredentials"]?[0] == nil else { throw .unsupported }
        return PasskeyAssertionRequest(
            relyingParty: relyingParty, challenge: try root.bytes("challenge"), allowedCredentials: allowed)
    }

    /// Returns the credential in the standard's JSON (`toJSON()`); nil if the user chose none, or if the key of a new one is malformed.
    /// Its transports do not include `hybrid` if it cannot leave its device.
    package func response(to outcome: AuthorizationOutcome) -> String? {
        let id: [UInt8]
        let response: JSONValue
        switch outcome {
        case .granted(.passkeyRegistration(let passkey)):
            guard let key = AttestedKey(attestationObject: passkey.attestationObject) else { return nil }
            id = passkey.credentialID
            let transports: JSONValue = key.isBackupEligible ? ["hybrid", "internal"] : ["internal"]
            var members = JSONObject([
                ("clientDataJSON", .base64URL(passkey.clientData)), ("authenticatorData", .base64URL(key.authenticatorData)),
                ("transports", transports), ("publicKeyAlgorithm", .integer(key.algorithm)),
                ("attestationObject", .base64URL(passkey.attestationObject)),
            ])
            if let publicKey = key.publicKey { members["publicKey"] = .base64URL(publicKey) }
            response = .object(members)
        case .granted(.passkeyAssertion(let passkey)):
            id = passkey.credentialID
            response = [
                "clientDataJSON": .base64URL(passkey.clientData), "authenticatorData": .base64URL(passkey.authenticatorData),
                "signature": .base64URL(passkey.signature), "userHandle": .base64URL(passkey.userHandle),
            ]
        case .granted, .rejected: return nil
        }
        let properties: JSONValue = wantsProperties ? ["credProps": ["rk": true]] : [:]
        let credential: JSONValue = [
            "id": .base64URL(id), "rawId": .base64URL(id), "type": .string(Self.publicKey), "authenticatorAttachment": "platform",
            "response": response, "clientExtensionResults": properties,
        ]
        return credential.text()
    }

    fileprivate static let publicKey = "public-key"
    /// The number of ES256 in COSE (RFC 9053).
    private static let es256 = -7
}

/// The reason why a page's request is not performed.
package enum PagePasskeyError: Error, Hashable, Sendable {
    /// The options are not in the standard's JSON, or exceed a limit.
    case malformed
    /// The page may not use the passkeys of the relying party.
    case relyingParty
    /// The options accept no passkey that the device can create or use.
    case unsupported
}

/// A signal of a page about its passkeys (Web Authentication Level 3, section 5.1.10).
package struct PagePasskeySignal: Hashable, Sendable {
    package let page: PasskeyPage
    package let report: CredentialReport

    /// Parses signals: a JSON object with the argument of each method of `PublicKeyCredential`. As in a browser, a malformed signal
    /// or one for a foreign relying party has no effect, and neither has an unknown method.
    package static func signals(in json: String, on url: WebURL) -> [PagePasskeySignal] {
        guard let members = try? JSONText.parse(Array(json.utf8)).root.members else { return [] }
        return members.compactMap { member in
            guard let name = member.value["rpId"]?.string, let page = PasskeyPage(url, relyingParty: name),
                let report = try? parse(member.name, member.value, name)
            else { return nil }
            return PagePasskeySignal(page: page, report: report)
        }
    }

    private static func parse(
        _ method: String, _ argument: JSONNode, _ relyingParty: String
    ) throws(PagePasskeyError) -> CredentialReport? {
        switch method {
        case "signalUnknownCredential":
            return UnknownPasskey(relyingParty: relyingParty, credentialID: try argument.bytes("credentialId"))
                .map { .unknownPasskey($0) }
        case "signalAllAcceptedCredentials":
            guard let list = argument["allAcceptedCredentialIds"]?.elements else { throw .malformed }
            var ids: [[UInt8]] = []
            for element in list { ids.append(try element.decoded()) }
            return AcceptedPasskeys(
                relyingParty: relyingParty, userHandle: try argument.bytes("userId"), credentialIDs: ids
            ).map { .acceptedPasskeys($0) }
        case "signalCurrentUserDetails":
            guard let name = argument["name"]?.string else { throw .malformed }
            return PasskeyUserName(relyingParty: relyingParty, userHandle: try argument.bytes("userId"), userName: name)
                .map { .userName($0) }
        default: return nil
        }
    }
}

extension JSONNode {
    /// Returns the bytes of a string in base64url, without padding.
    fileprivate func decoded() throws(PagePasskeyError) -> [UInt8] {
        guard let bytes = string.flatMap({ Base64URL.decode($0) }) else { throw .malformed }
        return bytes
    }

    fileprivate func bytes(_ name: String) throws(PagePasskeyError) -> [UInt8] {
        guard let value = self[name] else { throw .malformed }
        return try value.decoded()
    }

    /// Returns the IDs of descriptors with a known type; none for a missing member.
    fileprivate func credentials(_ name: String) throws(PagePasskeyError) -> [[UInt8]] {
        guard let value = self[name] else { return [] }
        guard let elements = value.elements else { throw .malformed }
        var ids: [[UInt8]] = []
        for element in elements where element["type"]?.string == PagePasskeyRequest.publicKey {
            ids.append(try element.bytes("id"))
        }
        return ids
    }
}

extension JSONValue {
    fileprivate static func base64URL(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
}
