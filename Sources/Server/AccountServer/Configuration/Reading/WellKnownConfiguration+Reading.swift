import Accounts
import JSONText

extension WellKnownConfiguration {
    init(reading reader: inout SettingsReader) {
        self.init()
        association = reader.association()
        security = SecurityContact(reading: &reader)
    }

    /// Apple's limit for the association file, in bytes.
    static let associationLimit = 128 * 1_024
}

extension SettingsReader {
    /// The bytes of the association file, or nil where there is none or it is refused: it must be one JSON object of less than 128 KiB.
    /// What its members say is not looked at.
    fileprivate mutating func association() -> [UInt8]? {
        let setting = Settings.associationFile
        guard let path = path(setting) else { return nil }
        do throws(ConfigurationProblem) {
            let limit = WellKnownConfiguration.associationLimit - 1
            let file = try OperatorFile(path: path, upTo: limit, key: setting.key.name, place: place(of: setting.key))
            guard let kind = kind(ofJSON: file.bytes, path: path, setting.key) else { return nil }
            guard kind == .object else {
                report(setting.key, "\(path) holds \(kind), not an object", nil)
                return nil
            }
            return file.bytes
        } catch {
            report(error)
            return nil
        }
    }

    private mutating func kind(ofJSON bytes: [UInt8], path: String, _ key: ConfigurationKey) -> JSONKind? {
        do throws(JSONTextError) {
            return try JSONText.parse(bytes).root.kind
        } catch {
            report(key, "\(path):\(error.position): \(error.reason)", "the file is one JSON object")
            return nil
        }
    }
}

extension SecurityContact {
    /// Nil without contacts. Contacts go with a date of expiry, and neither it nor a policy goes without contacts (RFC 9116, section 2.5).
    fileprivate init?(reading reader: inout SettingsReader) {
        let contacts = reader.value(Settings.securityContacts)
        let expires = reader.value(Settings.securityExpires)
        let policy = reader.value(Settings.securityPolicy)
        guard !contacts.isEmpty else {
            for key in [Settings.securityExpires.key, Settings.securityPolicy.key] where reader.place(of: key) != nil {
                reader.report(key, "it says nothing without wellKnown.securityContacts", "set both or neither")
            }
            return nil
        }
        guard let expires else {
            if reader.place(of: Settings.securityExpires.key) == nil {
                reader.report(
                    Settings.securityExpires.key, "it must be set with wellKnown.securityContacts",
                    "allowed: \(Settings.securityExpires.key.allowed), within a year")
            }
            return nil
        }
        self.init(contacts: contacts, expires: expires, policy: policy)
    }
}
