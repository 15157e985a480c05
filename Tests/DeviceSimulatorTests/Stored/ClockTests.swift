import DeviceScreens
import Foundation
import Synchronization
import Testing

@testable import DeviceSimulator

@Suite("The clock of a simulated device", .timeLimit(.minutes(20))) struct ClockTests {
    /// The machine's clock, which the test controls.
    private final class Machine: Sendable {
        private let time = Mutex(Date(timeIntervalSinceReferenceDate: 900_000_000))
        var now: Date { time.withLock { $0 } }
        func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
    }

    @Test("is stopped until it is advanced")
    func standing() throws {
        let device = try DeviceSimulator()
        #expect(device.clock.now == Date(timeIntervalSinceReferenceDate: 800_000_000))
        device.clock.advance(by: .seconds(5))
        #expect(device.clock.now == Date(timeIntervalSinceReferenceDate: 800_000_005))
    }

    @Test("follows another clock with a lead, also after the device is opened again")
    func following() throws {
        let (folder, machine) = (StoredFolder(), Machine())
        do {
            let device = try DeviceSimulator(storedIn: folder.path, time: .following { machine.now })
            #expect(device.clock.now == machine.now)
            machine.pass(10)
            device.clock.advance(by: .seconds(180))
            #expect(device.clock.now == machine.now + 180)
        }
        machine.pass(3_600)
        let again = try DeviceSimulator(storedIn: folder.path, time: .following { machine.now })
        #expect(again.clock.now == machine.now + 180)
    }

    @Test("never goes back when a device with a stopped clock begins to follow another clock")
    func change() throws {
        let (folder, machine) = (StoredFolder(), Machine())
        let before = try { () -> Date in
            let device = try DeviceSimulator(storedIn: folder.path)
            device.clock.advance(by: .seconds(200_000_000))
            return device.clock.now
        }()
        #expect(try DeviceSimulator(storedIn: folder.path, time: .following { machine.now }).clock.now == before)
        machine.pass(60)
        #expect(try DeviceSimulator(storedIn: folder.path, time: .following { machine.now }).clock.now == before + 60)
        #expect(try DeviceSimulator(storedIn: folder.path).clock.now == before + 60)
    }

    @Test("the view changes with the minute, a banner and a code, and with nothing else")
    func seen() throws {
        let machine = Machine()
        let phone = try Phone(
            DeviceSimulator(passcode: nil, time: .following { machine.now }), name: "iPhone", random: SystemRandomNumberGenerator())
        phone.receive(message: "Your code is 123456", from: "Shop")
        func look(after seconds: Double) -> Int {
            machine.pass(seconds)
            phone.lookAtClock()
            return phone.withCore { $0.view.version }
        }
        let first = look(after: 1)
        #expect(look(after: 1) == first)
        // The banner disappears, and nothing else changes within the minute.
        let second = look(after: 5)
        #expect(second == first + 1)
        #expect(look(after: 20) == second)
        #expect(look(after: 40) == second + 1)
        #expect(phone.view.time.timeIntervalSince(machine.now) == 0)
        #expect(phone.withCore { $0.state.isDue(at: machine.now + 1) } == false)
        machine.pass(112)
        phone.lookAtClock()
        #expect(phone.withCore { $0.state.isDue(at: machine.now + 1) } == true, "the code is three minutes old")
    }
}
