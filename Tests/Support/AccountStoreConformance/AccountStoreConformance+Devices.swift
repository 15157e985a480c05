import Accounts
import Testing

extension AccountStoreConformance {
    /// ``SessionStore``: known devices.
    package static let devices: [ConformanceCase] = [
        ConformanceCase("a device is found by its token, with its account and last use") { scene in
            let anna = try await scene.register("anna")
            let opening = try await scene.signIn(anna, at: scene.start + .minutes(1))
            let device = try #require(try await scene.stores.device(opening.device.digest, usedSince: scene.start))
            #expect(device.account == anna.account.id)
            #expect(device.digest == opening.device.digest)
            #expect(device.lastUsedAt == scene.start + .minutes(1))
            #expect(try await scene.stores.device(scene.digest(), usedSince: scene.start) == nil)
        },
        ConformanceCase("a device is known if its last use is at the cutoff or later") { scene in
            let device = try await scene.register("anna").opening.device
            #expect(try await scene.stores.device(device.digest, usedSince: scene.start) != nil)
            #expect(try await scene.stores.device(device.digest, usedSince: scene.start + .millisecond) == nil)
        },
        ConformanceCase("a new token of a device replaces the old one") { scene in
            let anna = try await scene.register("anna")
            let second = try await scene.signIn(anna, replacing: anna.opening.device.digest)
            #expect(!(try await scene.knows(anna.opening.device)))
            #expect(try await scene.knows(second.device))
            #expect(try await scene.opens(anna.opening.digest))
        },
        ConformanceCase("a device of another account is not replaced") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            let second = try await scene.signIn(berta, replacing: anna.opening.device.digest)
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.knows(second.device))
        },
        ConformanceCase("above the limit, the device with the oldest use is deleted") { scene in
            let anna = try await scene.register("anna")
            var openings = [anna.opening]
            for minute in 1..<Device.limit {
                openings.append(try await scene.signIn(anna, at: scene.start + .minutes(minute)))
            }
            for opening in openings { #expect(try await scene.knows(opening.device)) }

            let beyond = try await scene.signIn(anna, at: scene.start + .minutes(Device.limit))
            #expect(try await scene.knows(beyond.device))
            #expect(!(try await scene.knows(openings[0].device)))
            for opening in openings.dropFirst() { #expect(try await scene.knows(opening.device)) }
            // Only the device is deleted, not its session.
            #expect(try await scene.opens(openings[0].digest))
        },
        ConformanceCase("a replaced device does not count against the limit") { scene in
            let anna = try await scene.register("anna")
            var openings = [anna.opening]
            for minute in 1..<Device.limit {
                openings.append(try await scene.signIn(anna, at: scene.start + .minutes(minute)))
            }
            let successor = try await scene.signIn(
                anna, at: scene.start + .minutes(Device.limit), replacing: openings[5].device.digest)
            #expect(!(try await scene.knows(openings[5].device)))
            #expect(try await scene.knows(openings[0].device))
            #expect(try await scene.knows(successor.device))
        },
        ConformanceCase("each account has its own limit") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            for minute in 1...Device.limit { try await scene.signIn(berta, at: scene.start + .minutes(minute)) }
            #expect(try await scene.knows(anna.opening.device))
            #expect(!(try await scene.knows(berta.opening.device)))
        },
    ]
}
