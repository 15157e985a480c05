package import FoundationEssentials
import OneTimeCodes
package import AssociatedDomains

extension AutoFill {
    /// What becomes of an entered credential.
    package func decide(on entered: EnteredCredential, codes: CodeShelf = CodeShelf()) throws(CredentialStoreError) -> SaveDecision
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
    private func isWithCode(_ entered: PrivateText, _ saved: PrivateText, at host: DomainName, _ codes: CodeShelf) -> Bool {
        guard entered.exposed.utf8.starts(with: saved.exposed.utf8), entered.length > saved.length else { return false }
        let rest = Array(entered.exposed.utf8.dropFirst(saved.length))
        if codes.codes.contains(where: { rest.elementsEqual($0.code.utf8) }) { return true }
        return quirks.appendsCodes(host) && (4...8).contains(rest.count)
            && rest.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
