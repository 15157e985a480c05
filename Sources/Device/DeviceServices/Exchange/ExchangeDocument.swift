import AssociatedDomains
import Crypto
import DeviceProtocol
import FoundationEssentials
import JSONText
import OneTimeCodes
import PasswordManager
import Secrets

/// The passwords, passkeys and verification codes of a document in the Credential Exchange Format (CXF) 1.0 of the FIDO Alliance
/// (Proposed Standard of 2025-08-14). Its description is redacted.
///
/// The document comes from another program, so nothing in it is repaired. Members and kinds that the device does not know are
/// ignored or rejected one by one, because later versions of the format add them.
package struct ExchangeDocument: Sendable, Redacted {
    /// The limits of a document.
    struct Limits {
        /// The maximum size in bytes.
        var length = CredentialDocument.maximumLength
        /// The maximum depth of arrays and objects.
        var depth = 32
        var items = 10_000
        /// The maximum number of credentials in all items.
        var credentials = 10_000
        /// The maximum number of addresses of one item.
        var sites = 32
        /// The maximum number of sites of all credentials. Passwords and codes count once for each site, apart from the passkeys, and
        /// those of the last item can exceed `credentials`.
        var allSites: Int { 2 * credentials + sites }
    }

    /// The passwords, each site and user name once.
    private(set) var passwords: [PasswordImport.Entry] = []
    /// The passkeys, each credential ID once, and each relying party and user handle once.
    private(set) var passkeys: [PasskeyRecord] = []
    /// The verification codes, each site and user name once.
    private(set) var codes: [VerificationCode] = []
    /// The rejected parts in the order of the document.
    package private(set) var rejected: [ExchangeRejection] = []

    /// Parses a document.
    ///
    /// - Throws: ``ExchangeError`` if the document is not strict JSON, has another version, lacks its accounts and items, or exceeds
    ///   the limits.
    package init(_ bytes: [UInt8]) throws(ExchangeError) {
        try self.init(bytes, limits: Limits())
    }

    init(_ bytes: [UInt8], limits: Limits) throws(ExchangeError) {
        let root: JSONNode
        do throws(JSONTextError) {
            let text = JSONLimits(maximumBytes: limits.length, maximumDepth: limits.depth, noncharacters: .taken)
            root = try JSONText.parse(bytes, limits: text).root
        } catch {
            throw .text(error)
        }
        guard root["version"]?["major"]?.number?.int == 1 else { throw .version }
        guard let accounts = root["accounts"]?.elements else { throw .document("/accounts", "must be an array") }
        var count = 0
        for (number, account) in accounts.enumerated() {
            let path = "/accounts/\(number)/items"
            guard let items = account["items"]?.elements else { throw .document(path, "must be an array") }
            for (number, item) in items.enumerated() {
                count += 1
                guard count <= limits.items else { throw .document("\(path)/\(number)", "the document has too many items") }
                try take(ExchangeItem(item, number: count, path: "\(path)/\(number)", sites: limits.sites), limits)
            }
        }
    }

    private mutating func take(_ item: ExchangeItem, _ limits: Limits) throws(ExchangeError) {
        guard let credentials = item.node["credentials"]?.elements else {
            return rejected.append(ExchangeRejection(item.path, .malformed))
        }
        for (number, credential) in credentials.enumerated() {
            credentialCount += 1
            let path = "\(item.path)/credentials/\(number)"
            // A password or code counts once for each site of its item.
            guard credentialCount <= limits.credentials, passwords.count + codes.count <= limits.credentials else {
                throw .document(path, "the document has too many credentials")
            }
            do throws(ExchangeRejection.Reason) {
                switch credential["type"]?.string {
                case "basic-auth": try takePassword(credential, of: item, path)
                case "passkey": try takePasskey(credential, of: item)
                case "totp": try takeCode(credential, of: item)
                // The note of a password is saved with it.
                case "note" where item.hasPassword: break
                default: throw .kind
                }
            } catch {
                rejected.append(ExchangeRejection(path, error))
            }
        }
    }

    private mutating func takePassword(
        _ credential: JSONNode, of item: ExchangeItem, _ path: String
    ) throws(ExchangeRejection.Reason) {
        let (user, password) = (try credential["username"].fieldText, try credential["password"].fieldText)
        let (title, notes) = (try item.title.get(), try item.notes.get())
        let (created, changed) = (try item.time("creationAt"), try item.time("modifiedAt"))
        for host in try item.hosts.get() {
            let entry: PasswordImport.Entry
            do throws(PasswordImport.Skipped.Reason) {
                entry = try PasswordImport.Entry(
                    host: host, user: user ?? "", password: password ?? "", title: title ?? "", notes: notes ?? "",
                    createdAt: created, changedAt: changed, line: item.number)
            } catch {
                throw .password(error)
            }
            guard let index = passwordIndex[entry.id] else {
                passwordIndex[entry.id] = passwords.count
                passwords.append(entry)
                passwordPaths.append(path)
                continue
            }
            // Of several passwords of an account, the one that was changed last is used.
            let isNewer = (entry.changedAt ?? .distantPast) > (passwords[index].changedAt ?? .distantPast)
            // A password of several sites is rejected once.
            let old = isNewer ? passwordPaths[index] : path
            if repeatedPasswords.insert(old).inserted { rejected.append(ExchangeRejection(old, .repeated)) }
            if isNewer { (passwords[index], passwordPaths[index]) = (entry, path) }
        }
    }

    private mutating func takePasskey(_ credential: JSONNode, of item: ExchangeItem) throws(ExchangeRejection.Reason) {
        guard let site = try credential["rpId"].optionalText, let domain = try? DomainName(site), domain.text == site,
            domain.isLocalhost || !domain.isPublicSuffix
        else { throw .relyingParty }
        guard let user = try credential["username"].optionalText, PasskeyRegistrationRequest.allows(userName: user) else {
            throw .userName
        }
        let id = try credential["credentialId"].octets(1...1_023)
        let handle = try credential["userHandle"].octets(1...PasskeyRegistrationRequest.maximumUserHandleLength)
        guard let key = P256.Signing.PrivateKey(pkcs8: try credential["key"].octets(1...1_024)) else { throw .key }
        let created = try item.time("creationAt")
        let names: [PasskeyName] = [.credentialID(id), .user(site: site, handle)]
        guard names.allSatisfy({ !passkeyNames.contains($0) }) else { throw .repeated }
        passkeyNames.formUnion(names)
        var passkey = PasskeyRecord(
            passkey: Passkey(relyingParty: site, userName: user, credentialID: id), userHandle: handle,
            privateKey: Array(key.rawRepresentation), created: created?.milliseconds)
        let extensions = credential["fido2Extensions"].flatMap { $0.isNull ? nil : $0 }
        let isComplete = extensions.map { passkey.addExtensions($0) } ?? true
        passkeys.append(passkey)
        guard isComplete else { throw .extensions }
    }

    private mutating func takeCode(_ credential: JSONNode, of item: ExchangeItem) throws(ExchangeRejection.Reason) {
        let (ownUser, sharedUser) = (try credential["username"].optionalText, try item.user.get())
        let user = ownUser ?? sharedUser ?? ""
        let issuer = try credential["issuer"].optionalText ?? ""
        guard let secret = try credential["secret"].optionalText, secret.utf8.count <= 1_024,
            let digits = credential["digits"]?.number?.int, let period = credential["period"]?.number?.int,
            let algorithm = OneTimePasswordAlgorithm(cxf: try credential["algorithm"].optionalText)
        else { throw .code }
        var isRepeated = false
        for host in try item.hosts.get() {
            guard let id = CredentialID(server: host, user: user) else { throw .userName }
            let code = VerificationCode(
                id: id, typedSecret: secret, algorithm: algorithm, digits: digits, period: period, issuer: issuer)
            guard let code else { throw .code }
            if codeNames.insert(id).inserted { codes.append(code) } else { isRepeated = true }
        }
        // The other sites of the item keep their code.
        if isRepeated { throw .repeated }
    }

    // What was read so far, for finding repetitions.
    private var credentialCount = 0
    private var passwordIndex: [CredentialID: Int] = [:]
    private var passwordPaths: [String] = []
    private var repeatedPasswords: Set<String> = []
    private var passkeyNames: Set<PasskeyName> = []
    private var codeNames: Set<CredentialID> = []

    private enum PasskeyName: Hashable {
        case credentialID([UInt8])
        case user(site: String, [UInt8])
    }
}

