import DeviceBroker
import DeviceProtocol
import DeviceServices
import WebClient

/// The system around the broker of a simulated device.
final class SimulatedServices: Sendable {
    let services: DeviceServices
    let sheets = SimulatedSheets()
    let browser = SimulatedBrowser()
    let network = SimulatedNetwork()
    let passwords = SimulatedPasswords()

    init(_ device: Device) throws(DeviceRefusal) {
        guard let service = try? AppleServiceClient(transport: network, base: SimulatedNetwork.placeholder) else {
            throw .unavailable("there is no way to Apple's service")
        }
        services = try DeviceServices(
            DeviceServices.Parts(
                store: VolatileServicesStore(), service: service, passwords: passwords, accountPasswords: passwords,
                browser: browser.driver),
            presence: device.presence, state: device.state)
        services.attach(sheets.interface)
        device.broker.attach(services)
    }

    /// The device is gone.
    func stop() {
        services.stop()
    }
}
