import AssociatedDomains
import DeviceProtocol
import DeviceServices
import FoundationEssentials
import PasswordManager
import Secrets

/// The Settings app.
extension PhoneState {
    mutating func actInSettings(_ action: PhoneAction) throws(PhoneError) {
        try uncovered(by: [.prompt, .sheet, .alert])
        if case .openSettings(let page) = action { return try open(page) }
        guard case .settings(let page) = front else { throw PhoneError(.nothingThere, "Settings is not open") }
        settingsFailure = nil
        switch action {
        case .stopUsing(let app):
            guard account.apps?.contains(where: { $0.id == app }) == true else {
                throw PhoneError(.nothingThere, "the account does not use \(app)")
            }
            effects.append(.work(.stopUsing(app: app)))
        case .setAutoFill(let isOn):
            autoFillSettings.isOn = isOn
            effects.append(.autoFill(autoFillSettings))
        case .setLanguage(let chosen):
            guard page == .language else { throw PhoneError(.nothingThere, "the language page is not open") }
            try set(chosen)
        case .setProvider(let app, let isOn): try setProvider(app, isOn: isOn)
        case .setFaceID(let app, let isAllowed):
            guard page == .faceID, device.faceConsents?[app] != nil else {
                throw PhoneError(.nothingThere, "\(app) has not asked to use Face ID")
            }
            effects.append(.work(.setFaceConsent(app: app, isGranted: isAllowed)))
        case .setWatch(let watch):
            guard page == .watch else { throw PhoneError(.nothingThere, "the Apple Watch page is not open") }
            effects.append(.work(.setWatch(watch)))
        case .deletePassword(let id):
            guard page == .passwords, shownPasswords?.contains(where: { $0.id == id }) == true else {
                throw PhoneError(.nothingThere, "no such password is visible")
            }
            try delete(id)
        case .deletePasskey(let id):
            guard page == .passwords, shownPasskeys.contains(where: { $0.id == id }) else {
                throw PhoneError(.nothingThere, "no such passkey is visible")
            }
            try deletePasskey(id)
        case .openPasskey(let id):
            guard page == .passwords, shownPasskeys.contains(where: { $0.id == id }) else {
                throw PhoneError(.nothingThere, "no such passkey is visible")
            }
            openedPasskey = id
            move(to: .settings(.passkey))
        case .renamePasskey(let id, let user):
            guard page == .passkey, openedPasskey == id, shownPasskeys.contains(where: { $0.id == id }) else {
                throw PhoneError(.nothingThere, "no such passkey is visible")
            }
            try renamePasskey(id, to: user)
        case .importCredentials(let file):
            guard page == .importCredentials, !isImporting else {
                throw PhoneError(.nothingThere, "the import page is not open, or an import is running")
            }
            isImporting = true
            effects.append(.work(.importCredentials(PrivateText(file))))
        case .settleChange(let id, let place):
            guard page == .passwords, shownPasswords?.contains(where: { $0.id == id }) == true else {
                throw PhoneError(.nothingThere, "no such password is visible")
            }
            try settle(id, place)
        case .askToSave(let site):
            guard page == .passwords, shownPasswords != nil,
                let host = autoFillSettings.neverSaved.first(where: { $0.text == site })
            else { throw PhoneError(.nothingThere, "no such website is visible") }
            autoFillSettings.neverSaved.remove(host)
            effects.append(.autoFill(autoFillSettings))
        case .openRecommendation(let id): try openRecommendation(id)
        default: try actOnAccount(action)
        }
    }

    private mutating func open(_ page: PhoneView.SettingsView.Page) throws(PhoneError) {
        guard page != .faceID || device.faceConsents != nil else { throw PhoneError(.nothingThere, "the device has no Face ID") }
        guard page != .recommendation || openedRecommendation != nil else {
            throw PhoneError(.nothingThere, "no recommendation was opened")
        }
        guard page != .passkey || openedPasskey != nil else { throw PhoneError(.nothingThere, "no passkey was opened") }
        settingsFailure = nil
        move(to: .settings(page))
        switch page {
        case .root, .autoFill, .faceID, .watch, .language, .importCredentials: break
        case .exportCredentials:
            // Each export needs an authentication, also while the passwords are visible.
            guard !isExportConfirmed, exportInquiry == nil else { return }
            let inquiry = nextInquiry()
            exportInquiry = inquiry
            effects.append(.askPresence(number: inquiry, reason: PhoneView.PromptView.Purpose.exportCredentials.words, app: nil))
        case .account: effects.append(.work(.readAccount))
        case .passwords, .recommendations, .recommendation, .passkey:
            // One authentication covers all of these pages, including a running one.
            guard shownPasswords == nil, passwordsInquiry == nil else { return }
            let inquiry = nextInquiry()
            passwordsInquiry = inquiry
            effects.append(.askPresence(number: inquiry, reason: PhoneView.PromptView.Purpose.viewPasswords.words, app: nil))
        }
    }

