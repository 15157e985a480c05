import DeviceBroker
import DeviceProtocol
import DeviceScreens
import DeviceServices
import Dispatch
import PasswordManager
import PersonNames
import Secrets

/// Performs the effects of the phone's state.
extension Phone {
    /// Performs an effect without blocking.
    func carryOut(_ effect: PhoneEffect) {
        switch effect {
        case .launch(let app, let launch): start(app, launch)
        case .send(let event, let app, let launch):
            guard let process = process(app, launch) else { return }
            if let traceparent = recording?.traceparent(for: app) { process.follow(traceparent: traceparent) }
            process.send(event)
        case .terminate(let app, let launch):
            process(app, launch)?.terminate()
            if app == Browser.id { cookies.removeAll() }
        case .answerPrompt(let number, let reply): answerPrompt(number, reply)
        case .answerSheet(let number, let reply):
            let answer = withCore { $0.sheetAnswers.removeValue(forKey: number) }
            answer?(SheetAnswer(reply))
        case .closePage(let number):
            let report = withCore { $0.pages.first { $0.number == number }?.report }
            report?(.closed)
        case .leadPage(let number, let address):
            let report = withCore { $0.pages.first { $0.number == number }?.report }
            report?(.led(to: address))
        case .askPresence(let number, let reason, let app): askPresence(number, reason, app)
        case .autoFill(let settings): device.services.settings.autoFill = settings
        case .remember(let memory): remember(memory)
        case .language(let language): device.services.settings.language = language.rawValue
        case .assess(let number): assess(number)
        case .judge(let number, let id, let app): judge(number, id, in: app)
        case .upgrade(let number, let id, let modification, let app): upgrade(number, id, to: modification, by: app)
        case .usePasskey(let id, let app): device.services.services.assisted.choose(id, for: app)
        case .askProvider(let number, let provider, let question): askProvider(number, provider, question)
        case .stopProvider(let number): stopProvider(number)
        case .sendToExtension(let number, let event): send(event, toExtension: number)
        case .cancelExtension(let number): cancelExtension(number)
        case .resolveUpgrades: resolveUpgrades()
        case .work(let work): Task { [weak self] in try? await self?.complete(work) }
        }
    }

    /// Stores the memory; it is durable on return.
    private func remember(_ memory: PhoneMemory) {
        do {
            try memoryFile?.save(memory)
        } catch {
            observe(.notSaved("\(error)"))
        }
    }

    // MARK: - Apps

    private func start(_ id: String, _ launch: Int) {
        guard let program = withCore({ $0.programs[id] }) else { return }
        let appEnvironment = AppEnvironment(
            identifier: id, information: program.app.information, language: device.services.settings.language,
            app: program.known, broker: device.device.broker)
        let process = program.app.program.launch(AppLaunch(settings: program.app.settings), in: appEnvironment) {
            [weak self] report in
            if case .ended = report { self?.forget(id, launch) }
            self?.observe(.app(id, launch: launch, report))
        }
        withCore { $0.processes[id] = (launch, process) }
        if let traceparent = recording?.traceparent(for: id) { process.follow(traceparent: traceparent) }
    }

    private func process(_ id: String, _ launch: Int) -> (any AppProcess)? {
        withCore { core in
            guard let (number, process) = core.processes[id], number == launch else { return nil }
            return process
        }
    }

    private func forget(_ id: String, _ launch: Int) {
        withCore { core in
            if core.processes[id]?.launch == launch { core.processes[id] = nil }
        }
    }

    // MARK: - The user

    private func answerPrompt(_ number: UInt64, _ reply: PhoneEffect.PromptReply) {
        if case .seen(let isOwner) = reply {
            // The sensor reports to the requester of whichever prompt is shown. This one cannot disappear under the lock.
            return withCore { core in
                if core.promptAnswers[number] != nil { device.sensor.see(isOwner ? .matched : .notMatched) }
            }
        }
        let answer = withCore { $0.promptAnswers.removeValue(forKey: number) }
        switch reply {
        case .seen: break
        case .passcode(let passcode): answer?(.passcode(SecretBytes(utf8: passcode.exposed)))
        case .applicationPassword(let password): answer?(.applicationPassword(SecretBytes(utf8: password.exposed)))
        case .faceConsent(let isGranted): answer?(.faceConsent(isGranted: isGranted))
        case .confirmedOnWatch: answer?(.confirmedOnWatch)
        case .fallback: answer?(.fallback)
        case .cancel: answer?(.cancel)
        case .interrupted: answer?(.interrupted)
        }
    }

