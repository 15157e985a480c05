import AssociatedDomains
import DeviceProtocol
import PasswordManager
import Testing

@testable import DeviceServices

/// Every sequence of up to six events from extension, user and device.
@Suite("Every sequence of an extension's behaviour") struct UpgradeSequenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let modification: AccountModification
        var isFromApp = false
        var canPresent = true
        var isRepeated = false
        var testDescription: String {
            "\(modification)\(isFromApp ? ", by an app" : "")\(canPresent ? "" : ", no screen")\(isRepeated ? ", again" : "")"
        }
    }

    static let cases = AccountModification.allCases.flatMap { modification in
        [
            Case(modification: modification), Case(modification: modification, isFromApp: true),
            Case(modification: modification, canPresent: false), Case(modification: modification, isRepeated: true),
        ]
    }

    @Test("keeps the saved password until the server has changed it, and ends", arguments: cases)
    func all(of row: Case) throws {
        let situation = try Self.situation(row)
        let events = Self.events(of: row.modification)
        var ends = 0
        Self.explore(Play(situation), 6, events) { play in
            ends += 1
            if !play.faults.isEmpty { Issue.record("\(play.faults) after \(play.events)") }
            return play.faults.isEmpty
        }
        #expect(ends > 1_000)
    }

    /// Continues with every possible next event. Reports each finished sequence, and stops on request.
    @discardableResult
    private static func explore(_ play: Play, _ length: Int, _ events: [UpgradeEvent], _ over: (Play) -> Bool) -> Bool {
        for next in play.answers() {
            if next.isOver {
                if !over(next) { return false }
            } else if length == 0 {
                // The end of the extension ends the rest.
                for end in next.ends() where !over(end) { return false }
            } else {
                for event in events where !explore(next.hearing(event), length - 1, events, over) { return false }
            }
        }
        return true
    }

    private static func situation(_ row: Case) throws -> UpgradeSituation {
        let id = try #require(CredentialID(server: try DomainName("example.com"), user: "jane"))
        let target: PendingUpgrade.Target =
            row.modification == .strongPassword ? .password(PrivateText("candidate")) : .signInWithApple
        return UpgradeSituation(
            id: id, origin: row.isFromApp ? .app(UserInfo([1])) : .system, password: PrivateText("hunter2"),
            upgrade: try #require(PendingUpgrade(target, idempotencyKey: "key")), isRepeated: row.isRepeated,
            canPresent: row.canPresent)
    }

    private static func events(of modification: AccountModification) -> [UpgradeEvent] {
        func grant(_ user: String, _ password: String) -> PasswordGrant { PasswordGrant(user: user, password: password) }
        let reports: [ModificationReport] = [
            .requestsCredential(state: "state", nonce: "nonce"), .announces(grant("jane", "preferred")), .isPrepared,
            .changedPassword(grant("jane", "candidate"), UserInfo([2])), .changedPassword(grant("jane", "preferred"), nil),
            .changedPassword(grant("john", "candidate"), nil), .changedPassword(grant("jane", ""), nil),
            .convertedToApple(UserInfo([3])), .gaveUp(ModificationFailure(.failed, "No.")),
            .gaveUp(ModificationFailure(.userCanceled, "No.")),
            .gaveUp(ModificationFailure(.userInteractionRequired)), .gaveUp(ModificationFailure(.credentialIdentityNotFound)),
        ]
        return reports.map(UpgradeEvent.report) + [.gone, .timedOut, .cancelled, .requestEnded]
    }
}

/// A sequence of events, with the violated rule.
private struct Play {
    private(set) var ceremony: UpgradeCeremony
    private let situation: UpgradeSituation
    private(set) var faults: [String] = []
    private(set) var events: [UpgradeEvent] = []
    private var last: UpgradeEvent? { events.last }
    private var isNoted = false
    private var asked = 0
    private var prepared = 0
    private var wantsPerson = false
    private var isShown = false
    private var sheets = 0
    private var sheetWasClosed = false
    private var isGranted = false
    private var isReplaced = false
    private var isRemoved = false
    private var isSettled = false
    private var wasDone = false
    private var isDropped = false

    init(_ situation: UpgradeSituation) {
        self.situation = situation
        ceremony = UpgradeCeremony(situation)
    }

    var isOver: Bool { if case .ended = ceremony.step { true } else { false } }

    func hearing(_ event: UpgradeEvent) -> Play {
        var play = self
        play.events.append(event)
        if case .listen(.silently) = ceremony.step, case .report(.gaveUp(let failure)) = event,
            failure.code == .userInteractionRequired
        {
            play.wantsPerson = true
        }
        play.ceremony.receive(event)
        return play
    }