    // MARK: - Passwords

    mutating func showPasswords(_ presence: Presence) {
        passwordsInquiry = nil
        guard presence == .confirmed, case .settings(let page) = front, page.showsPasswords else { return }
        shownPasswords = []
        showPasswordsAgain()
    }

    /// Updates the visible passwords after a change.
    mutating func showPasswordsAgain() {
        guard shownPasswords != nil else { return }
        assess()
        do throws(CredentialStoreError) {
            let all = try store.credentials().sorted { $0.id < $1.id }
            let offered = Set(try store.offered().map(\.id))
            shownPasswords = all.map { credential in
                PhoneView.SettingsView.Password(
                    id: Self.name(of: credential.id), site: credential.id.server.text, user: credential.id.user,
                    password: credential.password.exposed, lastUsed: credential.lastUsedAt,
                    isUnused: !offered.contains(credential.id),
                    earlier: credential.history.map(\.password.exposed), possibleEnds: credential.possibleEnds)
            }
        } catch {
            shownPasswords = []
            settingsFailure = (.readPasswords, "Could not read the passwords: \(error)")
        }
        do throws(DeviceError) {
            shownPasskeys = try passkeys?.listed().map(PhoneView.SettingsView.Passkey.init) ?? []
        } catch {
            shownPasskeys = []
            settingsFailure = (.readPasskeys, "Could not read the passkeys: \(error)")
        }
    }

    mutating func hidePasswords() {
        shownPasswords = nil
        shownPasskeys = []
        passwordsInquiry = nil
        assessment = Assessment()
    }

    mutating func observe(export presence: Presence) {
        exportInquiry = nil
        isExportConfirmed = presence == .confirmed
    }

    /// Shows the saved credentials, or why none are saved.
    mutating func endImport(isSaved: Bool, _ failure: String?) {
        isImporting = false
        if isSaved, front == .settings(.importCredentials) { move(to: .settings(.passwords)) }
        if isSaved { showPasswordsAgain() }
        if let failure { settingsFailure = (.importCredentials, "Could not import the file: \(failure)") }
    }

    private mutating func delete(_ name: String) throws(PhoneError) {
        do throws(CredentialStoreError) {
            guard let id = try store.summaries().map(\.id).first(where: { Self.name(of: $0) == name }) else { return }
            try store.delete(id, at: now)
            // If the account is saved again later, the user is asked again.
            declinedUpgrades.remove(id)
            passwordChanges += 1
        } catch {
            throw PhoneError(.failed, "could not delete the password: \(error)")
        }
        showPasswordsAgain()
    }

    private mutating func deletePasskey(_ id: String) throws(PhoneError) {
        do throws(DeviceError) {
            guard let passkey = try passkey(id) else { return }
            try passkeys?.delete(passkey)
        } catch {
            throw PhoneError(.failed, "could not delete the passkey: \(error)")
        }
        showPasswordsAgain()
    }

    private mutating func renamePasskey(_ id: String, to user: String) throws(PhoneError) {
        do throws(DeviceError) {
            guard let passkey = try passkey(id) else { throw DeviceError.item(.notFound) }
            try passkeys?.rename(passkey, to: user)
        } catch {
            throw PhoneError(.failed, "could not rename the passkey: \(error)")
        }
        showPasswordsAgain()
    }

    /// Returns the stored passkey of an entry.
    private func passkey(_ id: String) throws(DeviceError) -> Passkey? {
        try passkeys?.passkeys().first { $0.credentialID.hexadecimal == id }
    }

    private mutating func settle(_ name: String, _ place: Int) throws(PhoneError) {
        guard let credential = try? store.credentials().first(where: { Self.name(of: $0.id) == name }),
            credential.possibleEnds.indices.contains(place)
        else { throw PhoneError(.nothingThere, "no such outcome of the account change") }
        let workingCredential: WorkingCredential =
            switch credential.possibleEnds[place] {
            case .newPassword(let password): .signsIn(with: PrivateText(password))
            case .signInWithApple: .usesApple
            case .asSaved: .signsIn(with: credential.password)
            case .unknown: .nothing
            }
        effects.append(.work(.settleUpgrade(credential.id, workingCredential)))
    }

    /// Returns the identifier of an entry. It is unambiguous, because a host contains no slash.
    static func name(of id: CredentialID) -> String { "\(id.server)/\(id.user)" }
}

