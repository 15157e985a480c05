import Accounts
import Testing

extension AccountStoreConformance {
    /// ``AuditStore``.
    package static let audit: [ConformanceCase] = [
        ConformanceCase("a recorded event is found with all its values") { scene in
            let anna = try await scene.register("anna")
            let event = AuditEvent(
                id: AuditEventID(random: scene.random), kind: .signInFailed, account: anna.account.id,
                at: scene.start + .minutes(2), client: Client(address: .version6, deviceName: "Сервер – «б»"))
            try await scene.stores.record(event)
            #expect(try await scene.stores.events(of: anna.account.id, before: nil, limit: 1) == [event])
        },
        ConformanceCase("every kind of event is stored as itself") { scene in
            let anna = try await scene.register("anna")
            for kind in AuditEventKind.allCases { try await scene.stores.record(scene.event(kind, anna.account.id)) }
            let kinds = try await scene.eventKinds(of: anna.account.id)
            #expect(kinds == AuditEventKind.allCases.reversed() + [.accountCreated])
        },
        ConformanceCase(
            "above the limit of an account's events, the oldest routine ones are deleted, and those of credentials stay"
        ) {
            scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            try await scene.stores.record(scene.event(.passwordChanged, anna.account.id))
            let oldest = try await scene.record(2, of: anna.account.id)
            try await scene.stores.record(scene.event(.totpRemoved, anna.account.id))
            let newest = try await scene.record(AuditEvent.limit, of: anna.account.id)
            let found = try await scene.stores.events(of: anna.account.id, before: nil, limit: 2 * AuditEvent.limit)
            #expect(Array(found.prefix(AuditEvent.limit)) == newest.reversed())
            #expect(found.dropFirst(AuditEvent.limit).map(\.kind) == [.totpRemoved, .passwordChanged, .accountCreated])
            #expect(!found.contains { event in oldest.contains { $0.id == event.id } })
            #expect(try await scene.eventKinds(of: berta.account.id) == [.accountCreated])
        },
        ConformanceCase("an event without an account belongs to no account") { scene in
            let anna = try await scene.register("anna")
            try await scene.stores.record(scene.event(.signInFailed, nil))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
        },
        ConformanceCase("the events of a deleted account are deleted") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            try await scene.stores.record(scene.event(.signInFailed, anna.account.id))
            #expect(try await scene.eventKinds(of: anna.account.id) == [])
        },
        ConformanceCase("events are listed newest first, and in order within one time") { scene in
            let anna = try await scene.register("anna")
            let events = try await scene.record(5, of: anna.account.id)
            let found = try await scene.stores.events(of: anna.account.id, before: nil, limit: 100)
            #expect(found == events.reversed() + [anna.opening.event])
        },
        ConformanceCase("the pages of events contain each event once") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            var events = [anna.opening.event]
            for _ in 0..<5 {
                events += try await scene.record(2, of: anna.account.id)
                try await scene.record(1, of: berta.account.id)
            }
            var paged: [AuditEvent] = []
            while true {
                let page = try await scene.stores.events(of: anna.account.id, before: paged.last?.id, limit: 3)
                if page.isEmpty { break }
                #expect(page.count <= 3)
                paged += page
            }
            #expect(paged == events.reversed())
        },
        ConformanceCase("events that are added meanwhile do not change the next page") { scene in
            let anna = try await scene.register("anna")
            let events = try await scene.record(4, of: anna.account.id)
            let page = try await scene.stores.events(of: anna.account.id, before: nil, limit: 2)
            try await scene.record(3, of: anna.account.id)
            let next = try await scene.stores.events(of: anna.account.id, before: page.last?.id, limit: 2)
            #expect(next == [events[1], events[0]])
        },
        ConformanceCase("no events are older than an event of another account") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            try await scene.record(3, of: anna.account.id)
            let unknown = AuditEventID(random: scene.random)
            for id in [unknown, berta.opening.event.id] {
                #expect(try await scene.stores.events(of: anna.account.id, before: id, limit: 10) == [])
            }
        },
    ]
}

extension ConformanceScene {
    /// Records this many events with the same time, and returns them in order.
    @discardableResult
    fileprivate func record(_ count: Int, of account: AccountID) async throws -> [AuditEvent] {
        var events: [AuditEvent] = []
        for _ in 0..<count {
            let event = event(.signInFailed, account, at: start + .minutes(1))
            try await stores.record(event)
            events.append(event)
        }
        return events
    }
}
