import DeviceProtocol
import Dispatch
import Threads

/// The fingerprint reader of this machine, as fprintd drives it for the user of this process.
///
/// fprintd compares; nothing of a finger comes here. It counts no failures and has no lock-out, so that the device does. Each look and each watch has
/// a connection of its own: nothing is left over from a bus, or an fprintd, that was started anew.
package final class FprintdSensor: BiometricSensor {
    /// How long what may take.
    package struct Times: Sendable {
        /// An answer of fprintd, its start among it.
        package var call: Duration
        /// Opening the reader, where polkit may ask somebody first.
        package var claim: Duration
        /// A person, to come with a finger.
        package var patience: Duration

        package init(call: Duration = .seconds(10), claim: Duration = .seconds(30), patience: Duration = .seconds(120)) {
            self.call = call
            self.claim = claim
            self.patience = patience
        }
    }

    private let address: String?
    private let times: Times
    /// One watch has the reader at a time: the one before may still be releasing it.
    private let turn = DispatchSemaphore(value: 1)

    /// Uses the bus of that address (`unix:path=…`); without one, the machine's system bus.
    package init(busAddress: String? = nil, times: Times = Times()) {
        address = busAddress
        self.times = times
    }

    package var standing: SensorStanding {
        do throws(BusError) {
            let deadline = ContinuousClock.now + times.call
            let bus = try SystemBus(address: address)
            return .usable(.fingerprint, .observed(try FprintdReader(bus, until: deadline).enrolled(until: deadline)))
        } catch {
            let obstacle = SensorObstacle(error)
            return obstacle == .noReader ? .absent : .unusable(obstacle)
        }
    }

    package func watch(_ report: @escaping @Sendable (Sighting) -> Void) -> @Sendable () -> Void {
        let session: FprintdSession
        do throws(BusError) {
            session = try FprintdSession(address: address, times: times, report: report)
        } catch {
            report(Sighting(.lost, obstacle: SensorObstacle(error)))
            return {}
        }
        let isStarted = WorkerThread.start { [turn] in
            turn.wait()
            session.run()
            turn.signal()
        }
        if !isStarted { report(Sighting(.lost, obstacle: .failed)) }
        return { session.stop() }
    }
}

/// One watch of the reader, from its claim to its release, on a thread of its own.
final class FprintdSession: Sendable {
    private let address: String?
    private let times: FprintdSensor.Times
    private let interruption: BusInterruption
    private let report: @Sendable (Sighting) -> Void

    /// Throws `disconnected` where what it needs cannot be had.
    init(
        address: String?, times: FprintdSensor.Times, report: @escaping @Sendable (Sighting) -> Void
    ) throws(BusError) {
        self.address = address
        self.times = times
        self.report = report
        interruption = try BusInterruption()
    }

    /// Nothing is reported from now on, and the reader is released.
    func stop() {
        interruption.raise()
    }

    /// Reports once, unless it is stopped before.
    func run() {
        guard !interruption.isRaised else { return }
        do throws(BusError) {
            let bus = try SystemBus(address: address)
            let reader = try FprintdReader(bus, until: .now + times.call)
            let owner = try reader.watch(until: .now + times.call)
            // Waited for also when stopped: a claim that is given up on its way is in the way of the next one.
            try reader.claim(until: .now + times.claim)
            defer { leave(reader) }
            guard !interruption.isRaised else { return }
            tell(try sighting(reader, owner))
        } catch {
            guard error != .interrupted else { return }
            tell(Sighting(.lost, obstacle: SensorObstacle(error)))
        }
    }

    private func sighting(_ reader: FprintdReader, _ owner: String) throws(BusError) -> Sighting {
        // Under the claim, so that nobody can enrol a finger, use it and remove it again in between.
        let enrolled = try reader.enrolled(until: .now + times.call)
        try reader.startVerifying(until: .now + times.call)
        var verification = FprintdVerification()
        let deadline = ContinuousClock.now + times.patience
        while true {
            let notice: FprintdReader.Notice
            do throws(BusError) {
                notice = try reader.notice(from: owner, until: deadline, unless: interruption)
            } catch .timedOut {
                return Sighting(.timedOut)
            }
            guard case .verifying(let result, let isDone) = notice else { return Sighting(.lost, obstacle: .stopped) }
            switch verification.receive(result, isDone: isDone) {
            case .wait: continue
            case .restart:
                try reader.stopVerifying(until: .now + times.call)
                try reader.startVerifying(until: .now + times.call)
            case .end(.matched, _): return Sighting(.matched, enrolled: enrolled)
            case .end(let report, let obstacle): return Sighting(report, obstacle: obstacle)
            }
        }
    }

    /// Waits for the release, for the next watch is to find the reader free. Whatever fails, the end of the connection releases it as well.
    private func leave(_ reader: FprintdReader) {
        try? reader.stopVerifying(until: .now + times.call)
        try? reader.release(until: .now + times.call)
    }

    private func tell(_ sighting: Sighting) {
        guard !interruption.isRaised else { return }
        report(sighting)
    }
}
