import Accounts
import AssociatedDomains

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
    /// The bytes of the association file, or nil where there is none or it is refused: it must have less than 128 KiB, and nothing
    /// in it that lint calls an error. Only people whose apps fill in nothing would notice a file that devices discard.
    fileprivate mutating func association() -> [UInt8]? {
        let setting = Settings.associationFile
        guard let path = path(setting) else { return nil }
        do throws(ConfigurationProblem) {
            let limit = WellKnownConfiguration.associationLimit - 1
            let file = try OperatorFile(path: path, upTo: limit, key: setting.key.name, place: place(of: setting.key))
            let errors = AssociationFile.lint(file.bytes).filter { $0.severity == .error }
            for error in errors {
                report(
                    setting.key, "\(path):\(error.position): \(error.message.withoutStop) (\(error.code.rawValue))",
                    error.remedy.withoutStop)
            }
            return errors.isEmpty ? file.bytes : nil
        } catch {
            report(error)
            return nil
        }
    }
}

extension String {
    /// A sentence as problems have it, which put a semicolon behind it.
    fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
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