extension PhoneView.SettingsView.Passkey {
    fileprivate init(_ listed: ListedPasskey) {
        let passkey = listed.passkey
        self.init(
            id: passkey.credentialID.hexadecimal, site: passkey.relyingParty, user: passkey.userName, created: listed.created,
            lastUsed: listed.lastUsed, isHidden: listed.isHidden)
    }
}

extension SavedCredential {
    /// The possible outcomes of an interrupted change.
    fileprivate var possibleEnds: [PhoneView.SettingsView.PossibleOutcome] {
        switch pendingUpgrade?.target {
        case nil: []
        case .password: (pendingUpgrade?.candidates ?? []).map { .newPassword($0.exposed) } + [.asSaved, .unknown]
        case .signInWithApple: [.signInWithApple, .asSaved, .unknown]
        }
    }
}

extension PhoneView.SettingsView.Page {
    /// Whether the page shows passwords, or leads back to them. One authentication covers all of these pages, except for an export.
    var showsPasswords: Bool {
        switch self {
        case .root, .account, .autoFill, .faceID, .watch, .language: false
        case .passwords, .recommendations, .recommendation, .passkey, .exportCredentials, .importCredentials: true
        }
    }
}

/// A sign-in to an Apple Account that waits for the user.
enum PendingSignIn: Hashable, Sendable {
    case code(account: String, AccountChallenge)
    case locked(account: String)

    var view: PhoneView.SettingsView.AccountSignIn {
        switch self {
        case .code(let account, _): .code(account: account)
        case .locked(let account): .locked(account: account)
        }
    }

    /// Returns whether the locked account was unlocked, and the device is signed in to it.
    fileprivate func isOver(with facts: AccountFacts) -> Bool {
        if case .locked(let name) = self { name == facts.account && facts.details?.isLocked == false } else { false }
    }
}

/// The Apple Account page of Settings, and the account's codes above everything else.
extension PhoneState {
    mutating func actOnAccount(_ action: PhoneAction) throws(PhoneError) {
        switch action {
        case .signInToAppleAccount(let name, let password):
            effects.append(.work(.signIn(account: name, PrivateText(password), unlocks: false)))
        case .unlockAppleAccount(let password):
            guard let name = lockedAccount else { throw PhoneError(.nothingThere, "no locked account") }
            effects.append(.work(.signIn(account: name, PrivateText(password), unlocks: true)))
        case .enterAccountCode(let code):
            guard case .code(let name, let challenge) = accountSignIn else {
                throw PhoneError(.nothingThere, "no sign-in waits for a code")
            }
            effects.append(.work(.enterAccountCode(code, challenge, account: name)))
        case .cancelAccountSignIn:
            guard accountSignIn != nil else { throw PhoneError(.nothingThere, "no sign-in is running") }
            accountSignIn = nil
        case .turnOnTwoFactor:
            guard account.details?.hasTwoFactor == false else {
                throw PhoneError(.nothingThere, "no account without two-factor authentication")
            }
            effects.append(.work(.turnOnTwoFactor))
        case .addAddress(let address):
            guard account.account != nil else { throw PhoneError(.nothingThere, "no account is signed in") }
            effects.append(.work(.addAddress(address)))
        case .removeAddress(let address):
            guard account.details?.emails.dropFirst().contains(address) == true else {
                throw PhoneError(.nothingThere, "the account has no additional address \(address)")
            }
            effects.append(.work(.removeAddress(address)))
        case .signOutOfAppleAccount:
            guard account.account != nil else { throw PhoneError(.nothingThere, "no account is signed in") }
            effects.append(.work(.signOut))
        default: throw PhoneError(.nothingThere, "not an action of Settings")
        }
    }

    private var lockedAccount: String? {
        if case .locked(let name) = accountSignIn { return name }
        return account.details?.isLocked == true ? account.account : nil
    }

    /// The code that the user has not dismissed.
    var shownCode: PhoneView.AccountCode? {
        account.codes.first { !dismissedCodes.contains($0) }
    }

    mutating func dismissCode() throws(PhoneError) {
        guard let code = shownCode else { throw PhoneError(.nothingThere, "no code is visible") }
        dismissedCodes.insert(code)
    }

    /// Handles a new state of the account. Forgets dismissed codes that the account no longer has.
    mutating func observe(_ facts: AccountFacts) {
        if facts.account != account.account { forgetMail() }
        account = facts
        if facts.account != nil, accountSignIn?.isOver(with: facts) == true { accountSignIn = nil }
        dismissedCodes.formIntersection(facts.codes)
    }
}