/// An item of a document: an account of the user at a site, with its credentials. What the credentials share is read once, because an
/// item can have many.
private struct ExchangeItem {
    let node: JSONNode
    /// The number of the item in the document, from 1.
    let number: Int
    let path: String
    let hasPassword: Bool
    /// The user name of the first password, which is also that of a code without one.
    let user: Shared<String?>
    let title: Shared<String?>
    /// The content of the first note.
    let notes: Shared<String?>
    /// The hosts of the web addresses, each once. A failure if the item has none, or too many addresses.
    let hosts: Shared<[DomainName]>

    typealias Shared<Value> = Result<Value, ExchangeRejection.Reason>

    init(_ node: JSONNode, number: Int, path: String, sites: Int) {
        self.node = node
        self.number = number
        self.path = path
        let first = { (type: String) in node["credentials"]?.elements?.first { $0["type"]?.string == type } }
        let (password, note) = (first("basic-auth"), first("note"))
        hasPassword = password != nil
        user = Result { () throws(ExchangeRejection.Reason) in try password?["username"].fieldText }
        title = Result { () throws(ExchangeRejection.Reason) in try node["title"].optionalText }
        notes = Result { () throws(ExchangeRejection.Reason) in try note?["content"].fieldText }
        hosts = Result { () throws(ExchangeRejection.Reason) in try Self.hosts(of: node, atMost: sites) }
    }

