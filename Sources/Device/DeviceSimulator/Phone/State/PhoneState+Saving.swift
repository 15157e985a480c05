import AssociatedDomains
import DeviceScreens
import PasswordManager

/// Saving what was entered with success.
extension PhoneState {
    /// Looks at every screen that is another than before.
    mutating func observeScreens() {
        for index in entries.indices {
            let app = entries[index].app
            guard let running = self[app: app.id], let screen = running.screen, running.observed != screen else { continue }
            self[app: app.id]?.observed = screen
            if let entered = entries[index].observer.observe(inputs(on: screen, of: app.identifier), at: now) {
                successes.append(PendingSave(app: app.id, entered: entered))
            }
        }
    }

    /// The process is about to go: what stands on its screen now is no success, and what was one still is.
    mutating func observeTheEnd(of id: String) {
        observeScreens()
        if let index = index(of: id) { entries[index].observer.ended() }
    }

    // MARK: - What comes of a success

    /// Does with every success what can be done now; what cannot is done with whatever happens next, as on a device that is unlocked. A success goes only when
    /// it is saved or answered, or comes to nothing.
    mutating func followSuccesses() {
        readKeptPasswords()
        guard !successes.isEmpty || keptPasswords?.isEmpty == false else { return }
        for index in successes.indices where successes[index].decision == nil { decide(index) }
        askOnlyForLatest()
        successes.removeAll { if case .nothing = $0.decision { true } else { false } }
        let saved = Set(successes.compactMap(\.order).filter { save($0) })
        successes.removeAll { $0.order.map(saved.contains) ?? false }
        keepPasswords()
    }

    private mutating func decide(_ index: Int) {
        // Where the passwords cannot be read now, as on a locked device, it is decided on later.
        guard let decision = try? autoFill.decide(on: successes[index].entered, codes: codes) else { return }
        switch decision {
        // The account has this password already, and nobody else knows it: it waits.
        case .nothing(.notAssociated), .nothing(.isOff):
            if !successes[index].entered.isGenerated { successes[index].decision = decision }
        case .nothing, .ask, .save: successes[index].decision = decision
        }
    }

    /// Who has signed in again since, with another password, is asked for that one: the earlier is no longer the account's.
    private mutating func askOnlyForLatest() {
        var asked: Set<CredentialID> = []
        for index in successes.indices.reversed() {
            if let id = successes[index].question?.order.id, !asked.insert(id).inserted { successes.remove(at: index) }
        }
    }

    /// Returns whether it is written.
    private mutating func save(_ order: SaveOrder) -> Bool {
        do throws(CredentialStoreError) {
            try autoFill.perform(order, at: now)
            noticeSaving(order.id)
            return true
        } catch {
            return false
        }
    }

    // MARK: - Beyond the phone's end

    /// Goes on with what an earlier phone could not save.
    private mutating func readKeptPasswords() {
        guard keptPasswords == nil, let kept = try? unsavedPasswords.kept() else { return }
        keptPasswords = kept
        successes = kept.map { PendingSave(app: $0.app.description, entered: $0.entered) } + successes
    }

    /// What cannot be written now is written with whatever happens next.
    private mutating func keepPasswords() {
        let unsaved = successes.compactMap { UnsavedPassword($0.entered) }
        guard let kept = keptPasswords, kept != unsaved, (try? unsavedPasswords.keep(unsaved)) != nil else { return }
        keptPasswords = unsaved
    }

    // MARK: - The question

    /// What the person is asked over the app in front. The questions of other apps wait until these are in front again.
    var saveQuestion: SavePrompt? {
        successes.first { $0.app == frontApp && $0.question != nil }?.question
    }

    mutating func answerSaveQuestion(_ answer: PhoneAction.SaveAnswer) throws(PhoneRefusal) {
        try uncovered(by: [.prompt, .sheet, .appExtension, .page])
        guard let prompt = saveQuestion else { throw PhoneRefusal(.nothingThere, "no question stands") }
        let front = frontApp
        successes.removeAll { $0.app == front && $0.question == prompt }
        do throws(CredentialStoreError) {
            if let host = try autoFill.answer(answer.inWords, to: prompt, at: now) {
                autoFillSettings.neverSaved.insert(host)
                successes.removeAll { $0.question?.host == host }
                effects.append(.autoFill(autoFillSettings))
            }
            noticeSaving(prompt.order.id)
        } catch {
            throw PhoneRefusal(.failed, "the password cannot be saved: \(error)")
        }
    }

    /// What signed in tells how a change of the account ended that broke off.
    private mutating func noticeSaving(_ id: CredentialID) {
        passwordChanges += 1
        if (try? store.credential(id))??.pendingUpgrade != nil { effects.append(.resolveUpgrades) }
    }
}

extension PhoneAction.SaveAnswer {
    fileprivate var inWords: SavePrompt.Answer {
        switch self {
        case .save: .save
        case .notNow: .notNow
        case .never: .never
        }
    }
}

/// A user name and password that were entered in an app with success, until they are saved, or the person has said what is to become of them, or nothing is.
struct PendingSave: Hashable, Sendable {
    /// The identifier of the app.
    let app: String
    let entered: EnteredCredential
    /// Nil until the saved passwords could be read.
    var decision: SaveDecision?

    /// What the person is to be asked.
    var question: SavePrompt? {
        if case .ask(let prompt) = decision { prompt } else { nil }
    }

    /// What is to be written without a question.
    var order: SaveOrder? {
        if case .save(let order) = decision { order } else { nil }
    }
}