    /// The next events for a waiting ceremony, or the end.
    func answers() -> [Play] {
        var (open, found) = ([self], [Play]())
        while var play = open.popLast() {
            play.check()
            switch play.ceremony.step {
            case .listen, .ended: found.append(play)
            case .note:
                open.append(
                    play.going {
                        $0.isNoted = true; $0.ceremony.receiveNoted(true)
                    })
                open.append(play.going { $0.ceremony.receiveNoted(false) })
            case .deliver(let order):
                open.append(
                    play.going {
                        $0.deliver(order); $0.ceremony.receiveDelivery(true)
                    })
                open.append(play.going { $0.ceremony.receiveDelivery(false) })
            case .signIn:
                for credential in [UpgradeCredential.granted(AppleIDGrant(user: "001.a")), .cancelled, .unavailable] {
                    open.append(play.going { $0.signIn(credential) })
                }
            case .present:
                open.append(
                    play.going {
                        $0.isShown = true; $0.ceremony.receivePresented(true)
                    })
                open.append(play.going { $0.ceremony.receivePresented(false) })
            case .replace:
                open.append(
                    play.going {
                        $0.isReplaced = true; $0.ceremony.receiveSaved()
                    })
            case .remove:
                open.append(
                    play.going {
                        $0.isRemoved = true; $0.ceremony.receiveSaved()
                    })
            case .drop:
                open.append(
                    play.going {
                        $0.isDropped = true; $0.ceremony.receiveDropped()
                    })
            case .settle:
                open.append(
                    play.going {
                        $0.isSettled = true; $0.ceremony.receive(.open)
                    })
                open.append(
                    play.going {
                        $0.isSettled = true; $0.wasDone = true; $0.ceremony.receive(.completed)
                    })
            }
        }
        return found
    }

    /// The result after the end of the extension.
    func ends() -> [Play] {
        let all = hearing(.gone).answers()
        return all.map { play in
            var play = play
            if !play.isOver { play.faults.append("it does not end") }
            return play
        }
    }

    private func going(_ body: (inout Play) -> Void) -> Play {
        var play = self
        body(&play)
        return play
    }

    private mutating func deliver(_ order: ModificationOrder) {
        switch order {
        case .modify(let task):
            asked += 1
            expect(isNoted, "asked before it was noted")
            expect(asked == 1, "asked twice")
            check(task)
        case .prepare(let task):
            prepared += 1
            expect(wantsPerson && situation.canPresent && prepared == 1, "an unnecessary view")
            check(task)
        case .credential, .noted, .cancel, .event: break
        }
    }

    private mutating func check(_ task: ModificationTask) {
        let isFromApp = situation.origin != .system
        expect(task.password == (isFromApp ? "" : "hunter2"), "a password for an app")
        expect((task.userInfo != nil) == isFromApp, "user info without an app")
        expect(task.newPassword == (situation.modification == .strongPassword ? "candidate" : nil), "another candidate")
    }

    private mutating func signIn(_ credential: UpgradeCredential) {
        sheets += 1
        expect(situation.modification == .signInWithApple && sheets <= 3 && !sheetWasClosed, "an unnecessary sheet")
        if credential == .cancelled { sheetWasClosed = true }
        if case .granted = credential { isGranted = true }
        ceremony.receive(credential)
    }

    private mutating func check() {
        switch ceremony.step {
        case .replace(let password):
            expect(situation.modification == .strongPassword, "a password for another modification")
            if case .report(.changedPassword(let credential, _)) = last {
                expect(credential.user == "jane" && credential.password == password.exposed, "another password than the server's")
            } else {
                expect(false, "a password that no server took")
            }
        case .remove:
            expect(situation.modification == .signInWithApple && isGranted, "removed without another way in")
            if case .report(.convertedToApple) = last {} else { expect(false, "removed before the conversion") }
        case .present: expect(prepared == 1 && !isShown, "shown before it was prepared, or twice")
        case .settle: expect(asked > 0 || situation.isRepeated, "the server was asked about nothing")
        case .drop: expect(asked == 0 && !situation.isRepeated, "a forgotten request")
        case .ended(let outcome): check(outcome)
        case .note, .deliver, .listen, .signIn: break
        }
    }

    private mutating func check(_ outcome: ModificationOutcome) {
        switch outcome {
        case .done:
            expect([isReplaced, isRemoved, wasDone].count { $0 } == 1, "not done, or done twice")
        case .failed(let failure):
            expect(!isReplaced && !isRemoved && !wasDone, "done, and said to have failed")
            expect(isSettled || isDropped || !isNoted, "given up without a look")
            if failure.code == .userCanceled { expect(failure.reason == nil, "words for who cancelled") }
        }
        var after = ceremony
        after.receive(.report(.changedPassword(PasswordGrant(user: "jane", password: "late"), nil)))
        after.receiveNoted(true)
        after.receiveDelivery(true)
        after.receive(UpgradeSettlement.completed)
        expect(after.step == ceremony.step, "something after the end")
    }

    private mutating func expect(_ isTrue: Bool, _ fault: String) {
        if !isTrue { faults.append(fault) }
    }
}
