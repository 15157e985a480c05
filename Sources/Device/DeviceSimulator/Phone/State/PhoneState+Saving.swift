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
            // Where the passwords cannot be read now, as on a locked device, it is decided on later.
            let decision = try? autoFill.observe(
                screen.inputs(of: app.identifier), with: &entries[index].observer, codes: codes, at: now)
            if let decision { follow(decision) }
        }
    }

    /// Every screen is looked at again, as what could not be read before now can.
    mutating func observeAllAgain() {
        for entry in entries { self[app: entry.app.id]?.observed = nil }
    }

    /// The process is about to go: what stands on its screen now is no success, and what was one still is.
    mutating func observeTheEnd(of id: String) {
        observeScreens()
        if let index = index(of: id) { entries[index].observer.ended() }
    }

    private mutating func follow(_ decision: SaveDecision) {
        switch decision {
        case .save(let order):
            // The account has this password already, and nobody else knows it: it is not given up.
            unsaved.append(order)
        case .ask(let prompt): saveQuestion = prompt
        case .nothing: break
        }
    }

    /// Writes what is to be saved without a question; what cannot be written now is written with whatever happens next.
    mutating func saveAgain() {
        guard !unsaved.isEmpty else { return }
        let waiting = unsaved
        unsaved = []
        for order in waiting {
            do throws(CredentialStoreError) {
                try autoFill.perform(order, at: now)
                passwordChanges += 1
            } catch {
                unsaved.append(order)
            }
        }
    }

    mutating func answerSaveQuestion(_ answer: PhoneAction.SaveAnswer) throws(PhoneRefusal) {
        try uncovered(by: [.prompt, .sheet, .appExtension, .page])
        guard let prompt = saveQuestion else { throw PhoneRefusal(.nothingThere, "no question stands") }
        saveQuestion = nil
        do throws(CredentialStoreError) {
            if let host = try autoFill.answer(answer.inWords, to: prompt, at: now) {
                autoFillSettings.neverSaved.insert(host)
                effects.append(.autoFill(autoFillSettings))
            }
            passwordChanges += 1
        } catch {
            throw PhoneRefusal(.failed, "the password cannot be saved: \(error)")
        }
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
