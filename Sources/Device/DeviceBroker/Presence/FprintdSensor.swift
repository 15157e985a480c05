import DeviceProtocol
import Dispatch
import Threads

/// The fingerprint reader of this machine, which fprintd operates for the user of this process.
///
/// fprintd compares fingerprints; this process receives no biometric data. fprintd counts no failures and has no lockout, so the
/// device does. Each query and each watch uses a separate connection, so that nothing remains from a bus or fprintd that has
/// restarted.
package final class FprintdSensor: BiometricSensor {
    /// The time limits of a sensor.
    package struct Times: Sendable {
        /// The time limit for a response of fprintd, including its start.
        package var call: Duration
        /// The time limit for claiming the reader, for which polkit may first prompt.
        package var claim: Duration
        /// The time limit for the wait for a finger.
        package var timeout: Duration

        package init(call: Duration = .seconds(10), claim: Duration = .seconds(30), timeout: Duration = .seconds(120)) {
            self.call = call
            self.claim = claim
            self.timeout = timeout
        }
    }

    private let address: String?
    private let times: Times
    /// The semaphore that permits one watch of the reader at a time: the previous one may still be releasing it.
    private let turn = DispatchSemaphore(value: 1)

    /// Creates a sensor that uses the bus with this address (`unix:path=…`); nil for the machine's system bus.
    package init(busAddress: String? = nil, times: Times = Times()) {
        address = busAddress
        self.times = times
    }

    package var sensorState: SensorState {
        do throws(BusError) {
            let deadline = ContinuousClock.now + times.call
            let bus = try SystemBus(address: address)
            return .usable(.fingerprint, .observed(try FprintdReader(bus, until: deadline).enrolled(until: deadline)))
        } catch {
            let obstacle = SensorObstacle(error)
            return obstacle == .noReader ? .absent : .unusable(obstacle)
        }
    }

    package func watch(_ report: @escaping @Sendable (SensorEvent) -> Void) -> @Sendable () -> Void {
        let session: FprintdSession
        do throws(BusError) {
            session = try FprintdSession(address: address, times: times, report: report)
        } catch {
            report(SensorEvent(.lost, obstacle: SensorObstacle(error)))
            return {}
        }
        let isStarted = WorkerThread.start { [turn] in
            turn.wait()
            session.run()
            turn.signal()
        }
        if !isStarted { report(SensorEvent(.lost, obstacle: .failed)) }
        return { session.stop() }
    }
}

/// One watch of the reader, from its claim to its release, on a dedicated thread.
final class FprintdSession: Sendable {
    private let address: String?
    private let times: FprintdSensor.Times
    private let interruption: BusInterruption
    private let report: @Sendable (SensorEvent) -> Void

    /// Creates a session. Throws `disconnected` if a socket pair cannot be created.
    init(
        address: String?, times: FprintdSensor.Times, report: @escaping @Sendable (SensorEvent) -> Void
    ) throws(BusError) {
        self.address = address
        self.times = times
        self.report = report
        interruption = try BusInterruption()
    }

    /// Stops reporting, and releases the reader.
    func stop() {
        interruption.raise()
    }

    /// Reports once, unless the session is stopped first.
    func run() {
        guard !interruption.isRaised else { return }
        do throws(BusError) {
            let bus = try SystemBus(address: address)
            let reader = try FprintdReader(bus, until: .now + times.call)
            let owner = try reader.watch(until: .now + times.call)
            // Waits even after a stop: an abandoned claim would block the next one.
            try reader.claim(until: .now + times.claim)
            defer { leave(reader) }
            guard !interruption.isRaised else { return }
            deliver(try sensorEvent(reader, owner))
        } catch {
            guard error != .interrupted else { return }
            deliver(SensorEvent(.lost, obstacle: SensorObstacle(error)))
        }
    }

    private func sensorEvent(_ reader: FprintdReader, _ owner: String) throws(BusError) -> SensorEvent {
        // After the claim, so that another program cannot enrol a finger, use it and remove it in between.
        let enrolled = try reader.enrolled(until: .now + times.call)
        try reader.startVerifying(until: .now + times.call)
        var verification = FprintdVerification()
        let deadline = ContinuousClock.now + times.timeout
        while true {
            let notice: FprintdReader.Notice
            do throws(BusError) {
                notice = try reader.notice(from: owner, until: deadline, unless: interruption)
            } catch .timedOut {
                return SensorEvent(.timedOut)
            }
            guard case .verifying(let result, let isDone) = notice else { return SensorEvent(.lost, obstacle: .stopped) }
            switch verification.receive(result, isDone: isDone) {
            case .wait: continue
            case .restart:
                try reader.stopVerifying(until: .now + times.call)
                try reader.startVerifying(until: .now + times.call)
            case .end(.matched, _): return SensorEvent(.matched, enrolled: enrolled)
            case .end(let report, let obstacle): return SensorEvent(report, obstacle: obstacle)
            }
        }
    }

    /// Waits for the release, so that the next watch finds the reader free. Errors are ignored, because the end of the connection
    /// also releases it.
    private func leave(_ reader: FprintdReader) {
        try? reader.stopVerifying(until: .now + times.call)
        try? reader.release(until: .now + times.call)
    }

    private func deliver(_ sensorEvent: SensorEvent) {
        guard !interruption.isRaised else { return }
        report(sensorEvent)
    }
}