    /// Asks on a separate thread, because the user may take long.
    private func askPresence(_ number: Int, _ reason: String, _ app: String?) {
        let identifier = app ?? PendingPrompt.system
        DispatchQueue(label: "phone.presence").async { [device, weak self] in
            let presence = device.askPresence(identifier, reason)
            self?.observe(.presence(number: number, presence))
        }
    }

    // MARK: - Slow work

    /// Performs the work on a separate thread, and returns when it is done.
    func complete(_ work: PhoneWork) async throws(PhoneError) {
        let rejection = await withCheckedContinuation { (continuation: CheckedContinuation<PhoneError?, Never>) in
            DispatchQueue(label: "phone.work").async { [self] in
                do throws(PhoneError) {
                    try carryOut(work)
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
        if let rejection { throw rejection }
    }

    private func carryOut(_ work: PhoneWork) throws(PhoneError) {
        defer {
            noticeDevice()
            // After an unlock or a sign-in, other devices of the account may have changes.
            device.services.passwords.synchronize()
        }
        let settings = device.services.services.settings
        switch work {
        case .lock: device.lock()
        case .unlock(let passcode):
            try asking { () throws(DeviceError) in
                try device.device.unlock(passcode: SecretBytes(utf8: passcode.exposed))
            }
        case .show(let isOwner):
            try asking { () throws(DeviceError) in try device.device.unlock(sensor: isOwner ? .matched : .notMatched) }
        case .readAccount: noticeAccount()
        case .readMail: fetchMail()
        case .signIn(let name, let password, let unlocks):
            let deviceName = withCore(\.state.name)
            try follow(name) { () throws(DeviceError) in
                try settings.signIn(name, SecretBytes(utf8: password.exposed), unlocks: unlocks, as: deviceName)
            }
        case .enterAccountCode(let code, let challenge, let name):
            try follow(name) { () throws(DeviceError) in try settings.enter(code, for: challenge) }
        case .turnOnTwoFactor: try changeAccount { () throws(DeviceError) in try settings.turnOnTwoFactor() }
        case .addAddress(let address): try changeAccount { () throws(DeviceError) in try settings.add(address: address) }
        case .removeAddress(let address): try changeAccount { () throws(DeviceError) in try settings.remove(address: address) }
        case .signOut: try changeAccount { () throws(DeviceError) in try settings.leave() }
        case .setFaceConsent(let app, let isGranted):
            guard let app = AccessGroup(rawValue: app) else { return }
            try asking { () throws(DeviceError) in
                try device.device.presence.setFaceConsent(FaceConsent(app: app, isGranted: isGranted))
            }
        case .setWatch(let watch): device.watch = watch
        case .insertSecurityKey(let pin): device.insertOwnSecurityKey(pin: pin?.exposed)
        case .removeSecurityKey: device.insert(nil)
        case .setSecurityKeyPIN(let pin, let current):
            try insertedKey().setPIN(pin.exposed, current: current?.exposed)
        case .resetSecurityKey: try insertedKey().reset()
        case .importCredentials(let file): try review(file)
        case .settleUpgrade(let id, let workingCredential): try settle(id, as: workingCredential)
        case .setProvider(let app, let isOn): try setProvider(app, isOn: isOn)
        case .configureProvider(let app, let number): askProvider(number, app, .configuration)
        case .stopUsing(let app):
            defer { noticeAccount() }
            try asking { () throws(DeviceError) in try settings.stopUsing(app) }
        }
    }

    private func insertedKey() throws(PhoneError) -> SimulatedSecurityKey {
        guard let key = device.insertedSecurityKey else { throw PhoneError(.nothingThere, "no security key is inserted") }
        return key
    }

    private func noticeAccount() {
        let look = withCore { $0.beginAccountReading() }
        let settings = device.services.services.settings
        let account = settings.account
        let apps = account == nil ? nil : try? settings.apps()
        let details = account == nil ? nil : try? settings.details()
        let codes = account == nil ? [] : (try? settings.codes()) ?? []
        // The user signed in or out during the request: the response belongs to another account.
        guard settings.account == account else { return noticeAccount() }
        let facts = AccountFacts(
            account: account?.rawValue, apps: apps?.map { .init(id: $0.primary, name: $0.appName, email: $0.address) },
            details: details.map { details in
                .init(
                    name: FullName(given: details.givenName, family: details.familyName).text,
                    emails: (details.email.map { [$0] } ?? []) + details.otherEmails, hasTwoFactor: details.hasTwoFactor,
                    isLocked: details.isLocked)
            }, codes: codes.map(PhoneView.AccountCode.init))
        observe { $0.notice(facts, look, at: $1) }
    }

    private func changeAccount(_ body: () throws(DeviceError) -> Void) throws(PhoneError) {
        defer { noticeAccount() }
        try asking(body)
    }

    /// Continues a sign-in until it succeeds or needs another step of the user, which Settings shows.
    private func follow(_ name: String, _ body: () throws(DeviceError) -> AccountSignIn) throws(PhoneError) {
        switch try asking(body) {
        case .signedIn:
            observe(.accountSignIn(nil))
            noticeAccount()
        case .needsCode(let challenge): observe(.accountSignIn(.code(account: name, challenge)))
        case .rejected(.accountLocked): observe(.accountSignIn(.locked(account: name)))
        case .rejected(let rejection):
            if rejection == .codeExpired { observe(.accountSignIn(nil)) }
            throw PhoneError(.notRecognized, rejection.words)
        }
    }

    /// Fetches the mail that arrived since the last time.
    private func fetchMail() {
        let settings = device.services.services.settings
        let last = withCore(\.state.mailbox.lastID)
        guard device.isOnline, let account = settings.account, let mails = try? settings.mail(after: last), !mails.isEmpty else {
            return
        }
        observe(.mail(mails, account: account.rawValue, after: last))
    }

    /// Fetches new mail, and the codes that sign-ins on other devices and in browsers wait for. Returns immediately.
    func lookForMailAndCodes() {
        guard device.services.settings.account != nil, device.isOnline else { return }
        guard withCore({ $0.wantMailAndCodes() }) else { return }
        DispatchQueue(label: "phone.mail-and-codes").async { [weak self] in
            while let self, self.withCore({ $0.nextLookForMailAndCodes() }) {
                self.fetchMail()
                self.fetchCodes()
            }
        }
    }

    private func fetchCodes() {
        let settings = device.services.services.settings
        let account = settings.account
        // A failed request changes nothing.
        guard let codes = (try? settings.codes())?.map(PhoneView.AccountCode.init), codes != withCore(\.state.account.codes),
            settings.account == account
        else { return }
        observe(.accountCodes(codes))
    }

    private func asking<Value>(_ body: () throws(DeviceError) -> Value) throws(PhoneError) -> Value {
        do throws(DeviceError) {
            return try body()
        } catch {
            switch error {
            case .authentication: throw PhoneError(.notRecognized, "that is not the owner")
            case .badRequest(let reason), .unavailable(let reason): throw PhoneError(.failed, reason)
            case .item(let rejection): throw PhoneError(.failed, "the device rejected the request: \(rejection)")
            }
        }
    }
}

extension PhoneView.AccountCode {
    fileprivate init(_ code: AccountCode) {
        self.init(code: code.code, place: code.appName)
    }
}

extension SheetAnswer {
    fileprivate init(_ reply: PhoneEffect.SheetReply) {
        guard case .action(let action) = reply else {
            self = .interrupted
            return
        }
        switch action {
        case .proceed: self = .proceed
        case .details(let given, let family, let hidesEmail, let address):
            let choices = SignInChoices(
                givenName: given, familyName: family, email: hidesEmail ? .hide : .share, address: address)
            self = choices.map(SheetAnswer.details) ?? .cancel
        case .account(let given, let family, let contact, let manager):
            let choices = AccountChoices(givenName: given, familyName: family, contact: contact, provider: manager)
            self = choices.map(SheetAnswer.account) ?? .cancel
        case .choose(let index): self = .choose(index)
        case .password(let password): self = .password(SecretBytes(utf8: password))
        case .openSettings: self = .openSettings
        case .tryAgain: self = .tryAgain
        case .cancel: self = .cancel
        }
    }
}
