import DeviceProtocol
import DeviceParts
import TestKit
import Testing

@testable import DeviceBroker

@Suite(
    "Fingerprint reader of fprintd", .tags(.realParts), .enabled(if: VirtualReader.canRun, "\(VirtualReader.need)"),
    .timeLimit(.minutes(20)))
struct FprintdSensorTests {
    let reader: VirtualReader
    let sensor: FprintdSensor

    static let name = "Virtual device for debugging"
    static let finger = "right-index-finger"

    init() throws {
        reader = try VirtualReader()
        sensor = FprintdSensor(busAddress: reader.busAddress)
    }

    private func watch(_ sensor: FprintdSensor? = nil) -> (log: SensorEventLog, stop: @Sendable () -> Void) {
        let log = SensorEventLog()
        return (log, (sensor ?? self.sensor).watch(log.put))
    }

    @Test("the enrolment is current after other programs change it")
    func sensorState() throws {
        #expect(sensor.sensorState == .usable(.fingerprint, .observed(EnrolledSet(sensor: Self.name, names: []))))
        try reader.enrol(Self.finger, of: "alice")
        #expect(sensor.sensorState == .usable(.fingerprint, .observed(EnrolledSet(sensor: Self.name, names: [Self.finger]))))
        try reader.enrol("left-thumb", of: "bob")
        let both = EnrolledSet(sensor: Self.name, names: ["left-thumb", Self.finger])
        #expect(sensor.sensorState == .usable(.fingerprint, .observed(both)))
        try reader.removeFingers()
        #expect(sensor.sensorState == .usable(.fingerprint, .observed(EnrolledSet(sensor: Self.name, names: []))))
        #expect(watch().log.first() == SensorEvent(.lost, obstacle: .noEnrolment))
    }

    @Test("an enrolled finger matches and an unknown one does not, with one report each")
    func fingers() throws {
        try reader.enrol(of: "alice")
        let set = EnrolledSet(sensor: Self.name, names: [Self.finger])
        for (person, sensorEvent) in [
            ("alice", SensorEvent(.matched, enrolled: set)), ("mallory", SensorEvent(.notMatched)),
            ("alice", SensorEvent(.matched, enrolled: set)),
        ] {
            let (log, stop) = watch()
            try reader.touch(by: person)
            #expect(log.first() == sensorEvent)
            stop()
            #expect(log.all.count == 1)
        }
    }

    @Test("a badly placed finger leads to another scan")
    func badFingers() throws {
        try reader.enrol(of: "alice")
        let (log, stop) = watch()
        for how in 0...3 { try reader.touchBadly(how) }
        try reader.touch(by: "alice")
        #expect(log.first().report == .matched)
        stop()
    }

    @Test("a failed reader is reported as lost, and is usable again afterwards")
    func failure() throws {
        try reader.enrol(of: "alice")
        let (log, stop) = watch()
        try reader.fail()
        #expect(log.first() == SensorEvent(.lost, obstacle: .failed))
        stop()
        let (second, _) = watch()
        try reader.touch(by: "alice")
        #expect(second.first().report == .matched)
    }

    @Test("an unplugged reader is reported as lost, and is absent afterwards")
    func unplugged() throws {
        try reader.enrol(of: "alice")
        let (log, _) = watch()
        try reader.unplug()
        #expect(log.first().report == .lost)
        // fprintd removes it shortly afterwards.
        try reader.wait { if case .usable = sensor.sensorState { false } else { true } }
        #expect([.absent, .unusable(.unplugged)].contains(sensor.sensorState))
        #expect(watch().log.first().report == .lost)
    }

    @Test("a second program receives an error with the reason, and can use the reader after the first one")
    func claimed() throws {
        try reader.enrol(of: "alice")
        let (first, stop) = watch()
        // Another program does not wait for its turn.
        try reader.wait { reader.isLooking }
        let other = FprintdSensor(busAddress: reader.busAddress)
        #expect(watch(other).log.first() == SensorEvent(.lost, obstacle: .inUse))
        #expect(other.sensorState != .unusable(.inUse))
        stop()
        #expect(first.all.isEmpty)
        try reader.wait { !reader.isLooking }
        let (third, stopThird) = watch()
        try reader.touch(by: "alice")
        #expect(third.first().report == .matched)
        stopThird()
    }

    @Test("a stopped watch reports nothing, and frees the reader immediately")
    func stopped() throws {
        try reader.enrol(of: "alice")
        for waits in [true, false, true, false, false] {
            let (log, stop) = watch()
            if waits { try reader.wait { reader.isLooking } }
            stop()
            #expect(log.all.isEmpty)
        }
        try reader.wait { !reader.isLooking }
        let (log, stop) = watch()
        try reader.touch(by: "alice")
        #expect(log.first().report == .matched)
        stop()
    }

    @Test("a watch times out")
    func timeout() throws {
        try reader.enrol(of: "alice")
        let sensor = FprintdSensor(busAddress: reader.busAddress, times: .init(timeout: .milliseconds(20)))
        #expect(watch(sensor).log.first() == SensorEvent(.timedOut))
    }

    @Test("the sensor is lost with fprintd, and available again with it, with the same fingers")
    func restartedService() throws {
        try reader.enrol(of: "alice")
        let before = sensor.sensorState
        let (log, _) = watch()
        try reader.wait { reader.isLooking }
        reader.killService()
        #expect(log.first() == SensorEvent(.lost, obstacle: .stopped))
        #expect(sensor.sensorState == .unusable(.noService))
        #expect(watch().log.first() == SensorEvent(.lost, obstacle: .noService))
        try reader.startService()
        #expect(sensor.sensorState == before)
        let (second, stop) = watch()
        try reader.touch(by: "alice")
        #expect(second.first().report == .matched)
        stop()
    }

    @Test("the sensor is lost with the bus")
    func lostBus() throws {
        try reader.enrol(of: "alice")
        let (log, _) = watch()
        try reader.wait { reader.isLooking }
        reader.killBus()
        #expect(log.first() == SensorEvent(.lost, obstacle: .noBus))
        #expect(sensor.sensorState == .unusable(.noBus))
        #expect(watch().log.first() == SensorEvent(.lost, obstacle: .noBus))
    }

    @Test("signals of other senders are ignored")
    func impostor() throws {
        try reader.enrol(of: "alice")
        let (log, stop) = watch()
        try reader.wait { reader.isLooking }
        try reader.claimMatch()
        try reader.touch(by: "mallory")
        #expect(log.first() == SensorEvent(.notMatched))
        stop()
        #expect(log.all.count == 1)
    }
}
