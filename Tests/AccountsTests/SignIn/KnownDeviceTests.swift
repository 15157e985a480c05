import InternetAddresses
import Secrets
import Testing

@testable import Accounts

@Suite("Known devices")
struct KnownDeviceTests {
    @Test("an attacker's failures never block a known device")
    func strangersDoNotBlock() async throws {
        let bench = try AccountBench()
        var device = try #require(try await bench.account().deviceToken)
        for number in UInt32(0)..<400 {
            let client = Client(address: IPAddress(v4: 0x0A00_0000 + number % 8), deviceName: nil)
            _ = try await bench.signIn(password: "wrong", from: client)
        }
        #expect(try await bench.signIn().wait != nil)
        for _ in 0..<30 {
            device = try #require(try await bench.signIn(device: device).signedIn?.deviceToken)
        }
    }

    @Test("a known device's failures have a separate budget")
    func devicesHaveABudget() async throws {
        let bench = try AccountBench()
        let device = try #require(try await bench.account().deviceToken)
        for _ in 0..<10 { #expect(try await bench.signIn(password: "wrong", device: device).isRejected) }
        #expect(try await bench.signIn(password: "wrong", device: device).wait == .seconds(8_640))
        #expect(try await bench.signIn(device: device).wait == .seconds(8_640))
        #expect(try await bench.signIn().signedIn != nil)
    }

    @Test("all known devices of an account share one budget")
    func sharedBudget() async throws {
        let bench = try AccountBench()
        let devices = [
            try #require(try await bench.account().deviceToken), try #require(try await bench.signIn().signedIn?.deviceToken),
        ]
        var failures = 0
        for number in 0..<40 where try await bench.signIn(password: "wrong", device: devices[number % 2]).isRejected {
            failures += 1
        }
        #expect(failures == 10)
    }

    @Test("an unknown device token is charged as an unknown device")
    func forgedToken() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        let random = PredictableRandomBytes(seed: 99)
        for number in 0..<40 {
            let (device, client) = (OpaqueToken(random: random), AccountBench.unknownClient(number))
            #expect(try await bench.signIn(password: "wrong", device: device, from: client).isRejected)
        }
        #expect(try await bench.signIn(device: OpaqueToken(random: random)).wait == .seconds(2_160))
        #expect(try await bench.signIn().wait == .seconds(2_160))
    }

    @Test("a session token is not a device token")
    func sessionToken() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.stores.forget()
        #expect(try await bench.signIn(password: "wrong", device: anna.token).isRejected)
        #expect(bench.stores.charges.first?.count == 6)
    }

    @Test("a device of one account is unknown to another")
    func foreignToken() async throws {
        let bench = try AccountBench()
        let mallory = try #require(try await bench.account("mallory").deviceToken)
        _ = try await bench.account("anna.k")
        bench.stores.forget()
        for number in 0..<40 {
            let client = AccountBench.unknownClient(number)
            #expect(try await bench.signIn(password: "wrong", device: mallory, from: client).isRejected)
        }
        #expect(try await bench.signIn(device: mallory).wait == .seconds(2_160))
        #expect(bench.stores.charges.allSatisfy { $0.count == 6 })
        #expect(try await bench.signIn("nobody.here", password: "wrong", device: mallory).isRejected)
        #expect(bench.stores.charges.last?.count == 6)
    }

    @Test("another user's sign-in on the same machine leaves the owner's device known")
    func sharedMachine() async throws {
        let bench = try AccountBench()
        let anna = try #require(try await bench.account("anna.k").deviceToken)
        _ = try await bench.account("boris")
        #expect(try await bench.signIn("boris", device: anna).signedIn != nil)
        bench.stores.forget()
        #expect(try await bench.signIn(password: "wrong", device: anna).isRejected)
        #expect(bench.stores.charges.first?.count == 3)
    }

    @Test("each sign-in gives the device a new token, and the old one becomes unknown")
    func rotation() async throws {
        let bench = try AccountBench()
        let old = try #require(try await bench.account().deviceToken)
        let new = try #require(try await bench.signIn(device: old).signedIn?.deviceToken)
        bench.stores.forget()
        #expect(try await bench.signIn(password: "wrong", device: old).isRejected)
        #expect(try await bench.signIn(password: "wrong", device: new).isRejected)
        #expect(bench.stores.charges.map(\.count) == [6, 3])
    }

    @Test("a device token alone does not sign in")
    func deviceAlone() async throws {
        let bench = try AccountBench()
        let device = try #require(try await bench.account().deviceToken)
        #expect(try await bench.session(device) == nil)
        #expect(try await bench.signIn(password: "", device: device).isRejected)
    }

    @Test("a device that was not used for 400 days is unknown again")
    func lifetime() async throws {
        let bench = try AccountBench()
        let device = try #require(try await bench.account().deviceToken)
        bench.stores.forget()
        let last = AccountBench.start + Device.lifetime
        #expect(try await bench.signIn(password: "wrong", device: device, at: last).isRejected)
        #expect(try await bench.signIn(password: "wrong", device: device, at: last + .milliseconds(1)).isRejected)
        #expect(bench.stores.charges.map(\.count) == [3, 6])
    }
}
