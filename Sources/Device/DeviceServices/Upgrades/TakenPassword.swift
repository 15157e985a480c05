import FoundationEssentials
import PasswordManager

/// A password that an account's server has taken in an upgrade.
struct TakenPassword: Sendable {
    let password: PrivateText
    /// When the server said so. It may be saved much later, and counts from then.
    let answeredAt: Date
    /// What it takes the place of.
    let former: PrivateText
    /// Of the upgrade.
    let key: String
}

extension TakenPassword {
    /// Saves it. Where another device has changed the password meanwhile, before or after this one, the server is asked; where it does not say, the later is
    /// the password.
    ///
    /// - Returns: ``UpgradeSettlement/completed``; ``UpgradeSettlement/abandoned`` where the account has another password by now.
    func save(
        as id: CredentialID, in store: any CredentialStore, asking probe: any UpgradeProbe, at now: Date
    ) throws(CredentialStoreError) -> UpgradeSettlement {
        let isPassword: Bool
        switch try store.credential(id)?.password {
        case nil:
            // A person who deleted the credential meanwhile gets it back: it is the only one that signs in.
            isPassword = try store.save(password, as: id, at: now) == nil
        case former, password: isPassword = try store.completeUpgrade(of: id, with: password, at: answeredAt)
        case let other?:
            switch probe.standing(of: password, for: id) {
            case .refused:
                try store.abandonUpgrade(of: id, at: now)
                return .abandoned
            case .signsIn where probe.standing(of: other, for: id) == .refused:
                isPassword = try store.completeUpgrade(of: id, with: password, overOthersAt: now)
            case .signsIn, .unknown: isPassword = try store.completeUpgrade(of: id, with: password, at: answeredAt)
            }
        }
        // Not before it is saved: until the server hears this, the former password signs in too.
        if isPassword { probe.confirm(password, of: key, for: id) }
        return .completed
    }
}
