package import AssociatedDomains
package import FoundationEssentials
import OneTimeCodes

extension AutoFill {
    /// What becomes of an entered credential.
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
        // The one that is saved for a related site is updated there; a second one would be offered beside it.
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

    /// Writes what was decided, in one write. Returns why the content is refused; nil where it was saved.
    @discardableResult
    package func perform(_ order: SaveOrder, at now: Date) throws(CredentialStoreError) -> CredentialContentError? {
        try store.save(order.password, as: order.id, at: now)
    }

    /// Does what the person answered.
    ///
    /// - Returns: the host for which nothing is to be saved any more, to be put into ``AutoFillSettings/neverSaved``; nil otherwise.
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

    /// Whose password was given as the old one: the only account that has it.
    private static func user(whoHad password: PrivateText?, among known: [SavedCredential]) -> String? {
        let owners = Set(known.filter { $0.password == password }.map(\.id.user))
        return owners.count == 1 ? owners.first : nil
    }

    /// Whether what was entered is the saved password with a code behind it: any code that came lately, or on sites that are known for it four
    /// to eight digits. Digits alone are no sign elsewhere: people change passwords so.
    private func isWithCode(_ entered: PrivateText, _ saved: PrivateText, at host: DomainName, _ codes: RecentCodes) -> Bool {
        guard entered.exposed.utf8.starts(with: saved.exposed.utf8), entered.length > saved.length else { return false }
        let rest = Array(entered.exposed.utf8.dropFirst(saved.length))
        if codes.codes.contains(where: { rest.elementsEqual($0.code.utf8) }) { return true }
        return quirks.appendsCodes(host) && (4...8).contains(rest.count)
            && rest.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// What becomes of an entered credential.
package enum SaveDecision: Hashable, Sendable {
    /// The strong password that AutoFill made: saved without a question.
    case save(SaveOrder)
    /// The person is asked.
    case ask(SavePrompt)
    /// Nothing is saved.
    case nothing(Reason)

    /// Why nothing is saved.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// AutoFill is off.
        case isOff = "off"
        /// The app is associated with no site, or the page may have no passwords.
        case notAssociated = "not-associated"
        /// The person wants none saved for this site.
        case neverHere = "never-here"
        /// The site asks for passwords of other sites.
        case asksForOthers = "asks-for-others"
        /// There is no user name.
        case noUser = "no-user"
        /// The two fields for the new password differ.
        case notConfirmed = "not-confirmed"
        /// The same is saved.
        case unchanged
        /// The saved password, with a one-time code after it.
        case appendedCode = "appended-code"
        /// The user name or password is longer than is saved, or the name holds control characters.
        case unfit
    }
}

/// The question whether to save.
package struct SavePrompt: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The user name is new.
        case save
        /// Another password is saved for it.
        case update
    }

    /// What the person answers.
    package enum Answer: String, Hashable, Sendable, CaseIterable {
        case save
        case notNow = "not-now"
        /// Not for this site, now or later.
        case never
    }

    package let kind: Kind
    package let order: SaveOrder
    /// Where it was entered: the host that ``Answer/never`` is about.
    package let host: DomainName

    /// The question, as the sheet shows it.
    package var question: String {
        switch kind {
        case .save: "Save the password of \(order.id.user) for \(order.id.server)?"
        case .update: "Update the saved password of \(order.id.user) for \(order.id.server)?"
        }
    }
}

/// What is to be written.
package struct SaveOrder: Hashable, Sendable {
    package let id: CredentialID
    package let password: PrivateText
}
