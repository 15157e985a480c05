import DeviceScreens

/// Apps: their processes, screens and events.
extension PhoneState {
    func index(of id: String) -> Int? { entries.firstIndex { $0.app.id == id } }

    /// Returns the running process of an app.
    subscript(app id: String) -> RunningApp? {
        get {
            guard let index = index(of: id), case .running(let running) = entries[index].runState else { return nil }
            return running
        }
        set {
            guard let newValue, let index = index(of: id), case .running = entries[index].runState else { return }
            entries[index].runState = .running(newValue)
        }
    }

    /// The app in front.
    var frontApp: String? { if case .app(let id) = front { id } else { nil } }

    /// Launches the app, or brings it to the front.
    mutating func bring(_ id: String) throws(PhoneError) {
        guard let index = index(of: id) else { throw PhoneError(.nothingThere, "no installed app “\(id)”") }
        switch entries[index].runState {
        case .running: break
        case .ending(let launch, _): entries[index].runState = .ending(launch: launch, isReopened: true)
        case .ended: launch(index)
        }
        move(to: .app(id))
    }

    mutating func quit(_ id: String) throws(PhoneError) {
        guard let index = index(of: id), case .running(let running) = entries[index].runState else {
            throw PhoneError(.nothingThere, "no running app “\(id)”")
        }
        observeTheEnd(of: id)
        entries[index].runState = .ending(launch: running.launch, isReopened: false)
        effects.append(.terminate(app: id, launch: running.launch))
        if frontApp == id { move(to: .home) }
    }

    /// Sets the language of the system. Ends running apps, as iOS does, so that they start in the new language. The system itself
    /// translates its browser.
    mutating func set(_ chosen: PhoneView.Language) throws(PhoneError) {
        let former = appLanguage
        language = chosen
        guard appLanguage != former else { return }
        effects.append(.language(appLanguage))
        for entry in entries where entry.app.id != Browser.id {
            if case .running = entry.runState { try quit(entry.app.id) }
        }
    }

    mutating func observe(_ report: AppReport, of id: String, _ launch: Int) {
        guard let index = index(of: id) else { return }
        switch (entries[index].runState, report) {
        case (.running(var running), .screen(let screen)) where running.launch == launch:
            running.show(screen)
            entries[index].runState = .running(running)
        case (.running(var running), .handled(let count)) where running.launch == launch:
            running.handle(count)
            entries[index].runState = .running(running)
        case (.running(let running), .ended(let failure)) where running.launch == launch:
            observeTheEnd(of: id)
            entries[index].runState = .ended(failure: failure ?? "The app ended.")
        case (.ending(launch, let isReopened), .ended):
            entries[index].runState = .ended(failure: nil)
            if isReopened { self.launch(index) }
        default: break
        }
    }

    /// Whether every process has shown a screen, and handled its events.
    var haveAppsHandledAll: Bool {
        entries.allSatisfy { entry in
            switch entry.runState {
            case .running(let running): running.screen != nil && running.handled == running.sent
            case .ending: false
            case .ended: true
            }
        }
    }

    /// Sends the app an event.
    mutating func send(_ event: AppEvent, to id: String) {
        guard var running = self[app: id] else { return }
        running.count(event)
        self[app: id] = running
        effects.append(.send(event, app: id, launch: running.launch))
    }

    /// Sends every app its current stage: active, inactive or in the background.
    mutating func notifyStages() {
        for entry in entries {
            guard let running = self[app: entry.app.id] else { continue }
            let target = stage(of: entry.app.id)
            for event in Self.events(from: running.stage, to: target) { send(event, to: entry.app.id) }
            self[app: entry.app.id]?.stage = target
        }
    }

    private func stage(of id: String) -> RunningApp.Stage {
        guard frontApp == id, !device.isLocked else { return .background }
        let isFree =
            prompts.isEmpty && sheets.isEmpty && !isEngaged && filling == nil && providing == nil && extensions.isEmpty
            && providerFailure == nil
        return isFree ? .active : .inactive
    }

    private static func events(from old: RunningApp.Stage, to new: RunningApp.Stage) -> [AppEvent] {
        switch (old, new) {
        case (.active, .inactive): [.willResignActive]
        case (.active, .background): [.willResignActive, .didEnterBackground]
        case (.inactive, .active): [.didBecomeActive]
        case (.inactive, .background): [.didEnterBackground]
        case (.background, .inactive): [.willEnterForeground]
        case (.background, .active): [.willEnterForeground, .didBecomeActive]
        case (.active, .active), (.inactive, .inactive), (.background, .background): []
        }
    }

    private mutating func launch(_ index: Int) {
        launches += 1
        entries[index].runState = .running(RunningApp(launch: launches))
        effects.append(.launch(app: entries[index].app.id, launch: launches))
    }

    /// Changes the front-most content. Closes the overlays of the former app, and cancels their requests.
    mutating func move(to new: Front) {
        guard new != front else { return }
        for prompt in prompts where !prompt.isAnswered { answer(prompt, .interrupted) }
        for sheet in sheets where !sheet.isAnswered { answer(sheet, .interrupted) }
        for page in pages { effects.append(.closePage(page.number)) }
        pages = []
        passwordList = nil
        providerFailure = nil
        question = nil
        for open in extensions { cancel(open) }
        if case .settings(let page) = front, page.showsPasswords { leave(for: new) }
        forgetExport()
        front = new
    }

    /// Hides the passwords when the user leaves the pages that show them.
    private mutating func leave(for next: Front) {
        if case .settings(let page) = next, page.showsPasswords { return }
        hidePasswords()
    }

    /// The next export needs another authentication.
    mutating func forgetExport() {
        exportInquiry = nil
        isExportConfirmed = false
    }
}