    private static func hosts(of node: JSONNode, atMost limit: Int) throws(ExchangeRejection.Reason) -> [DomainName] {
        guard let addresses = node["scope"]?["urls"]?.elements else { throw .site }
        var hosts: [DomainName] = []
        for (number, address) in addresses.enumerated() {
            guard number < limit else { throw .sites }
            guard let text = address.string, let host = SiteAddress.host(of: text), !hosts.contains(host) else { continue }
            hosts.append(host)
        }
        guard !hosts.isEmpty else { throw .site }
        return hosts
    }

    /// Returns a time in seconds since 1970.
    func time(_ name: String) throws(ExchangeRejection.Reason) -> Date? {
        guard let member = node[name], !member.isNull else { return nil }
        guard let seconds = member.number?.int64, (0...253_402_300_799).contains(seconds) else { throw .time }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}

extension JSONNode? {
    /// The text of a string member. Nil if the member is missing or null.
    fileprivate var optionalText: String? {
        get throws(ExchangeRejection.Reason) {
            guard let self, !self.isNull else { return nil }
            guard let text = self.string else { throw .malformed }
            return text
        }
    }

    /// The value of an editable field. Nil if the member is missing or null.
    fileprivate var fieldText: String? {
        get throws(ExchangeRejection.Reason) {
            guard let self, !self.isNull else { return nil }
            guard let text = self["value"]?.string else { throw .malformed }
            return text
        }
    }

    /// Returns the bytes of a member in base64url without padding.
    func octets(_ lengths: ClosedRange<Int>) throws(ExchangeRejection.Reason) -> [UInt8] {
        guard let text = try optionalText, let bytes = Base64URL.decode(text), lengths.contains(bytes.count) else {
            throw .malformed
        }
        return bytes
    }
}

extension OneTimePasswordAlgorithm {
    /// Creates an algorithm from its name in CXF: `sha1`, `sha256` or `sha512`.
    fileprivate init?(cxf name: String?) {
        guard let name, let algorithm = Self.allCases.first(where: { $0.cxfName == name }) else { return nil }
        self = algorithm
    }

    /// The name in CXF.
    var cxfName: String { rawValue.lowercased() }
}

extension P256.Signing.PrivateKey {
    /// Creates a key from its unencrypted PKCS#8 form (RFC 5208). Returns nil for another form or algorithm.
    fileprivate init?(pkcs8: [UInt8]) {
        // swift-crypto also reads the form of SEC 1, and does not compare the curve with that of the key.
        let content = pkcs8.dropFirst(pkcs8.count > 1 && pkcs8[1] == 0x81 ? 3 : 2)
        guard content.starts(with: Self.start), let key = try? Self(derRepresentation: pkcs8) else { return nil }
        self = key
    }

    /// The version 0, and the identifier of a key for the curve secp256r1 (RFC 5480, section 2.1.1).
    private static let start: [UInt8] = [
        0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
    ]
}
