import InternetAddresses
import Secrets
import Testing

@testable import Accounts

@Suite("Keys of budgets")
struct BudgetKeyTests {
    static let keys = AccountBench.budgetKeys

    @Test("equal names share a budget, and others do not")
    func names() {
        #expect(Self.keys.name(UserNameKey("Anna")) == Self.keys.name(UserNameKey("ａｎｎａ ")))
        #expect(Self.keys.name(UserNameKey("anna")) != Self.keys.name(UserNameKey("anne")))
    }

    @Test(
        "an IPv4 address counts alone, and an IPv6 subscriber's network counts as one",
        arguments: [
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("2001:db8::1", "2001:db8::ffff:1", true), ("2001:db8::1", "2001:db8:0:1::1", false),
        ])
    func addresses(one: String, other: String, isShared: Bool) throws {
        let (one, other) = (try IPAddress(one), try IPAddress(other))
        for attempt in BudgetKeys.Attempt.allCases {
            let keys = [one, other].map { Self.keys.key(of: attempt, from: $0.throttleKey) }
            #expect((keys[0] == keys[1]) == isShared)
        }
    }

    @Test(
        "the networks of one IPv6 site have the budget of sixteen addresses together, beside that of all clients",
        arguments: [
            ("2001:db8::1", "2001:db8:0:ffff::1", true), ("2001:db8::1", "2001:db8:1::1", false), ("192.0.2.1", "192.0.2.2", false),
        ])
    func sites(one: String, other: String, isShared: Bool) throws {
        let (budget, all) = (Budget.hourly(40), Budget.hourly(10_000))
        let charges = try [one, other].map {
            Self.keys.charges(
                of: .registrations, from: Client(address: try IPAddress($0), deviceName: nil), budget, inAll: all)
        }
        let shared = charges[0].filter(charges[1].contains)
        let site = isShared ? [Budget.hourly(640)] : []
        #expect(shared.map(\.budget) == site + [all])
        #expect(charges[0].count == (one.contains(":") ? 3 : 2))
        #expect(charges[0][0].budget == budget)
    }

    @Test("a name that looks like another kind of subject has its own budget")
    func kinds() throws {
        let account = AccountID(random: PredictableRandomBytes(seed: 4))
        let address = try IPAddress("192.0.2.1")
        let keys =
            [
                Self.keys.name(UserNameKey("*")), Self.keys.name(UserNameKey("192.0.2.1/32")),
                Self.keys.name(UserNameKey(account.description)),
                Self.keys.devices(of: account), Self.keys.hashes(in: SessionID(random: PredictableRandomBytes(seed: 4))),
                Self.keys.hashes(from: address),
                Self.keys.failures(in: SessionID(random: PredictableRandomBytes(seed: 4))),
                Self.keys.changes(in: SessionID(random: PredictableRandomBytes(seed: 4))), Self.keys.factors(of: account),
                Self.keys.factorsFromDevices(of: account), Self.keys.factorsInSessions(of: account),
                Self.keys.hashes(for: UserNameKey("a"), from: address), Self.keys.failures(for: UserNameKey("a"), from: address),
            ]
            + BudgetKeys.Attempt.allCases.flatMap {
                [Self.keys.key(of: $0, from: address.throttleKey), Self.keys.key(of: $0, from: nil)]
            }
        #expect(Set(keys).count == keys.count)
    }

    @Test("another deployment has other keys, and a key does not disclose its name")
    func secrecy() {
        let other = BudgetKeys(key: MasterKey.random(PredictableRandomBytes(seed: 9)).authenticationKey(for: KeyPurpose("budgets")))
        #expect(other.name(UserNameKey("anna")) != Self.keys.name(UserNameKey("anna")))
        #expect(Self.keys.name(UserNameKey("anna")).bytes.count == 32)
    }
}
