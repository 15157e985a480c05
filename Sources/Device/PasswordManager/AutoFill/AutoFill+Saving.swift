package import AssociatedDomains
package import FoundationEssentials
import OneTimeCodes

extension AutoFill {
    /// Decides whether to save an entered credential.
    package func decide(on entered: EnteredCredential, codes: RecentCodes = RecentCodes()) throws(CredentialStoreError)
        -> SaveDecision
    {
        guard settings.isOn else { return .nothing(.isOff) }
        let scope = scope(entered.place)
        guard let home = scope.home else { return .nothing(.notAssociated) }
        guard !settings.neverSaved.contains(home) else { return .nothing(.neverHere) }
        guard !quirks.asksForOthers(home) else { return .nothing(.asksForOthers) }
        guard entered.isConfirmed else { return .nothing(.notConfirmed) }
        let known = try credentials(in: scope)
        guard let user = entered.user ?? Self.user(whoHad: entered.oldPassword, among: known) else { return .nothing(.noUser) }
        guard let new = CredentialID(server: home, user: user), entered.password.length <= SavedCredential.maximumPasswordLength
        else { return .nothing(.unfit) }
        // Updates the credential of a related site. A second one would be offered next to it.
        let same = known.filter { $0.id.user == new.user }
        guard let saved = same.first(where: { $0.id.server == home }) ?? same.first else {
            let order = SaveOrder(id: new, password: entered.password)
            return entered.isGenerated ? .save(order) : .ask(SavePrompt(kind: .save, order: order, host: home))
        }
        if same.contains(where: { $0.password == entered.password }) { return .nothing(.unchanged) }
        if same.contains(where: { isWithCode(entered.password, $0.password, at: home, codes) }) { return .nothing(.appendedCode) }
        let order = SaveOrder(id: saved.id, password: entered.password)
        return entered.isGenerated ? .save(order) : .ask(SavePrompt(kind: .update, order: order, host: home))
    }

    /// Saves the credential of a decision, in one write. Returns the reason if the content is rejected, or nil after success.
    @discardableResult
    package func perform(_ order: SaveOrder, at now: Date) throws(CredentialStoreError) -> CredentialContentError? {
        try store.save(order.password, as: order.id, at: now)
    }

    /// Performs the user's answer to a prompt.
    ///
    /// - Returns: For ``SavePrompt/Answer/never``, the host to add to ``AutoFillSettings/neverSaved``. Otherwise nil.
    package func answer(
        _ answer: SavePrompt.Answer, to prompt: SavePrompt, at now: Date
    ) throws(CredentialStoreError) -> DomainName? {
        switch answer {
        case .save:
            try perform(prompt.order, at: now)
            return nil
        case .notNow: return nil
        case .never: return prompt.host
        }
    }

    private func credentials(in scope: CredentialScope) throws(CredentialStoreError) -> [SavedCredential] {
        var found: [SavedCredential] = []
        for summary in try store.summaries() where scope.covers(summary.id.server) {
            if let credential = try store.credential(summary.id) { found.append(credential) }
        }
        return found
    }

    /// Returns the user name of the only account with the old password.
    private static func user(whoHad password: PrivateText?, among known: [SavedCredential]) -> String? {
        let owners = Set(known.filter { $0.password == password }.map(\.id.user))
        return owners.count == 1 ? owners.first : nil
    }

    /// Returns whether the entered password is the saved one with a code appended: a recent code, or four to eight digits on
    /// sites that are known to append codes. On other sites digits are no evidence, because users change passwords in this way.
    private func isWithCode(_ entered: PrivateText, _ saved: PrivateText, at host: DomainName, _ codes: RecentCodes) -> Bool {
        guard entered.exposed.utf8.starts(with: saved.exposed.utf8), entered.length > saved.length else { return false }
        let rest = Array(entered.exposed.utf8.dropFirst(saved.length))
        if codes.codes.contains(where: { rest.elementsEqual($0.code.utf8) }) { return true }
        return quirks.appendsCodes(host) && (4...8).contains(rest.count)
            && rest.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// The decision about an entered credential.
package enum SaveDecision: Hashable, Sendable {
    /// Save a generated strong password without a prompt.
    case save(SaveOrder)
    /// Ask the user.
    case ask(SavePrompt)
    /// Do not save.
    case nothing(Reason)

    /// The reason for not saving.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// AutoFill is off.
        case isOff = "off"
        /// The app is not associated with a site, or the page must not have passwords.
        case notAssociated = "not-associated"
        /// The user chose never to save passwords for this site.
        case neverHere = "never-here"
        /// The site asks for passwords of other sites.
        case asksForOthers = "asks-for-others"
        /// The user name is missing.
        case noUser = "no-user"
        /// The two new passwords differ.
        case notConfirmed = "not-confirmed"
        /// The same credential is already saved.
        case unchanged
        /// The password is the saved one with a one-time code appended.
        case appendedCode = "appended-code"
        /// The user name or password is too long, or the user name contains control characters.
        case unfit
    }
}

/// A prompt that asks whether to save a credential.
package struct SavePrompt: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The user name is not saved yet.
        case save
        /// A different password is saved for the user name.
        case update
    }

    /// The user's answer.
    package enum Answer: String, Hashable, Sendable, CaseIterable {
        case save
        case notNow = "not-now"
        /// Never save passwords for this site.
        case never
    }

    package let kind: Kind
    package let order: SaveOrder
    /// The host at which the password was entered, to which ``Answer/never`` applies.
    package let host: DomainName

    /// The text of the prompt.
    package var question: String {
        switch kind {
        case .save: "Save the password of \(order.id.user) for \(order.id.server)?"
        case .update: "Update the saved password of \(order.id.user) for \(order.id.server)?"
        }
    }
}

/// A credential to save.
package struct SaveOrder: Hashable, Sendable {
    package let id: CredentialID
    package let password: PrivateText
}
