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
