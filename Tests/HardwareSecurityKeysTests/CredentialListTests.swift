import DeviceProtocol
import DeviceServices
import TestKit
import Testing

@testable import HardwareSecurityKeys

@Suite("Lists of credentials that exceed the limits of a key", .timeLimit(.minutes(10))) struct CredentialListTests {
    /// Credentials of other keys.
    private static let others = (0..<40).map { [UInt8](repeating: UInt8($0), count: 60) }

    private static func list(with id: [UInt8], at position: Int) -> [[UInt8]] {
        Array(others[..<position]) + [id] + others[position...]
    }

    @Test(
        "the key's own credential is found at any place, and the user touches the key once",
        arguments: [(8, nil), (nil, 1_200), (8, 1_200), (1, 800), (nil, nil)] as [(Int?, Int?)])
    func found(count: Int?, length: Int?) throws {
        let key = TransportKey()
        let id = try key.create().0.credentialID
        key.behaviour.maximumListCount = count
        key.behaviour.maximumMessageLength = length
        for position in [0, 7, 8, 21, 40] {
            let list = Self.list(with: id, at: position)
            let signed = try key.sign(allowing: list).0
            #expect(signed.credentialID == id && signed.authenticatorData[32] == 0x01)
            #expect(rejection { _ = try key.create(excluding: list) } == .excluded)
        }
        #expect(rejection { _ = try key.sign(allowing: Self.others) } == .noCredential)
        #expect(rejection { _ = try key.create(excluding: Self.others) } == nil)
    }

    @Test("without a touch, the key's answer is the same whether it has a credential or not")
    func untouched() throws {
        let key = TransportKey()
        let id = try key.create().0.credentialID
        key.behaviour.maximumListCount = 8
        key.software.isTouched = false
        for list in [Self.others, Self.list(with: id, at: 20)] {
            #expect(rejection { _ = try key.sign(allowing: list) } == .notTouched)
            #expect(rejection { _ = try key.create(excluding: list) } == .notTouched)
        }
    }

    @Test("the PIN is verified with the first part")
    func pin() throws {
        let key = TransportKey(pin: "1234")
        let id = try key.create(userVerification: .required, pin: "1234").0.credentialID
        key.behaviour.maximumListCount = 8
        let list = Self.list(with: id, at: 20)
        #expect(try key.sign(allowing: list, userVerification: .required, pin: "1234").0.authenticatorData[32] == 0x05)
        #expect(rejection { _ = try key.sign(allowing: list, userVerification: .required, pin: "0000") } == .wrongPIN)
    }

    @Test("a key that names a credential of no part is rejected")
    func hostile() throws {
        let key = TransportKey()
        let id = try key.create().0.credentialID
        key.behaviour.maximumListCount = 8
        key.behaviour.response = { $0 == .getAssertion ? HostileChange.credential([7]).applied(to: $1) : $1 }
        #expect(rejection { _ = try key.sign(allowing: Self.list(with: id, at: 20)) } == .unusable)
        #expect(rejection { _ = try key.create(excluding: Self.list(with: id, at: 20)) } == .unusable)
    }

    @Test("parts keep the order and the limits, for any limits of a key", arguments: [UInt64(1), 2, 3, 4])
    func parts(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let stated = CredentialListLimits(
                count: [0, 1, 8, UInt64.max].randomElement(using: &generator) ?? 0,
                idLength: [0, 32, 64, UInt64.max].randomElement(using: &generator) ?? 0,
                messageLength: [0, 1, 400, 1_200, UInt64.max].randomElement(using: &generator) ?? 0)
            let ids = (0..<Int.random(in: 0...64, using: &generator)).map { index in
                [UInt8](repeating: UInt8(index), count: Int.random(in: 1...100, using: &generator))
            }
            let lists = stated.lists(of: ids, texts: 30)
            let possible = ids.filter { $0.count <= stated.idLength }
            #expect(lists.flatMap { $0 } == (possible.isEmpty ? Array(ids.prefix(1)) : possible))
            for list in lists {
                #expect(!list.isEmpty && list.count <= stated.count)
                let length = list.reduce(286) { $0 + $1.count + 23 }
                #expect(list.count == 1 || length <= stated.messageLength)
            }
        }
    }
}
