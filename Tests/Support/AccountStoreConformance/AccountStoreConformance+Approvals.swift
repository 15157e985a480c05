import Accounts
import Testing

extension AccountStoreConformance {
    /// ``OperatorStore``, acts that an administrator approves.
    static let approvals: [ConformanceCase] = [
        ConformanceCase("an approved deletion deletes the account, and the record names both operators and the reason") { scene in
            let (anna, lead, second) = try await scene.deletion()
            let request = try await scene.request(.deleteAccount, for: anna, by: lead)
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100) == [request])
            #expect(request.requester == lead.account.id && request.account == anna.account.id)
            #expect(try await scene.approve(request, by: second) == .performed)
            #expect(try await scene.stores.account(anna.account.id) == nil)
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100) == [])
            let record = try #require(try await scene.stores.operatorRecords(of: anna.account.id, before: nil, limit: 1).first)
            #expect(record.kind == .performed && record.act == .deleteAccount && record.reason == request.reason)
            #expect(record.actor == lead.account.id && record.approver == second.account.id)
        },
        ConformanceCase("an approved act on an administrator is performed") { scene in
            let (_, lead, second) = try await scene.deletion()
            let third = try await scene.operating("third", as: .administrator)
            let request = try await scene.request(.lock, for: third, by: lead)
            #expect(try await scene.opens(third.opening.digest))
            #expect(try await scene.approve(request, by: second) == .performed)
            #expect(!(try await scene.opens(third.opening.digest)))
        },
        ConformanceCase("the requester, the account itself and other roles cannot approve") { scene in
            let (_, lead, _) = try await scene.deletion()
            let third = try await scene.operating("third", as: .administrator)
            let request = try await scene.request(.endSessions, for: third, by: lead)
            var others = [lead, third, try await scene.register("user")]
            others.append(try await scene.operating("auditor", as: .auditor))
            others.append(try await scene.operating("support", as: .support))
            for other in others { #expect(try await scene.approve(request, by: other) == .notAllowed) }
            #expect(try await scene.opens(third.opening.digest))
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100) == [request])
        },
        ConformanceCase("an approval of another act or account than that of the request changes nothing") { scene in
            let (anna, lead, second) = try await scene.deletion()
            let berta = try await scene.register("berta")
            let request = try await scene.request(.deleteAccount, for: anna, by: lead)
            #expect(try await scene.approve(request, by: second, act: .endSessions) == .otherRequest)
            #expect(try await scene.approve(request, by: second, account: berta.account.id) == .otherRequest)
            for person in [anna, berta] { #expect(try await scene.opens(person.opening.digest)) }
            #expect(try await scene.approve(request, by: second) == .performed)
        },
        ConformanceCase("a request expires after a day, and can then be made again") { scene in
            let (anna, lead, second) = try await scene.deletion()
            let request = try await scene.request(.deleteAccount, for: anna, by: lead)
            #expect(try await scene.order(.deleteAccount, for: anna, by: lead) == .nothingToDo)
            let end = scene.start + .days(1)
            #expect(try await scene.stores.approvalRequests(now: end, limit: 100) == [])
            #expect(try await scene.approve(request, by: second, at: end) == .noRequest)
            #expect(try await scene.decline(request, by: second, at: end) == .noRequest)
            #expect(try await scene.stores.account(anna.account.id) != nil)
            let again = try await scene.request(.deleteAccount, for: anna, by: lead, at: end)
            #expect(try await scene.approve(again, by: second, at: end + .days(1) - .millisecond) == .performed)
        },
        ConformanceCase("an administrator whose session has ended neither approves nor declines") { scene in
            let (anna, lead, second) = try await scene.deletion()
            let end = second.opening.session.expiry.end
            let request = try await scene.request(.deleteAccount, for: anna, by: lead, at: end - .millisecond)
            #expect(try await scene.approve(request, by: second, at: end) == .notAllowed)
            #expect(try await scene.decline(request, by: second, at: end) == .notAllowed)
            #expect(try await scene.stores.approvalRequests(now: end, limit: 100) == [request])
        },
        ConformanceCase("maintenance removes expired requests only") { scene in
            let (anna, lead, _) = try await scene.deletion()
            _ = try await scene.request(.deleteAccount, for: anna, by: lead)
            _ = try await scene.stores.removeExpired(now: scene.start + .days(1) - .millisecond, retention: Retention(), limit: 100)
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100).count == 1)
            _ = try await scene.stores.removeExpired(now: scene.start + .days(1), retention: Retention(), limit: 100)
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100).isEmpty)
        },
        ConformanceCase("a request is used once") { scene in
            let (_, lead, second) = try await scene.deletion()
            let third = try await scene.operating("third", as: .support)
            let request = try await scene.request(.endSessions, for: third, by: lead)
            #expect(try await scene.approve(request, by: second) == .performed)
            let again = try await scene.signIn(third)
            #expect(try await scene.approve(request, by: second) == .noRequest)
            #expect(try await scene.opens(again.digest))
        },
        ConformanceCase("of 64 approvals at once, one performs the act") { scene in
            let (_, lead, second) = try await scene.deletion()
            let third = try await scene.operating("third", as: .support)
            let request = try await scene.request(.endSessions, for: third, by: lead)
            let outcomes = try await scene.race { _ in try await scene.approve(request, by: second) }
            #expect(outcomes.filter { $0 == .performed }.count == 1)
            #expect(outcomes.filter { $0 == .noRequest }.count == 63)
            #expect(try await scene.trail(of: third).filter { $0 == "performed end-sessions" }.count == 1)
        },
        ConformanceCase("a request is void when its requester loses the role, or is locked") { scene in
            let (anna, lead, second) = try await scene.deletion()
            let third = try await scene.operating("third", as: .administrator)
            let request = try await scene.request(.deleteAccount, for: anna, by: lead)
            let locking = try await scene.request(.lock, for: lead, by: second)
            #expect(try await scene.approve(locking, by: third) == .performed)
            #expect(try await scene.approve(request, by: second) == .noRequest)
            #expect(try await scene.stores.setOperatorRole(scene.record(of: nil, for: lead)))
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100) == [])
            #expect(try await scene.stores.account(anna.account.id) != nil)

            let demoted = try await scene.request(.deleteAccount, for: anna, by: third)
            #expect(try await scene.stores.setOperatorRole(scene.record(of: .support, for: third)))
            #expect(try await scene.approve(demoted, by: second) == .noRequest)
        },
        ConformanceCase("the administrator whom an act concerns cannot decline it") { scene in
            let (_, lead, second) = try await scene.deletion()
            let third = try await scene.operating("third", as: .administrator)
            let request = try await scene.request(.lock, for: third, by: lead)
            #expect(try await scene.decline(request, by: third) == .notAllowed)
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100) == [request])
            #expect(try await scene.decline(request, by: second) == .performed)
        },
        ConformanceCase("the approval of an act without an effect uses the request up, and the trail says so") { scene in
            let (_, lead, second) = try await scene.deletion()
            let third = try await scene.operating("third", as: .support)
            let request = try await scene.request(.unlock, for: third, by: lead)
            #expect(try await scene.approve(request, by: second) == .nothingToDo)
            #expect(try await scene.approve(request, by: second) == .noRequest)
            #expect(try await scene.trail(of: third).prefix(2) == ["declined unlock", "requested unlock"])
            let record = try #require(try await scene.stores.operatorRecords(of: third.account.id, before: nil, limit: 1).first)
            #expect(record.actor == second.account.id && record.reason == request.reason)
        },
        ConformanceCase("an operator has at most 50 requests that wait, and another one has as many") { scene in
            let (anna, lead, second) = try await scene.deletion()
            for index in 0..<ApprovalRequest.limitPerOperator {
                _ = try await scene.request(.deleteAccount, for: scene.register("user\(index)"), by: lead)
            }
            #expect(try await scene.order(.deleteAccount, for: anna, by: lead) == .tooManyRequests)
            #expect(try await scene.trail(of: anna) == [])
            // An act without an approval is not limited.
            #expect(try await scene.order(.endSessions, for: anna, by: lead) == .performed)
            let oldest = try #require(try await scene.stores.approvalRequests(now: scene.start, limit: 100).first)
            #expect(try await scene.decline(oldest, by: lead) == .performed)
            let request = try await scene.request(.deleteAccount, for: anna, by: lead)
            #expect(try await scene.decline(request, by: second) == .performed)
            #expect(try await scene.request(.deleteAccount, for: anna, by: second).requester == second.account.id)
            #expect(try await scene.request(.deleteAccount, for: anna, by: lead, at: scene.start + .days(1)).act == .deleteAccount)
        },
        ConformanceCase("requests are listed oldest first, then in the order of their identifiers, up to a limit") { scene in
            let (anna, lead, _) = try await scene.deletion()
            let last = try await scene.request(.deleteAccount, for: anna, by: lead, at: scene.start + .millisecond)
            var first: [ApprovalRequest] = []
            for index in 0..<8 {
                first.append(try await scene.request(.deleteAccount, for: scene.register("user\(index)"), by: lead))
            }
            first.sort { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100) == first + [last])
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 3) == Array(first.prefix(3)))
        },
        ConformanceCase("of 64 requests of one operator at once, 50 wait") { scene in
            let (_, lead, _) = try await scene.deletion()
            var targets: [Registered] = []
            for index in 0..<64 { targets.append(try await scene.register("user\(index)")) }
            let registered = targets
            let outcomes = try await scene.race { try await scene.order(.deleteAccount, for: registered[$0], by: lead) }
            #expect(outcomes.filter { $0 == .tooManyRequests }.count == 64 - ApprovalRequest.limitPerOperator)
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100).count == ApprovalRequest.limitPerOperator)
        },
        ConformanceCase("an order at the time of a removal of the role leaves no request that a new role revives") { scene in
            let (_, lead, second) = try await scene.deletion()
            var targets: [Registered] = []
            for index in 0..<64 { targets.append(try await scene.register("user\(index)")) }
            let registered = targets
            _ = try await scene.race { index in
                guard index != 32 else { return try await scene.stores.setOperatorRole(scene.record(of: nil, for: lead)) }
                return try await scene.order(.deleteAccount, for: registered[index], by: lead) == .notAllowed
            }
            #expect(try await scene.stores.setOperatorRole(scene.record(of: .administrator, for: lead)))
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100) == [])
            let request = try await scene.request(.deleteAccount, for: registered[0], by: lead)
            #expect(try await scene.approve(request, by: second) == .performed)
        },
        ConformanceCase("orders and declinations see a removal of the role that is committed while they wait") { scene in
            let (anna, lead, second) = try await scene.deletion()
            let third = try await scene.operating("third", as: .administrator)
            let request = try await scene.request(.deleteAccount, for: anna, by: lead)
            // The records are in the order of the transactions, because each of them holds the account of the operator.
            _ = try await scene.race(32) { index in
                switch index {
                case 16: return try await scene.stores.setOperatorRole(scene.record(of: nil, for: third))
                case 8, 24: return try await scene.decline(request, by: third) == .performed
                default: return try await scene.order(.endSessions, for: anna, by: third) == .performed
                }
            }
            let records = try await scene.stores.operatorRecords(of: nil, before: nil, limit: 100)
            let removal = try #require(records.firstIndex { $0.kind == .roleRemoved })
            #expect(!records.prefix(removal).contains { $0.actor == third.account.id })
            #expect(try await scene.order(.endSessions, for: anna, by: third) == .notAllowed)
            #expect(try await scene.order(.endSessions, for: anna, by: second) == .performed)
        },
        ConformanceCase("approvals see a removal of the approver's role that is committed while they wait") { scene in
            let (_, lead, _) = try await scene.deletion()
            let third = try await scene.operating("third", as: .administrator)
            var waiting: [ApprovalRequest] = []
            for index in 0..<32 {
                waiting.append(try await scene.request(.deleteAccount, for: scene.register("user\(index)"), by: lead))
            }
            let requests = waiting
            _ = try await scene.race(32) { index in
                guard index != 16 else { return try await scene.stores.setOperatorRole(scene.record(of: nil, for: third)) }
                return try await scene.approve(requests[index], by: third) == .performed
            }
            let records = try await scene.stores.operatorRecords(of: nil, before: nil, limit: 100)
            let removal = try #require(records.firstIndex { $0.kind == .roleRemoved })
            #expect(!records.prefix(removal).contains { $0.approver == third.account.id })
            #expect(try await scene.approve(requests[16], by: third) == .notAllowed)
        },
        ConformanceCase("the longest reason is stored and read back, in the request and in the trail") { scene in
            let (anna, lead, _) = try await scene.deletion()
            let reason = try #require(OperatorReason(String(repeating: "\u{1F511}", count: OperatorReason.lengths.upperBound)))
            let order = OperatorOrder(
                .deleteAccount, for: anna.account.id, reason: reason,
                event: scene.event(.accountDeleted, anna.account.id), by: scene.acting(lead),
                request: ApprovalRequestID(random: scene.random), record: OperatorRecordID(random: scene.random))
            guard case .awaitsApproval = try await scene.stores.perform(order) else {
                Issue.record("no request")
                return
            }
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100).map(\.reason) == [reason])
            let records = try await scene.stores.operatorRecords(of: anna.account.id, before: nil, limit: 1)
            #expect(records.map(\.reason) == [reason])
        },
        ConformanceCase("a request is cancelled by its requester or declined by an administrator, with a record") { scene in
            let (anna, lead, second) = try await scene.deletion()
            let support = try await scene.operating("support", as: .support)
            for other in [lead, second] {
                let request = try await scene.request(.deleteAccount, for: anna, by: lead)
                #expect(try await scene.decline(request, by: support) == .notAllowed)
                #expect(try await scene.decline(request, by: other) == .performed)
                #expect(try await scene.decline(request, by: other) == .noRequest)
                #expect(try await scene.approve(request, by: second) == .noRequest)
            }
            let trail = ["declined delete-account", "requested delete-account"]
            #expect(try await scene.trail(of: anna) == trail + trail)
        },
    ]
}

extension ConformanceScene {
    /// Returns an account, and two administrators.
    fileprivate func deletion() async throws -> (Registered, Registered, Registered) {
        (
            try await register("anna"), try await operating("lead", as: .administrator),
            try await operating("second", as: .administrator)
        )
    }
}
