import AppleIdentityEmulator
import Foundation
import Testing

@Suite("The movable clock")
struct EmulatedClockTests {
    @Test("the clock moves back to its base")
    func movesBack() {
        let clock = EmulatedClock(stoppedAt: Date(timeIntervalSince1970: 1_772_366_400))
        #expect(!clock.isMoved)
        clock.advance(by: 0.5)
        #expect(!clock.isMoved, "less than a second is no move")
        clock.advance(by: -3_600)
        #expect(clock.isMoved)
        clock.moveBack()
        #expect(!clock.isMoved && clock.now == Date(timeIntervalSince1970: 1_772_366_400))
    }

    @Test("a stopped clock changes only when it is moved, forward or back")
    func moving() {
        let clock = EmulatedClock(stoppedAt: ServiceBench.noon)
        #expect(clock.now == ServiceBench.noon && clock.offset == 0)
        #expect(clock.advance(by: 90))
        #expect(clock.now == ServiceBench.noon.addingTimeInterval(90))
        #expect(clock.advance(by: -3_600))
        #expect(clock.offset == -3_510)
        #expect(clock.set(to: ServiceBench.noon))
        #expect(clock.now == ServiceBench.noon)
    }

    @Test("a set clock continues with its base")
    func runningOn() {
        let base = EmulatedClock(stoppedAt: ServiceBench.noon)
        let clock = EmulatedClock { base.now }
        clock.set(to: ServiceBench.noon.addingTimeInterval(1_000))
        base.advance(by: 5)
        #expect(clock.now == ServiceBench.noon.addingTimeInterval(1_005))
    }

    @Test(
        "moves out of range or to NaN change nothing", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 6e9])
    func rejectedMoves(_ seconds: Double) {
        let clock = EmulatedClock(stoppedAt: ServiceBench.noon)
        // Outside of #expect, which would print the date: Foundation traps on some of these.
        let isAdvanced = clock.advance(by: seconds)
        let isSet = clock.set(to: Date(timeIntervalSince1970: seconds * 2))
        #expect(!isAdvanced && !isSet)
        #expect(clock.now == ServiceBench.noon)
    }

    @Test("the limits of the range can be reached, and a base beyond them is clamped")
    func ends() {
        let clock = EmulatedClock(stoppedAt: ServiceBench.noon)
        #expect(clock.set(to: EmulatedClock.earliest) && clock.now == EmulatedClock.earliest)
        #expect(clock.set(to: EmulatedClock.latest) && clock.now == EmulatedClock.latest)
        #expect(EmulatedClock(stoppedAt: .distantFuture).now == EmulatedClock.latest)
        #expect(EmulatedClock(stoppedAt: .distantPast).now == EmulatedClock.earliest)
        let numberless = EmulatedClock(stoppedAt: Date(timeIntervalSince1970: .nan))
        #expect(numberless.now == EmulatedClock.earliest)
    }
}
