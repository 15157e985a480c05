import FoundationEssentials
import Testing

@testable import AssociatedDomains

@Suite("The daemon under every sequence of events")
struct DaemonModelTests {
    /// The scope of the exploration: a policy, and the actions of apps and users at any time.
    struct Scope: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policy: DaemonPolicy
        let events: [DaemonEvent]
        let fewestStates: Int
    }

    private static let first = "ABCDE12345.com.example.app"
    private static let second = "BCDEF23456.com.example.other"

    static func scopes() throws -> [Scope] {
        let plain = try DaemonFixture.installed(first, "webcredentials:example.com")
        let other = try DaemonFixture.installed(second, "applinks:*.example.com")
        let modes = try DaemonFixture.installed(
            first, "webcredentials:example.com", "webcredentials:example.com?mode=developer", isSignedForDevelopment: true)
        let removals = try [first, second].map { DaemonEvent.removed(try AppIdentifier($0)) }
        let decisions = try [Approval.denied, .unspecified].map {
            DaemonEvent.decided(try DaemonFixture.key("webcredentials:example.com", first), $0)
        }
        // A download takes as long as the retry interval, so that all times are multiples of one and their number is finite.
        let retry: TimeInterval = 3 * 3_600
        func policy(_ route: DaemonPolicy.Route) -> DaemonPolicy {
            DaemonPolicy(route: route, retryInterval: retry, timeout: retry / 2, grace: retry / 2)
        }
        let short = DaemonPolicy(
            route: .direct, maximumTries: 3, retryInterval: retry, recheckInterval: 2 * retry, timeout: retry / 2, grace: retry / 2)
        return [
            Scope(
                testDescription: "two apps, direct", policy: policy(.direct), events: [plain, other, .reset] + removals,
                fewestStates: 800),
            Scope(
                testDescription: "two apps, network", policy: policy(.network),
                events: [plain, other, .reset] + removals + decisions, fewestStates: 2_000),
            Scope(
                testDescription: "two ways to one site", policy: short,
                events: [modes, .developerMode(true), .developerMode(false), .reset, removals[0]],
                fewestStates: 2_000),
        ]
    }

    @Test(
        "an association always has a file that permits it, at most eight tries, a logged reason, and a next check",
        arguments: try scopes())
    func exploration(scope: Scope) throws {
        var seen: Set<DaemonModel.Key> = []
        var frontier = [DaemonModel(scope.policy)]
        var transitions = 0
        seen.insert(frontier[0].key)
        while let model = frontier.popLast() {
            for step in Self.steps(from: model, scope) {
                var next = model
                try next.take(step)
                transitions += 1
                if let broken = Self.brokenRule(next, scope.policy) {
                    Issue.record("after \(step): \(broken)\n\(next.daemon.shown())")
                    return
                }
                if seen.insert(next.key).inserted { frontier.append(next) }
            }
            #expect(try Self.reachesAssociation(model))
            try #require(seen.count < 100_000, "the state space is not finite")
        }
        print("\(scope.testDescription): \(seen.count) states, \(transitions) transitions")
        #expect(seen.count >= scope.fewestStates)
    }

    private static func steps(from model: DaemonModel, _ scope: Scope) -> [DaemonModel.Step] {
        let answers = model.open.flatMap { download in
            DaemonModel.answers.map { DaemonModel.Step.event(.answered(download.id, $0)) }
        }
        return answers + scope.events.map(DaemonModel.Step.event) + [.wake, .restart, .event(.answered(-1, .timedOut))]
    }

    /// Checks the rules; nil if all of them hold.
    private static func brokenRule(_ model: DaemonModel, _ policy: DaemonPolicy) -> String? {
        let daemon = model.daemon
        for association in daemon.associations {
            if association.isAssociated, !model.mayHold.contains(association.key) {
                return "\(association.key) holds without a file"
            }
            if association.isAssociated, association.userApproval == .denied {
                return "\(association.key) holds against the person"
            }
            if !explains(association) { return "\(association.key) is \(association.siteApproval) because \(association.reason)" }
            if association.access != nil, association.nextCheck == nil, !association.isUpdating {
                return "\(association.key) is never checked"
            }
            if association.tries > policy.maximumTries { return "the daemon counts \(association.tries) tries" }
        }
        if let tries = model.tries.values.max(), tries > policy.maximumTries { return "\(tries) tries" }
        if let wake = daemon.nextWake, wake <= model.now || wake > model.now + policy.recheckInterval {
            return "wakes at \(wake), now \(model.now)"
        }
        if daemon.log.contains(where: { $0.message.isEmpty || $0.subject.isEmpty }) { return "an empty line in the log" }
        return nil
    }

    private static func explains(_ association: Association) -> Bool {
        switch association.siteApproval {
        case .approved: [.listed, .retrying].contains(association.reason.code)
        case .unspecified: [.notCheckedYet, .modeNotInForce, .retrying, .gaveUp].contains(association.reason.code)
        case .denied: ![.notCheckedYet, .modeNotInForce, .listed].contains(association.reason.code)
        }
    }

    /// From every state, a site that returns a valid file is associated within one check.
    private static func reachesAssociation(_ model: DaemonModel) throws -> Bool {
        var model = model
        for _ in 0..<8 where model.open.isEmpty || !holdsAll(model) {
            if model.open.isEmpty { try model.take(.wake) }
            for download in model.open {
                try model.take(.event(.answered(download.id, .response(status: 200, body: [UInt8(ascii: "Y")]))))
            }
            if holdsAll(model) { return true }
        }
        return holdsAll(model)
    }

    private static func holdsAll(_ model: DaemonModel) -> Bool {
        model.daemon.associations.allSatisfy { $0.access == nil || $0.siteApproval == .approved }
    }
}
