import DeviceBroker
import DeviceProtocol
import DeviceServices
import Foundation
import Testing

@testable import DeviceSimulator

/// The quick starts of DeviceProtocol.docc and DeviceServices.docc.
enum QuickStart {
    static func find() throws -> FoundItems {
        // In Sources/Device/DeviceProtocol/DeviceProtocol.docc/DeviceProtocol.md
        let link: any DeviceLink = CurrentDevice.link
        var attributes = ItemAttributes()
        attributes.set(.account, .text("anna"))
        _ = try link.perform(
            AddItem(
                itemClass: .genericPassword, attributes: attributes, accessControl: AccessControl(accessibility: .whenUnlocked),
                data: Array("secret".utf8)))
        let found = try link.perform(
            FindItems(query: ItemQuery(itemClass: .genericPassword, attributes: attributes), returning: .data))
        // End
        return found
    }

    static func start(around device: Device, in folder: String, on screen: any SheetInterface) throws -> DeviceServices {
        // In Sources/Device/DeviceServices/DeviceServices.docc/DeviceServices.md
        let services = try DeviceServices(
            DeviceServices.Parts(
                store: FileServicesStore(folder: folder, sealedBy: device.fileKey), fills: RecentFills(now: { .now }),
                providers: ProviderParts(timer: SystemExtensionTimer()), now: { .now }),
            presence: device.presence, state: device.state)
        services.attach(screen)
        device.broker.attach(services)
        // End
        return services
    }
}

@Suite("Quick start of DeviceProtocol and DeviceServices")
struct QuickStartTests {
    @Test("the code block adds an item to the keychain of the current device, and finds it")
    func finds() throws {
        let device = try DeviceSimulator()
        let found = try device.run { try QuickStart.find() }
        #expect(found.items.map(\.data) == [Array("secret".utf8)])
    }

    @Test("the code block starts the services, which answer an app's request")
    func starts() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quick-start-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let device = try DeviceSimulator()
        device.detachServices()
        let context = try device.link.perform(OpenContext())
        #expect(throws: DeviceError.self) { try device.link.perform(ReadIdentityStore(context: context)) }

        let services = try QuickStart.start(around: device.device, in: folder.path, on: device.sheets.interface)
        defer { services.stop() }
        #expect(try device.link.perform(ReadIdentityStore(context: context)).identities.isEmpty)
    }
}
