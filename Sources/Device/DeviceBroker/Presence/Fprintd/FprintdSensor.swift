import DeviceProtocol
import Dispatch

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
        let isStarted = Thread.start { [turn] in
            turn.wait()
            session.run()
            turn.signal()
        }
        if !isStarted { report(Sighting(.lost, obstacle: .failed)) }
        return { session.stop() }
    }
}
