import FoundationEssentials
import PasswordManager

/// What an account's server has done in an upgrade, as its app's extension says, and what is to be saved of it.
enum ServerChange: Sendable {
    /// The account has this password. It may be saved much later, and counts from when the extension said so.
    case password(PrivateText, answeredAt: Date)
    /// The account signs in with Apple, and no longer with this password.
    case removal(of: PrivateText)

    /// Saves it. Where the password was changed meanwhile, here or on another device, the later is the password, and the other stands in its history.
    func save(as id: CredentialID, in store: any CredentialStore, at now: Date) throws(CredentialStoreError) -> UpgradeSettlement {
        switch self {
        case .password(let password, let answeredAt):
            if try store.credential(id) == nil {
                // A person who deleted the credential meanwhile gets it back: it is the only one that signs in.
                try store.save(password, as: id, at: now)
            } else {
                try store.completeUpgrade(of: id, with: password, at: answeredAt)
            }
            return .completed
        case .removal(let password): return try store.removeConverted(id, password, at: now) ? .converted : .abandoned
        }
    }
}

extension CredentialStore {
    /// Removes the password of an account that signs in with Apple now, and none that was saved since. Returns whether nothing is saved any more.
    func removeConverted(_ id: CredentialID, _ password: PrivateText, at now: Date) throws(CredentialStoreError) -> Bool {
        let record = try change(id) { record in
            guard var record else { return nil }
            if record.credential(on: device)?.password == password {
                record.deleteKnown(at: now, by: device)
            } else {
                record.endUpgrade(at: now, by: device)
            }
            return record
        }
        return record?.isDeleted ?? true
    }
}
