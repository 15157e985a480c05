import InternetAddresses
import Secrets
import Testing

@testable import Accounts

@Suite("Known devices")
struct KnownDeviceTests {
    @Test("strangers' failures never block a device that has signed in before")
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

    @Test("a known device's failures have a budget too, and do not use up that of strangers")
    func devicesHaveABudget() async throws {
        let bench = try AccountBench()
        let device = try #require(try await bench.account().deviceToken)
        for _ in 0..<10 { #expect(try await bench.signIn(password: "wrong", device: device).isRefused) }
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
        for number in 0..<40 where try await bench.signIn(password: "wrong", device: devices[number % 2]).isRefused {
            failures += 1
        }
        #expect(failures == 10)
    }

    @Test("a token that nobody gave out is charged as a stranger's")
    func forgedToken() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        let random = PredictableRandomBytes(seed: 99)
        for number in 0..<40 {
            let (device, client) = (OpaqueToken(random: random), AccountBench.stranger(number))
            #expect(try await bench.signIn(password: "wrong", device: device, from: client).isRefused)
        }
        #expect(try await bench.signIn(device: OpaqueToken(random: random)).wait == .seconds(2_160))
        #expect(try await bench.signIn().wait == .seconds(2_160))
    }

    @Test("a session's token is no device token")
    func sessionToken() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.stores.forget()
        #expect(try await bench.signIn(password: "wrong", device: anna.token).isRefused)
        #expect(bench.stores.charges.first?.count == 6)
    }

    @Test("a device of one account is a stranger to another")
    func foreignToken() async throws {
        let bench = try AccountBench()
        let mallory = try #require(try await bench.account("mallory").deviceToken)
        _ = try await bench.account("anna.k")
        bench.stores.forget()
        for number in 0..<40 {
            let client = AccountBench.stranger(number)
            #expect(try await bench.signIn(password: "wrong", device: mallory, from: client).isRefused)
        }
        #expect(try await bench.signIn(device: mallory).wait == .seconds(2_160))
        #expect(bench.stores.charges.allSatisfy { $0.count == 6 })
        #expect(try await bench.signIn("nobody.here", password: "wrong", device: mallory).isRefused)
        #expect(bench.stores.charges.last?.count == 6)
    }

    @Test("somebody else's sign-in on the same machine does not make its owner a stranger")
    func sharedMachine() async throws {
        let bench = try AccountBench()
        let anna = try #require(try await bench.account("anna.k").deviceToken)
        _ = try await bench.account("boris")
        #expect(try await bench.signIn("boris", device: anna).signedIn != nil)
        bench.stores.forget()
        #expect(try await bench.signIn(password: "wrong", device: anna).isRefused)
        #expect(bench.stores.charges.first?.count == 3)
    }

    @Test("each sign-in gives the device another token, and the old one is a stranger's")
    func rotation() async throws {
        let bench = try AccountBench()
        let old = try #require(try await bench.account().deviceToken)
        let new = try #require(try await bench.signIn(device: old).signedIn?.deviceToken)
        bench.stores.forget()
        #expect(try await bench.signIn(password: "wrong", device: old).isRefused)
        #expect(try await bench.signIn(password: "wrong", device: new).isRefused)
        #expect(bench.stores.charges.map(\.count) == [6, 3])
    }

    @Test("a device signs nobody in")
    func deviceAlone() async throws {
        let bench = try AccountBench()
        let device = try #require(try await bench.account().deviceToken)
        #expect(try await bench.session(device) == nil)
        #expect(try await bench.signIn(password: "", device: device).isRefused)
    }

    @Test("a device not used for 400 days is a stranger again")
    func lifetime() async throws {
        let bench = try AccountBench()
        let device = try #require(try await bench.account().deviceToken)
        bench.stores.forget()
        let last = AccountBench.start + Device.lifetime
        #expect(try await bench.signIn(password: "wrong", device: device, at: last).isRefused)
        #expect(try await bench.signIn(password: "wrong", device: device, at: last + .milliseconds(1)).isRefused)
        #expect(bench.stores.charges.map(\.count) == [3, 6])
    }
}
