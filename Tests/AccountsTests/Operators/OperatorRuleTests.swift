import InternetAddresses
import Secrets
import Testing

@testable import Accounts

@Suite("Rules of operators")
struct OperatorRuleTests {
    @Test("the raw values of roles, acts and records are stable")
    func names() {
        #expect(OperatorRole.allCases.map(\.rawValue) == ["auditor", "support", "administrator"])
        #expect(
            OperatorAct.allCases.map(\.rawValue) == [
                "end-sessions", "lock", "unlock", "remove-second-factors", "start-recovery", "delete-account",
            ])
        #expect(
            OperatorRecord.Kind.allCases.map(\.rawValue) == [
                "viewed", "searched", "requested", "performed", "declined", "replayed", "role-granted", "role-removed",
            ])
    }

    @Test("a deletion, a removal of second factors, and every act on an account with a role needs an approval; no other act does")
    func approvals() {
        for act in OperatorAct.allCases {
            #expect(act.needsApproval(forAccountWith: nil) == [.removeSecondFactors, .deleteAccount].contains(act))
            for role in OperatorRole.allCases { #expect(act.needsApproval(forAccountWith: role)) }
        }
        #expect(OperatorRole.allCases.filter(\.mayApprove) == [.administrator])
        #expect(OperatorRole.allCases.filter(\.mayReplayEvents) == [.administrator])
    }

    @Test("only a third administrator approves a request, and the one whom it concerns does not remove it")
    func decisions() throws {
        let random = PredictableRandomBytes(seed: 9)
        let (requester, concerned, other) = (AccountID(random: random), AccountID(random: random), AccountID(random: random))
        let now = Timestamp(seconds: 1)
        let request = ApprovalRequest(
            id: ApprovalRequestID(random: random), act: .lock, account: concerned, reason: try #require(OperatorReason("Case 7")),
            requester: requester, requestedAt: now, expiresAt: now + ApprovalRequest.lifetime)
        for role in OperatorRole.allCases {
            let isAdministrator = role == .administrator
            #expect(request.mayBeApproved(by: other, as: role) == isAdministrator)
            #expect(!request.mayBeApproved(by: requester, as: role) && !request.mayBeApproved(by: concerned, as: role))
            #expect(request.mayBeDeclined(by: requester, as: role) && !request.mayBeDeclined(by: concerned, as: role))
            #expect(request.mayBeDeclined(by: other, as: role) == isAdministrator)
        }
    }

    @Test("an entry of the trail survives its stored parts, and parts that contradict its kind are rejected")
    func entries() throws {
        let random = PredictableRandomBytes(seed: 11)
        let (actor, approver) = (AccountID(random: random), AccountID(random: random))
        let reason = try #require(OperatorReason("Case 7"))
        let entries: [OperatorRecord.Entry] = [
            .viewed(by: actor), .searched(by: actor), .requested(.lock, by: actor, reason: reason),
            .performed(.lock, by: actor, approver: nil, reason: reason),
            .performed(.lock, by: actor, approver: approver, reason: reason), .declined(.lock, by: actor, reason: reason),
            .replayed(by: actor, reason: reason), .roleGranted(.support, reason: reason), .roleGranted(.support, reason: nil),
            .roleRemoved(reason: reason),
            .roleRemoved(reason: nil),
        ]
        var restored: [OperatorRecord.Entry] = []
        // Every combination of present and missing parts, for every kind.
        for kind in OperatorRecord.Kind.allCases {
            for parts in 0..<32 {
                let entry = OperatorRecord.Entry(
                    kind, act: parts & 1 == 0 ? nil : .lock, role: parts & 2 == 0 ? nil : .support,
                    actor: parts & 4 == 0 ? nil : actor, approver: parts & 8 == 0 ? nil : approver,
                    reason: parts & 16 == 0 ? nil : reason)
                if let entry { restored.append(entry) }
            }
        }
        #expect(restored.count == entries.count && Set(restored) == Set(entries))
        for entry in entries {
            let record = OperatorRecord(
                id: OperatorRecordID(random: random), entry, at: Timestamp(seconds: 1), account: actor,
                client: Client(address: .loopback, deviceName: "test"))
            let again = OperatorRecord.Entry(
                record.kind, act: record.act, role: record.role, actor: record.actor, approver: record.approver,
                reason: record.reason)
            #expect(again == entry)
        }
    }

    @Test("each act has its own event, and none of them is a failed attempt")
    func events() {
        let kinds = OperatorAct.allCases.map(\.event)
        #expect(Set(kinds).count == kinds.count && AuditEventKind.failedAttempts.isDisjoint(with: kinds))
    }

    @Test(
        "a reason has 3 to 500 visible characters, without the white space around it",
        arguments: [
            ("abc", "abc"), ("  Case 7\n", "Case 7"), ("ab", nil), ("  ab  ", nil), ("", nil), ("a\u{0}bc", nil),
            ("a\nbc", nil), ("a\u{202E}bc", nil), ("a\u{200B}bc", nil),
            ("Fall 7: Telefon gestohlen – 盗難", "Fall 7: Telefon gestohlen – 盗難"),
        ] as [(String, String?)])
    func reasons(text: String, expected: String?) {
        #expect(OperatorReason(text)?.text == expected)
    }

    @Test("a random text is a reason within the bounds, which survives a round trip, or is rejected")
    func anyReason() {
        let random = PredictableRandomBytes(seed: 7)
        for length in 0..<600 {
            guard let reason = OperatorReason(String(decoding: random.bytes(length), as: UTF8.self)) else { continue }
            #expect(OperatorReason(reason.text) == reason)
            #expect(OperatorReason.lengths.contains(reason.text.unicodeScalars.count))
        }
    }

    @Test("a reason is accepted up to 500 characters")
    func longestReason() {
        #expect(OperatorReason(String(repeating: "é", count: 500)) != nil)
        #expect(OperatorReason(String(repeating: "é", count: 501)) == nil)
    }

    @Test("figures have one number for each day, and omit events of other days and kinds")
    func figures() {
        let now = Timestamp(seconds: 20_000 * 86_400 + 5)
        let figures = OperatorFigures(
            [
                EventCount(day: 20_000, kind: .signedIn, count: 2), EventCount(day: 20_000, kind: .signedInByPasskey, count: 3),
                EventCount(day: 19_999, kind: .signInFailed, count: 7), EventCount(day: 19_998, kind: .passkeyAdded, count: 1),
                EventCount(day: 19_997, kind: .signedIn, count: 9), EventCount(day: 20_001, kind: .signedIn, count: 9),
                EventCount(day: 20_000, kind: .passwordUpgraded, count: 4), EventCount(day: 20_000, kind: .signedOut, count: 5),
            ], days: 3, now: now)
        #expect(figures.firstDay == 19_998)
        #expect(
            figures.counts == [
                .signIns: [0, 0, 5], .failures: [0, 7, 0], .upgrades: [0, 0, 4], .passkeysAdded: [1, 0, 0],
            ])
    }
}
