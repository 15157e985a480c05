import AssociatedDomains
import Crypto
import FoundationEssentials
import JSONText
import OneTimeCodes
import PasswordManager
import Secrets

/// The credentials of a device as a document in CXF 1.0: an item for each site and user name, which has its password, its passkeys and
/// its verification code.
struct ExportedDocument {
    private struct Name: Hashable {
        let site: String
        let user: String
    }

    private struct Item {
        var title = ""
        var created: Date?
        var changed: Date?
        var credentials: [JSONValue] = []

        mutating func date(created: Date?, changed: Date?) {
            self.created = [self.created, created].compactMap(\.self).min()
            self.changed = [self.changed, changed ?? created].compactMap(\.self).max()
        }
    }

    private var items: [Name: Item] = [:]

    mutating func add(_ credential: SavedCredential) {
        edit(credential.id) { item in
            item.title = credential.title
            item.date(created: credential.createdAt, changed: credential.changedAt)
            item.credentials.append(
                .object(
                    JSONObject([
                        ("type", "basic-auth"), ("username", Self.field("string", credential.id.user)),
                        ("password", Self.field("concealed-string", credential.password.exposed)),
                    ])))
            guard !credential.notes.isEmpty else { return }
            item.credentials.append(
                .object(JSONObject([("type", "note"), ("content", Self.field("string", credential.notes.exposed))])))
        }
    }

    /// Adds a passkey. Returns false, without adding it, if its key is in the enclave or damaged.
    mutating func add(_ record: PasskeyRecord) -> Bool {
        guard !record.isDeviceBound, let key = try? P256.Signing.PrivateKey(rawRepresentation: record.privateKey) else {
            return false
        }
        let passkey = record.passkey
        edit(Name(site: passkey.relyingParty, user: passkey.userName)) { item in
            item.date(created: record.listed.created, changed: nil)
            var object = JSONObject([
                ("type", "passkey"), ("credentialId", .string(Base64URL.encode(passkey.credentialID))),
                ("rpId", .string(passkey.relyingParty)), ("username", .string(passkey.userName)),
                ("userDisplayName", .string(passkey.userName)),
                ("userHandle", .string(Base64URL.encode(record.userHandle))),
                ("key", .string(Base64URL.encode(Array(key.derRepresentation)))),
            ])
            object["fido2Extensions"] = record.exchangedExtensions
            item.credentials.append(.object(object))
        }
        return true
    }

    mutating func add(_ code: VerificationCode) {
        edit(code.id) { item in
            var object = JSONObject([
                ("type", "totp"), ("secret", .string(code.secret)), ("period", .integer(code.period)),
                ("digits", .integer(code.digits)), ("username", .string(code.id.user)),
                ("algorithm", .string(code.algorithm.cxfName)),
            ])
            if !code.issuer.isEmpty { object["issuer"] = .string(code.issuer) }
            item.credentials.append(.object(object))
        }
    }

    /// Returns the document. Equal credentials give equal bytes.
    ///
    /// - Parameter device: the name of the device, from which the account's identifier is derived.
    func bytes(of device: DeviceName, at now: Date) -> [UInt8] {
        let sorted = items.sorted { ($0.key.site, $0.key.user) < ($1.key.site, $1.key.user) }
        let account = JSONObject([
            ("id", .string(Self.identifier(device.rawValue))), ("username", ""), ("email", ""), ("collections", []),
            ("items", .array(sorted.map { Self.value(of: $0.key, $0.value) })),
        ])
        let header = JSONObject([
            ("version", ["major": 1, "minor": 0]), ("exporterRpId", .string(Self.exporter)),
            ("exporterDisplayName", "Latchkey"), ("timestamp", Self.seconds(now)), ("accounts", .array([.object(account)])),
        ])
        return JSONValue.object(header).bytes()
    }

    private mutating func edit(_ id: CredentialID, _ body: (inout Item) -> Void) {
        edit(Name(site: id.server.text, user: id.user), body)
    }

    private mutating func edit(_ name: Name, _ body: (inout Item) -> Void) {
        body(&items[name, default: Item()])
    }

    private static func value(of name: Name, _ item: Item) -> JSONValue {
        var object = JSONObject([
            ("id", .string(identifier(name.site + "\n" + name.user))),
            ("title", .string(item.title.isEmpty ? name.site : item.title)),
            ("scope", .object(JSONObject([("urls", .array([.string("https://\(name.site)/")])), ("androidApps", [])]))),
            ("credentials", .array(item.credentials)),
        ])
        if let created = item.created { object["creationAt"] = seconds(created) }
        if let changed = item.changed { object["modifiedAt"] = seconds(changed) }
        return .object(object)
    }

    private static func field(_ type: String, _ value: String) -> JSONValue {
        .object(JSONObject([("fieldType", .string(type)), ("value", .string(value))]))
    }

    private static func seconds(_ date: Date) -> JSONValue {
        .integer(max(0, Int64(date.timeIntervalSince1970.rounded(.down))))
    }

    /// Returns the same 16 bytes for the same name, so that another import of a document recognizes its items.
    private static func identifier(_ name: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(name.utf8)).prefix(16)))
    }

    /// The relying party identifier of the exporter. A simulated device has no domain.
    private static let exporter = "localhost"
}
