import AssociatedDomains
import FoundationEssentials
import OneTimeCodes
import PasswordManager

/// What a phone on a stored device knows when it is made again, besides what the device knows: its apps, its messages, and what the person set.
struct PhoneMemory: Codable, Equatable, Sendable {
    /// Of the form that is written. Members that come later are absent in older files, and need no other number.
    static let currentVersion = 1

    private(set) var version = currentVersion
    /// In the order of the home screen.
    var apps: [RememberedApp] = []
    /// The newest first.
    var messages: [RememberedMessage] = []
    var isAutoFillOn = true
    /// Hosts for which no passwords are saved, sorted.
    private(set) var neverSaved: [String] = []
    /// Whose weak passwords the person was asked about after a sign-in, and did not want to change; sorted.
    private(set) var declined: [RememberedCredential] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        apps = try values.decodeIfPresent([RememberedApp].self, forKey: .apps) ?? []
        messages = try values.decodeIfPresent([RememberedMessage].self, forKey: .messages) ?? []
        isAutoFillOn = try values.decodeIfPresent(Bool.self, forKey: .isAutoFillOn) ?? true
        neverSaved = try values.decodeIfPresent([String].self, forKey: .neverSaved) ?? []
        declined = try values.decodeIfPresent([RememberedCredential].self, forKey: .declined) ?? []
    }

    var autoFillSettings: AutoFillSettings {
        get { AutoFillSettings(isOn: isAutoFillOn, neverSaved: Set(neverSaved.compactMap { try? DomainName($0) })) }
        set {
            isAutoFillOn = newValue.isOn
            neverSaved = newValue.neverSaved.map(\.text).sorted()
        }
    }

    var declinedUpgrades: Set<CredentialID> {
        get { Set(declined.compactMap(\.id)) }
        set { declined = newValue.sorted().map(RememberedCredential.init) }
    }
}

/// Whose password it is, as it is written down: nothing of the password.
struct RememberedCredential: Codable, Equatable, Sendable {
    let site: String
    let user: String

    init(_ id: CredentialID) {
        site = id.server.text
        user = id.user
    }

    var id: CredentialID? { (try? DomainName(site)).flatMap { CredentialID(server: $0, user: user) } }
}

/// A message as it is written down.
struct RememberedMessage: Codable, Equatable, Sendable {
    let id: Int
    let sender: String
    let text: String
    let received: Date

    init(_ message: PhoneView.Message) {
        id = message.id
        sender = message.sender
        text = message.text
        received = message.received
    }

    /// - Parameter code: What was read in it.
    func view(_ code: ReceivedCode?) -> PhoneView.Message {
        PhoneView.Message(id: id, sender: sender, text: text, received: received, code: code?.shown)
    }
}
