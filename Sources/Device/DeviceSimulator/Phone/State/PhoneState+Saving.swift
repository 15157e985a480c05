import AssociatedDomains
import DeviceScreens
import PasswordManager

/// Saving passwords after a successful sign-in.
extension PhoneState {
    /// Compares every changed screen with its predecessor.
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

    /// Ignores the last screen of a process that is about to end: it is not a successful sign-in. Earlier successes stay.
    mutating func observeTheEnd(of id: String) {
        observeScreens()
        if let index = index(of: id) { entries[index].observer.ended() }
    }

    // MARK: - Handling a success

    /// Handles each success as far as possible; the next event retries the rest, for example after the device is unlocked. A
    /// success is removed only after its password was saved, declined or found unnecessary.
    mutating func followSuccesses() {
        restoreUnsavedPasswords()
        guard !successes.isEmpty || storedUnsavedPasswords?.isEmpty == false else { return }
        for index in successes.indices where successes[index].decision == nil { decide(index) }
        askOnlyForLatest()
        successes.removeAll { if case .nothing = $0.decision { true } else { false } }
        let saved = Set(successes.compactMap(\.order).filter { save($0) })
        successes.removeAll { $0.order.map(saved.contains) ?? false }
        keepPasswords()
    }

    private mutating func decide(_ index: Int) {
        // Decides later if the passwords are unreadable, as on a locked device.
        guard let decision = try? autoFill.decide(on: successes[index].entered, codes: codes) else { return }
        switch decision {
        // The account already uses a generated password, and no other copy exists: decide later.
        case .nothing(.notAssociated), .nothing(.isOff):
            if !successes[index].entered.isGenerated { successes[index].decision = decision }
        case .nothing, .ask, .save: successes[index].decision = decision
        }
    }

    /// Removes earlier passwords of an account to which the user signed in again, so that the phone asks only about the latest one.
    private mutating func askOnlyForLatest() {
        var asked: Set<CredentialID> = []
        for index in successes.indices.reversed() {
            if let id = successes[index].question?.order.id, !asked.insert(id).inserted { successes.remove(at: index) }
        }
    }

    /// Returns whether the password was saved.
    private mutating func save(_ order: SaveOrder) -> Bool {
        do throws(CredentialStoreError) {
            try autoFill.perform(order, at: now)
            noticeSaving(order.id)
            return true
        } catch {
            return false
        }
    }

    // MARK: - Surviving a restart

    /// Continues with passwords that an earlier phone could not save.
    private mutating func restoreUnsavedPasswords() {
        guard storedUnsavedPasswords == nil, let stored = try? unsavedPasswords.stored() else { return }
        storedUnsavedPasswords = stored
        successes = stored.map { PendingSave(app: $0.app.description, entered: $0.entered) } + successes
    }

    /// Stores the strong passwords that are not saved yet. The next event retries a failed write.
    private mutating func keepPasswords() {
        let unsaved = successes.compactMap { UnsavedPassword($0.entered) }
        guard let stored = storedUnsavedPasswords, stored != unsaved, (try? unsavedPasswords.keep(unsaved)) != nil else { return }
        storedUnsavedPasswords = unsaved
    }

    // MARK: - The prompt

    /// The prompt above the front-most app. Prompts of other apps wait until their app is in front.
    var saveQuestion: SavePrompt? {
        successes.first { $0.app == frontApp && $0.question != nil }?.question
    }

    mutating func answerSaveQuestion(_ answer: PhoneAction.SaveAnswer) throws(PhoneError) {
        try uncovered(by: [.prompt, .sheet, .appExtension, .page])
        guard let prompt = saveQuestion else { throw PhoneError(.nothingThere, "no prompt to save a password is open") }
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
            throw PhoneError(.failed, "could not save the password: \(error)")
        }
    }

    /// Resolves an interrupted account change, because a successful sign-in reveals its outcome.
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

/// A user name and password of a successful sign-in, until they are saved or declined.
struct PendingSave: Hashable, Sendable {
    /// The identifier of the app.
    let app: String
    let entered: EnteredCredential
    /// The decision whether to save; nil until the saved passwords could be read.
    var decision: SaveDecision?

    /// The prompt for the user.
    var question: SavePrompt? {
        if case .ask(let prompt) = decision { prompt } else { nil }
    }

    /// The change to save without a prompt.
    var order: SaveOrder? {
        if case .save(let order) = decision { order } else { nil }
    }
}
