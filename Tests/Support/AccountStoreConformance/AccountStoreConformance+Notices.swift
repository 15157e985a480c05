@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// The notices that events queue in the transactions of other protocols.
    package static let notices: [ConformanceCase] = noticeRecipients + noticeLanguages + newDevices + withheldNotices + preferences

    private static let noticeRecipients: [ConformanceCase] = changes.map { change in
        ConformanceCase("a change queues one notice for each verified address, and none for another: \(change.kind)") { scene in
            let (anna, addresses) = try await scene.addressees()
            let run = try await change.prepare(scene, anna)
            try await run(scene.sending)
            let moment = change.kind == .passwordChanged ? scene.start + .minutes(1) : scene.start
            #expect(try await scene.takeMail(at: moment) == scene.notices(change.kind, to: addresses, at: moment))
        }
    }

    private struct Change: Sendable {
        let kind: AccountNotice.Kind
        /// Prepares the account, and returns the change.
        let prepare: @Sendable (ConformanceScene, Registered) async throws -> @Sendable (ConformanceScene) async throws -> Void
    }

    private static let changes = [
        Change(kind: .newDevice) { _, anna in { try await $0.signIn(anna) } },
        Change(kind: .passwordChanged) { _, anna in
            { scene async throws in #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced) }
        },
        Change(kind: .passwordSet) { scene, anna in
            let link = try await scene.passwordLink(for: anna.account.id)
            return { scene in
                let use = PasswordLinkUse(
                    digest: link.digest, account: link.account, hash: try StoredHash.second.value(),
                    event: scene.event(.passwordSetByLink, link.account))
                #expect(try await scene.stores.usePasswordLink(use))
            }
        },
        Change(kind: .passwordRemoved) { scene, anna in
            try await scene.addPasskey(to: anna)
            return { scene async throws in
                #expect(try await scene.removePassword(of: anna.account.id, by: anna.opening.session.id) == .removed)
            }
        },
        Change(kind: .passwordReplacedByApple) { _, anna in
            { scene async throws in #expect(try await scene.stores.convert(scene.conversion(anna, renews: true)) == .converted) }
        },
        Change(kind: .passkeyAdded) { _, anna in { try await $0.addPasskey(to: anna) } },
        Change(kind: .passkeyRemoved) { scene, anna in
            let passkey = try await scene.addPasskey(to: anna)
            return { scene async throws in
                #expect(try await scene.remove(passkey, by: anna) == .changed(endedPresentSession: false))
            }
        },
        Change(kind: .passkeyCounterRegressed) { _, anna in
            { try await $0.stores.record($0.event(.passkeyCounterRegressed, anna.account.id)) }
        },
        Change(kind: .secondFactorAdded) { _, anna in { try await $0.addTOTP(to: anna) } },
        Change(kind: .secondFactorRemoved) { scene, anna in
            try await scene.addTOTP(to: anna)
            return { scene async throws in
                let event = scene.event(.totpRemoved, anna.account.id)
                #expect(try await scene.stores.removeTOTP(by: anna.opening.session.id, event: event) == .removed)
            }
        },
        Change(kind: .recoveryCodesMade) { scene, anna in
            try await scene.addTOTP(to: anna)
            return { scene in
                let event = scene.event(.recoveryCodesMade, anna.account.id)
                let result = try await scene.stores.replaceRecoveryCodes(
                    with: scene.codes(), by: anna.opening.session.id, event: event)
                #expect(result == .replaced)
            }
        },
        Change(kind: .recoveryCodeUsed) { scene, anna in
            let codes = try scene.codes()
            try await scene.addTOTP(to: anna, codes: codes)
            return { scene in
                let challenge = try await scene.challenge(.stepUp(anna.opening.session.id), of: anna.account.id)
                let plain = try scene.stepUp(challenge, by: .recoveryCode(codes[0]))
                let completion = FactorStepUpCompletion(
                    challenge: plain.challenge, use: plain.use, renewal: plain.renewal, event: plain.event,
                    codeEvent: scene.event(.recoveryCodeUsed, anna.account.id))
                #expect(try await scene.stores.completeStepUp(completion) == .completed)
            }
        },
        Change(kind: .appleLinked) { _, anna in { try await $0.link("000001.anna", to: anna) } },
        Change(kind: .appleUnlinked) { scene, anna in
            try await scene.link("000001.anna", to: anna)
            return { scene in
                let result = try await scene.unlink(anna.account.id, by: anna.opening.session.id)
                guard case .unlinked = result else { throw StoreError(.failed, reason: "\(result)") }
            }
        },
        Change(kind: .accountLocked) { scene, anna in
            let lead = try await scene.operating("lead", as: .support)
            return { scene async throws in #expect(try await scene.order(.lock, for: anna, by: lead) == .performed) }
        },
        Change(kind: .recoveryStarted) { scene, anna in
            let lead = try await scene.operating("lead", as: .support)
            return { scene async throws in #expect(try await scene.order(.startRecovery, for: anna, by: lead) == .performed) }
        },
        Change(kind: .passwordLinkMade) { _, anna in { _ = try await $0.passwordLink(for: anna.account.id) } },
        Change(kind: .noticesOff) { _, anna in
            { scene async throws in #expect(try await scene.turn(.newDevice, on: false, of: anna) == .changed) }
        },
        Change(kind: .accountDeleted) { _, anna in
            { scene async throws in
                let event = scene.event(.accountDeleted, anna.account.id)
                #expect(try await scene.stores.deleteAccount(anna.account.id, in: nil, event: event) == .notNeeded)
            }
        },
    ]

    private static let preferences: [ConformanceCase] = [
        ConformanceCase("an account gets notices of new devices unless it turned them off, and all others in any case") { scene in
            let (anna, addresses) = try await scene.addressees()
            #expect(try await scene.stores.account(anna.account.id)?.withheldNotices == [])
            #expect(try await scene.turn(.newDevice, on: true, of: anna) == .unchanged)
            #expect(try await scene.turn(.newDevice, on: false, of: anna) == .changed)
            #expect(try await scene.turn(.newDevice, on: false, of: anna) == .unchanged)
            let changed = anna.account.with(.newDevice, isOn: false)
            #expect(try await scene.stores.account(anna.account.id) == changed)
            #expect(try await scene.stores.session(anna.opening.digest, now: scene.start)?.account == changed)
            try await scene.sending.signIn(anna)
            #expect(try await scene.takeMail() == [])
            try await scene.sending.addPasskey(to: anna)
            #expect(try await scene.takeMail() == scene.notices(.passkeyAdded, to: addresses))
            #expect(try await scene.turn(.newDevice, on: true, of: anna) == .changed)
            try await scene.sending.signIn(anna)
            #expect(try await scene.takeMail() == scene.notices(.newDevice, to: addresses))
            #expect(try await scene.eventKinds(of: anna.account.id).count { $0 == .noticesChanged } == 2)
        },
        ConformanceCase("an ended session, or one of another account, turns no notice off, and one account keeps those of another")
        {
            scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let (id, session) = (anna.account.id, anna.opening.session)
            for (requesting, moment) in [(berta.opening.session.id, scene.start), (session.id, session.expiry.end)] {
                let event = scene.event(.noticesChanged, id, at: moment)
                #expect(
                    try await scene.stores.turn(.newDevice, on: false, of: id, in: requesting, event: event) == .sessionEnded)
            }
            #expect(try await scene.stores.account(id) == anna.account)
            #expect(try await scene.turn(.newDevice, on: false, of: anna) == .changed)
            #expect(try await scene.stores.account(berta.account.id) == berta.account)
        },
    ]

    private static let noticeLanguages: [ConformanceCase] = [
        ConformanceCase("a message is in the language and the time zone that the account has when it is queued") { scene in
            let anna = try await scene.register("anna")
            let (id, session) = (anna.account.id, anna.opening.session.id)
            let address = try await scene.verifiedAddress("first@example.org", of: anna)
            for (tag, zone) in [("de", "Europe/Vienna"), ("zh-Hans", nil)] as [(String, String?)] {
                let language = try #require(LanguageTag(tag))
                let timeZone = zone.flatMap { TimeZoneName($0) }
                let settings: [AccountSetting] = [.language(language), .timeZone(timeZone)]
                #expect(try await scene.stores.set(settings, of: id, in: session, now: scene.start))
                try await scene.sending.signIn(anna)
                let waiting = try await scene.stores.waitingMail(limit: 10).map(\.mail)
                #expect(waiting.map(\.language) == [language] && waiting.map(\.timeZone) == [timeZone])
                let taken = try await scene.stores.addresses(of: id)
                #expect(taken.map(\.language) == [language] && taken.map(\.timeZone) == [timeZone])
                _ = try await scene.takeMail()
                let name = AccountName(typed: "anna", address: nil)
                let recovery = try await scene.stores.codeAddress(of: name)
                #expect(recovery?.language == language && recovery?.timeZone == timeZone)
            }
            #expect(address.language == nil && address.timeZone == nil)
        }
    ]

    private static let newDevices: [ConformanceCase] = [
        ConformanceCase("a sign-in on a known device queues no notice, and one with the device of another account does") { scene in
            let (anna, addresses) = try await scene.addressees()
            let berta = try await scene.register("berta")
            let sending = scene.sending
            let known = try await sending.signIn(anna, replacing: anna.opening.device.digest)
            #expect(try await scene.takeMail() == [])
            for digest in [berta.opening.device.digest, anna.opening.device.digest, try scene.digest()] {
                try await sending.signIn(anna, replacing: digest)
                #expect(try await scene.takeMail() == scene.notices(.newDevice, to: addresses))
            }
            for device in [known.device, berta.opening.device] { #expect(try await scene.knows(device)) }
        },
        ConformanceCase("a device that was unused for too long is new") { scene in
            let (anna, addresses) = try await scene.addressees()
            let sending = scene.sending
            let last = scene.start + Device.lifetime
            let second = try await sending.signIn(anna, at: last, replacing: anna.opening.device.digest)
            #expect(try await scene.takeMail(at: last) == [])
            let late = last + Device.lifetime + .millisecond
            try await sending.signIn(anna, at: late, replacing: second.device.digest)
            #expect(try await scene.takeMail(at: late) == scene.notices(.newDevice, to: addresses, at: late))
        },
        ConformanceCase("a sign-in with a second factor queues the notices of its device and of its recovery code") { scene in
            let (anna, addresses) = try await scene.addressees()
            let codes = try scene.codes()
            try await scene.addTOTP(to: anna, codes: codes)
            let sending = scene.sending
            let challenge = try await scene.challenge(.signIn(.password(version: anna.version)), of: anna.account.id)
            let plain = try sending.completion(of: challenge, by: .recoveryCode(codes[0]))
            let completion = FactorSignInCompletion(
                challenge: plain.challenge, use: plain.use, opening: plain.opening,
                codeEvent: sending.event(.recoveryCodeUsed, anna.account.id))
            #expect(try await scene.stores.completeSignIn(completion) == .completed)
            let expected = scene.notices(.recoveryCodeUsed, to: addresses) + scene.notices(.newDevice, to: addresses)
            #expect(try await scene.takeMail() == expected)
        },
    ]

    private static let withheldNotices: [ConformanceCase] = [
        ConformanceCase("a change that does not happen queues no notice, and neither does a routine event") { scene in
            let (anna, _) = try await scene.addressees()
            let sending = scene.sending
            let replacement = try sending.replacement(of: anna, version: anna.version + 1)
            #expect(try await scene.stores.replacePassword(replacement) == .superseded)
            let deletion = sending.event(.accountDeleted, anna.account.id)
            let ended = SessionID(random: scene.random)
            #expect(try await scene.stores.deleteAccount(anna.account.id, in: ended, event: deletion) == nil)
            try await scene.stores.record(sending.event(.signInFailed, anna.account.id))
            let end = sending.event(.allSessionsRevoked, anna.account.id)
            #expect(try await scene.stores.revokeAll(of: anna.account.id, except: nil, event: end) == 1)
            #expect(try await scene.takeMail() == [])
        },
        ConformanceCase("a server without mail queues no notice") { scene in
            let (anna, _) = try await scene.addressees()
            try await scene.signIn(anna)
            #expect(try await scene.stores.countJobs(.mail) == 0)
        },
        ConformanceCase("the deletion of an account with its last Apple identity queues a notice") { scene in
            let anna = try await scene.registerWithApple("000001.anna")
            let registered = Registered(account: anna.account, opening: anna.opening, version: 0)
            let address = try await scene.verifiedAddress("anna@example.org", of: registered)
            let sending = scene.sending
            let moment = scene.start + .minutes(1)
            let notification = try scene.notification("1", .accountDeleted, of: anna.key)
            let outcome = try await scene.stores.apply(
                notification, event: sending.event(.appleAccountDeleted, nil, at: moment))
            #expect(outcome == .applied(.accountDeleted(anna.account.id)))
            #expect(try await scene.takeMail(at: moment) == scene.notices(.accountDeleted, to: [address], at: moment))
        },
    ]
}

extension ConformanceScene {
    /// Creates an account with two verified addresses, a claimed one and an undeliverable one, next to another account with a
    /// verified address. Returns the account and its verified addresses, and takes all mail from the queue.
    fileprivate func addressees() async throws -> (Registered, [AccountAddress]) {
        let (anna, clara) = (try await register("anna"), try await register("clara"))
        let dead = try await verifiedAddress("dead@example.org", of: anna)
        try await kill(dead)
        let addresses = [
            try await verifiedAddress("first@example.org", of: anna), try await verifiedAddress("second@example.org", of: anna),
        ]
        try await claim("claimed@example.org", by: anna)
        _ = try await verifiedAddress("clara@example.org", of: clara)
        _ = try await takeMail()
        return (anna, addresses)
    }

    fileprivate func turn(
        _ notice: OptionalNotice, on isOn: Bool, of registered: Registered
    ) async throws -> NoticePreferenceResult {
        let account = registered.account.id
        return try await stores.turn(
            notice, on: isOn, of: account, in: registered.opening.session.id, event: event(.noticesChanged, account))
    }

    fileprivate func notices(
        _ kind: AccountNotice.Kind, to addresses: [AccountAddress], at moment: Timestamp = start
    ) -> [SentMail] {
        let notice = AccountNotice(kind, at: moment, from: NoticeSource(.telephone))
        return addresses.map { SentMail(.notice(notice), to: $0) }
    }
}
