import AssociatedDomains
import DeviceProtocol
import FoundationEssentials

/// How a credential lies in the keychain: as two items of one site and user name.
///
/// - The *login* is what others of the system read and write too, such as the functions for shared web credentials: an internet password
///   (`kSecClassInternetPassword`) of a web form over https, whose data is the password alone.
/// - The *record*, an invisible item beside it, holds in its data everything that is known: history, notes, what is pending, who wrote
///   what and when, and deletions that other devices must hear of. It has another kind of authentication, so that nobody who looks for
///   web forms takes it for a login.
///
/// The record counts. A login that differs from it was either not brought up to date, which its mark tells, or changed by others, whose word
/// is then taken over.
enum KeychainShape {
    private static let webForm = "form"
    private static let ownKind = "ltck"

    /// Every item over https, among them all logins and records.
    static var all: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.networkProtocol, .text("htps"))
        return attributes
    }

    /// The items of one credential.
    static func naming(_ id: CredentialID) -> ItemAttributes {
        var attributes = all
        attributes.set(.server, .text(id.server.text))
        attributes.set(.account, .text(id.user))
        return attributes
    }

    /// The login that a record wants; nil for a deletion.
    static func login(of record: CredentialRecord) -> (attributes: ItemAttributes, data: [UInt8])? {
        guard let version = record.versions.first else { return nil }
        var attributes = naming(record.id)
        attributes.set(.authenticationType, .text(webForm))
        attributes.set(.path, .text(""))
        attributes.set(.label, .text(record.title?.value ?? usualLabel(record.id)))
        attributes.set(.description, .text("Web form password"))
        attributes.set(.comment, .text(LoginMark(record)?.text ?? ""))
        return (attributes, Array(version.password.exposed.utf8))
    }

    /// The record's own item.
    ///
    /// - Parameter awaitsLogin: the login is not there yet. Without this a missing login was removed by others.
    static func record(_ record: CredentialRecord, awaitsLogin: Bool) -> (attributes: ItemAttributes, data: [UInt8]) {
        var attributes = naming(record)
        attributes.set(.label, .text(record.title?.value ?? usualLabel(record.id)))
        attributes.set(.description, .text("Password manager record"))
        attributes.set(.isInvisible, .flag(true))
        attributes.set(.isNegative, .flag(awaitsLogin))
        return (attributes, record.message)
    }

    /// The record's own item, as long as nobody has written it since.
    static func naming(_ record: CredentialRecord) -> ItemAttributes {
        var attributes = naming(record.id)
        attributes.set(.authenticationType, .text(ownKind))
        attributes.set(.comment, .text(LoginMark(record)?.text ?? ""))
        return attributes
    }

    static func awaitsLogin(_ item: FoundItem) -> Bool { item.description?.attributes[.isNegative] == .flag(true) }

    static func isRecord(_ item: FoundItem) -> Bool { text(item, .authenticationType) == ownKind && id(of: item) != nil }

    /// Items of other paths are somebody else's.
    static func isLogin(_ item: FoundItem) -> Bool {
        text(item, .authenticationType) == webForm && text(item, .path) ?? "" == "" && id(of: item) != nil
    }

    /// Whose item it is; nil where site or user name are none.
    static func id(of item: FoundItem) -> CredentialID? {
        guard let server = text(item, .server), let user = text(item, .account), let host = try? DomainName(server),
            let id = CredentialID(server: host, user: user), id.server.text == server, id.user.utf8.elementsEqual(user.utf8)
        else { return nil }
        return id
    }

    /// The person's own name of a login; empty where it has the usual one.
    static func title(of item: FoundItem, _ id: CredentialID) -> String {
        let label = text(item, .label) ?? ""
        return label == usualLabel(id) || label.utf8.count > SavedCredential.maximumTitleLength ? "" : label
    }

    static func mark(of item: FoundItem) -> LoginMark? { text(item, .comment).flatMap(LoginMark.init(text:)) }

    /// When the keychain last changed the item.
    static func changed(_ item: FoundItem) -> Date { date(item, .modificationDate) }

    /// When the item was added.
    static func created(_ item: FoundItem) -> Date { date(item, .creationDate) }

    private static func usualLabel(_ id: CredentialID) -> String { "\(id.server) (\(id.user))" }

    private static func text(_ item: FoundItem, _ name: AttributeName) -> String? {
        if case .text(let text)? = item.description?.attributes[name] { text } else { nil }
    }

    private static func date(_ item: FoundItem, _ name: AttributeName) -> Date {
        if case .date(let seconds)? = item.description?.attributes[name] {
            Date(timeIntervalSinceReferenceDate: seconds)
        } else {
            Date(timeIntervalSince1970: 0)
        }
    }
}
