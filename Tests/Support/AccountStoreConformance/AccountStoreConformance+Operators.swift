import Accounts
import Testing

extension AccountStoreConformance {
    /// ``OperatorStore``.
    package static let operators: [ConformanceCase] =
        operatorRoles + operatorMatrix + operatorActs + approvals + operatorTrail + operatorFigures

    private static let operatorRoles: [ConformanceCase] = [
        ConformanceCase("a role is granted, changed and removed, with a record of each") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.operatorRole(of: anna.account.id) == nil)
            #expect(!(try await scene.stores.setOperatorRole(scene.record(of: nil, for: anna))))
            for role in OperatorRole.allCases {
                #expect(try await scene.stores.setOperatorRole(scene.record(of: role, for: anna)))
                #expect(try await scene.stores.operatorRole(of: anna.account.id) == role)
            }
            let stored = StoredOperator(
                account: anna.account.id, userName: anna.account.userName, role: .administrator, grantedAt: scene.start)
            #expect(try await scene.stores.operators() == [stored])
            #expect(try await scene.stores.setOperatorRole(scene.record(of: nil, for: anna)))
            #expect(try await scene.stores.operators() == [])
            #expect(
                try await scene.trail(of: anna) == [
                    "role-removed", "role-granted administrator", "role-granted support", "role-granted auditor",
                ])
        },
        ConformanceCase("a missing account gets no role, and a deleted one loses it") { scene in
            let anna = try await scene.operating("anna", as: .support)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            #expect(try await scene.stores.operators() == [])
            #expect(!(try await scene.stores.setOperatorRole(scene.record(of: .support, for: anna))))
            #expect(try await scene.trail(of: anna) == ["role-granted support"])
        },
    ]

    private static let rolesOrNone: [OperatorRole?] = [nil, .auditor, .support, .administrator]

    /// Every act by every role, for an account without a role and one with it.
    private static let operatorMatrix: [ConformanceCase] = rolesOrNone.flatMap { role -> [ConformanceCase] in
        rolesOrNone.prefix(2).map { other -> ConformanceCase in
            let (actorRole, targetRole) = (role?.rawValue ?? "no role", other?.rawValue ?? "no role")
            return ConformanceCase("what an operator with \(actorRole) may order for an account with \(targetRole)") { scene in
                let actor = try await scene.operating("actor", as: role)
                let lead = try await scene.operating("lead", as: .administrator)
                for (index, act) in OperatorAct.allCases.enumerated() {
                    let target = try await scene.operating("target\(index)", as: other)
                    _ = try await scene.verifiedAddress("target\(index)@example.org", of: target)
                    try await scene.addTOTP(to: target)
                    if act == .unlock { try await scene.lock(target, by: lead) }
                    let before = try await scene.trail(of: target).count
                    let outcome = try await scene.sending.order(act, for: target, by: actor)
                    switch (role, other, act) {
                    case (nil, _, _), (.auditor, _, _), (.support, .some, _), (.support, nil, .deleteAccount):
                        #expect(outcome == .notAllowed, "\(act)")
                        #expect(try await scene.trail(of: target).count == before, "\(act)")
                    case (_, nil, .endSessions), (_, nil, .lock), (_, nil, .unlock), (_, nil, .startRecovery):
                        #expect(outcome == .performed, "\(act)")
                        #expect(try await scene.trail(of: target).first == "performed \(act.rawValue)")
                    case (.support, nil, .removeSecondFactors), (.administrator, _, _):
                        guard case .awaitsApproval = outcome else {
                            Issue.record("\(act): \(outcome)")
                            continue
                        }
                        #expect(try await scene.trail(of: target).first == "requested \(act.rawValue)")
                        #expect(try await scene.stores.account(target.account.id) != nil)
                    }
                }
            }
        }
    }

    private static let operatorActs: [ConformanceCase] = [
        ConformanceCase("ending the sessions signs the account out and forgets its devices") { scene in
            let (anna, lead) = (try await scene.register("anna"), try await scene.operating("lead", as: .support))
            #expect(try await scene.order(.endSessions, for: anna, by: lead) == .performed)
            #expect(!(try await scene.opens(anna.opening.digest)))
            #expect(!(try await scene.knows(anna.opening.device)))
            #expect(try await scene.eventKinds(of: anna.account.id).first == .allSessionsRevoked)
            #expect(try await scene.opens(lead.opening.digest))
        },
        ConformanceCase("a locked account has no session and opens none, until it is unlocked") { scene in
            let (anna, lead) = (try await scene.register("anna"), try await scene.operating("lead", as: .support))
            #expect(try await scene.order(.lock, for: anna, by: lead) == .performed)
            #expect(try await scene.order(.lock, for: anna, by: lead) == .nothingToDo)
            #expect(!(try await scene.opens(anna.opening.digest)))
            #expect(try await scene.stores.account(anna.account.id)?.lockedAt == scene.start)
            await #expect(throws: AccountLocked.self) { try await scene.signIn(anna) }
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).isEmpty)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountLocked, .accountCreated])

            #expect(try await scene.order(.unlock, for: anna, by: lead) == .performed)
            #expect(try await scene.order(.unlock, for: anna, by: lead) == .nothingToDo)
            try await scene.signIn(anna)
            #expect(try await scene.trail(of: anna) == ["performed unlock", "performed lock"])
        },
        ConformanceCase("second factors are removed once, after an administrator approved it") { scene in
            let (anna, support) = (try await scene.register("anna"), try await scene.operating("support", as: .support))
            let lead = try await scene.operating("lead", as: .administrator)
            try await scene.addTOTP(to: anna)
            let request = try await scene.request(.removeSecondFactors, for: anna, by: support)
            let methods = try await scene.stores.secondFactors(of: anna.account.id).methods
            #expect(!methods.isEmpty)
            #expect(try await scene.approve(request, by: support) == .notAllowed)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).methods == methods)
            #expect(try await scene.approve(request, by: lead) == .performed)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).methods == [])
            let again = try await scene.request(.removeSecondFactors, for: anna, by: support)
            #expect(try await scene.approve(again, by: lead) == .nothingToDo)
        },
        ConformanceCase("starting a recovery mails each verified address, and changes nothing else") { scene in
            let (anna, lead) = (try await scene.register("anna"), try await scene.operating("lead", as: .support))
            #expect(try await scene.sending.order(.startRecovery, for: anna, by: lead) == .unreachable)
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            _ = try await scene.takeMail()
            #expect(try await scene.order(.startRecovery, for: anna, by: lead) == .unreachable)
            let hash = try await scene.stores.credential(of: anna.account.id)?.hash
            #expect(try await scene.sending.order(.startRecovery, for: anna, by: lead) == .performed)
            let notice = AccountNotice(.recoveryStarted, at: scene.start, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail() == [SentMail(.notice(notice), to: address)])
            #expect(try await scene.stores.credential(of: anna.account.id)?.hash == hash)
            #expect(try await scene.opens(anna.opening.digest))
        },
        ConformanceCase("an operator whose session has ended, or whose role was removed, orders nothing") { scene in
            let (anna, lead) = (try await scene.register("anna"), try await scene.operating("lead", as: .support))
            let end = lead.opening.session.expiry.end
            #expect(try await scene.order(.lock, for: anna, by: lead, at: end) == .notAllowed)
            #expect(try await scene.stores.setOperatorRole(scene.record(of: nil, for: lead)))
            #expect(try await scene.order(.lock, for: anna, by: lead) == .notAllowed)
            #expect(try await scene.opens(anna.opening.digest))
        },
        ConformanceCase("an operator orders nothing for their own account, and nothing for a missing one") { scene in
            let lead = try await scene.operating("lead", as: .administrator)
            let anna = try await scene.register("anna")
            for act in OperatorAct.allCases { #expect(try await scene.order(act, for: lead, by: lead) == .notAllowed) }
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            for act in OperatorAct.allCases { #expect(try await scene.order(act, for: anna, by: lead) == .noAccount) }
        },
    ]

    private static let operatorTrail: [ConformanceCase] = [
        ConformanceCase("a replay of events is recorded for an administrator with a session, and for no other operator") { scene in
            func recorded(by operating: Registered, at moment: Timestamp = ConformanceScene.start) async throws -> Bool {
                let entry = OperatorRecord.Entry.replayed(by: operating.account.id, reason: try scene.reason())
                let record = OperatorRecord(
                    id: OperatorRecordID(random: scene.random), entry, at: moment, account: operating.account.id,
                    client: .telephone)
                return try await scene.stores.recordReplay(record, by: scene.acting(operating, at: moment))
            }
            for role in AccountStoreConformance.rolesOrNone where role != .administrator {
                let operating = try await scene.operating(role?.rawValue ?? "none", as: role)
                #expect(!(try await recorded(by: operating)))
                #expect(!(try await scene.trail(of: operating).contains("replayed")))
            }
            let lead = try await scene.operating("lead", as: .administrator)
            #expect(!(try await recorded(by: lead, at: lead.opening.session.expiry.end)))
            #expect(try await recorded(by: lead))
            #expect(try await scene.trail(of: lead) == ["replayed", "role-granted administrator"])
            #expect(try await scene.stores.setOperatorRole(scene.record(of: nil, for: lead)))
            #expect(!(try await recorded(by: lead)))
        },
        ConformanceCase("records are paged, newest first, for one account or all, and outlive the account") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let lead = try await scene.operating("lead", as: .auditor)
            for target in [anna, berta, anna] {
                try await scene.stores.record(
                    OperatorRecord(
                        id: OperatorRecordID(random: scene.random), .viewed(by: lead.account.id), at: scene.start,
                        account: target.account.id, client: .telephone))
            }
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            let all = try await scene.stores.operatorRecords(of: nil, before: nil, limit: 3)
            #expect(all.map(\.account) == [anna.account.id, berta.account.id, anna.account.id])
            let rest = try await scene.stores.operatorRecords(of: nil, before: all.first?.id, limit: 2)
            #expect(rest == Array(all.dropFirst()))
            let own = try await scene.stores.operatorRecords(of: anna.account.id, before: all.first?.id, limit: 100)
            #expect(own == [all[2]])
            #expect(own.first?.actor == lead.account.id && own.first?.client == .telephone)
        },
    ]

    private static let operatorFigures: [ConformanceCase] = [
        ConformanceCase("a search finds accounts by identifier, the beginning of the name, and the whole address") { scene in
            let anna = try await scene.register("anna")
            let hanna = try await scene.register("hanna")
            let annabel = try await scene.register("annabel")
            _ = try await scene.verifiedAddress("mira@example.org", of: hanna)
            // An address that another account claims and never verifies finds nothing.
            _ = try await scene.claimResult("unverified@example.org", by: annabel)
            let claimed = try #require(EmailAddress("unverified@example.org", key: "unverified@example.org"))
            func found(_ text: String, address: EmailAddress? = nil, limit: Int = 50) async throws -> [AccountID] {
                try await scene.stores.accounts(matching: AccountSearch(text, address: address), limit: limit).map(\.id)
            }
            #expect(try await found("") == [annabel, hanna, anna].map(\.account.id))
            #expect(try await found("", limit: 1) == [annabel.account.id])
            #expect(try await found("ANNA") == [anna, annabel].map(\.account.id))
            #expect(try await found("anna", limit: 1) == [anna.account.id])
            #expect(try await found(hanna.account.id.description) == [hanna.account.id])
            let address = try #require(EmailAddress("Mira@example.org", key: "mira@example.org"))
            #expect(try await found(address.text, address: address) == [hanna.account.id])
            #expect(try await found(claimed.text, address: claimed) == [])
            for text in ["nna", "%", "anna_", "mira@example.org", "an\u{0}na"] { #expect(try await found(text) == []) }
        },
        ConformanceCase("events are counted by day and kind") { scene in
            let anna = try await scene.register("anna")
            for moment in [scene.start, scene.start, scene.start + .days(2)] {
                try await scene.stores.record(scene.event(.signInFailed, anna.account.id, at: moment))
            }
            let day = Int(scene.start.seconds / 86_400)
            let counts = try await scene.stores.eventCounts(since: scene.start)
            #expect(
                Set(counts) == [
                    EventCount(day: day, kind: .accountCreated, count: 1), EventCount(day: day, kind: .signInFailed, count: 2),
                    EventCount(day: day + 2, kind: .signInFailed, count: 1),
                ])
            #expect(try await scene.stores.eventCounts(since: scene.start + .days(1)).map(\.day) == [day + 2])
        },
        ConformanceCase("jobs are counted by kind") { scene in
            #expect(try await scene.stores.jobCounts() == [])
            let anna = try await scene.register("anna")
            let lead = try await scene.operating("lead", as: .support)
            _ = try await scene.verifiedAddress("anna@example.org", of: anna)
            _ = try await scene.takeMail()
            #expect(try await scene.sending.order(.startRecovery, for: anna, by: lead) == .performed)
            #expect(try await scene.stores.jobCounts() == [JobCount(kind: .mail, count: 1, dueAt: scene.start)])
        },
    ]
}

extension ConformanceScene {
    /// Locks an account, with an approval if it has a role.
    fileprivate func lock(_ target: Registered, by lead: Registered) async throws {
        guard case .awaitsApproval(let request) = try await order(.lock, for: target, by: lead) else { return }
        let second = try await operating("second", as: .administrator)
        try #require(try await approve(request, by: second) == .performed)
    }
}
