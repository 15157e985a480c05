import FoundationEssentials
import HTTPTypes
import Hummingbird

extension EmulatorServer {
    /// The service itself: clock, keys, faults, settings, log, notifications.
    func addServiceState(_ admin: AdminRoutes) {
        admin.on(.get, "/clock") { server, _ in ClockView(server.service.clock) }
        admin.on(.put, "/clock") { server, request in
            let input = try await request.input(ClockInput.self)
            let clock = server.service.clock
            let moved: Bool
            switch (input.now, input.advance) {
            case (let now?, nil): moved = clock.set(to: now)
            case (nil, let seconds?): moved = clock.advance(by: seconds)
            default:
                throw EmulatorRefusal(.malformed, "give either now, a time such as 2026-03-01T12:00:00Z, or advance, in seconds")
            }
            guard moved else { throw EmulatorRefusal(.malformed, "the clock shows times from 2000 to 2200 only") }
            return ClockView(clock)
        }
        admin.on(.get, "/signing-keys") { server, _ in ["signingKeys": server.service.signingKeys] }
        admin.on(.post, "/signing-keys/rotate") { server, request in
            try await server.service.rotateKeys(try await request.input(RotationInput.self).rotation ?? .gradual)
            return ["signingKeys": server.service.signingKeys]
        }
        admin.on(.get, "/settings") { server, _ in server.service.settings }
        admin.on(.patch, "/settings") { server, request in
            let patch = try SettingsPatch(try await AdminJSON.data(of: request.request))
            let changed = try patch.applied(to: server.service.settings)
            try server.service.changeSettings { $0 = changed }
            return changed
        }
        addFaults(admin)
        addRecords(admin)
    }

    private func addFaults(_ admin: AdminRoutes) {
        admin.on(.get, "/faults") { server, _ in ["faults": server.service.faults.map(FaultView.init)] }
        admin.on(.post, "/faults") { server, request in
            let input = try await request.input(FaultInput.self)
            let kind = try FaultText.kind(name: input.kind, value: input.value)
            return Made(FaultView(try server.service.addFault(kind, at: input.endpoint, count: input.count)))
        }
        admin.on(.delete, "/faults") { server, _ in
            server.service.removeAllFaults()
            return NoContent()
        }
        admin.on(.delete, "/faults/:fault") { server, request in
            try server.service.removeFault(try request.number("fault"))
            return NoContent()
        }
    }

    private func addRecords(_ admin: AdminRoutes) {
        admin.on(.get, "/log") { server, request in
            let after = (try? FormValues(encoded: request.request.queryBytes))?["after"].flatMap(Int.init) ?? 0
            return ["requests": server.service.requests(after: after)]
        }
        admin.on(.delete, "/log") { server, _ in
            server.service.removeAllRequests()
            return NoContent()
        }
        admin.on(.get, "/notifications") { server, _ in ["notifications": server.service.notifications] }
        admin.on(.post, "/notifications/deliver") { server, _ in
            await server.notifications.deliverDue()
            return ["notifications": server.service.notifications]
        }
        admin.on(.post, "/notifications/:notification/replay") { server, request in
            try server.service.replayNotification(try request.number("notification"))
            return NoContent()
        }
    }
}
