import DeviceServices
import Foundation
import Synchronization

/// Where the record of a device lasts: in its folder, or with the object alone.
final class DeviceMemory: Sendable {
    private let file: DurableFile?
    private let record: Mutex<DeviceRecord>

    /// - Parameters:
    ///   - new: What a new device is like. One that is there stays as it is.
    /// - Throws: where what is there is damaged, or was written by a later version. It is left as it is.
    init(in folder: DeviceFolder, new: DeviceRecord) throws {
        guard case .lasting(let path) = folder else {
            file = nil
            record = Mutex(new)
            return
        }
        let file = DurableFile(folder: path, name: "device.json")
        let bytes = try file.load()
        let known = try bytes.map { try StoredForm.read(DeviceRecord.self, of: file.path, $0, upTo: DeviceRecord.currentVersion) }
        // Before there was this file, the time stood in one of its own.
        var first = new
        first.time = try Self.earlierTime(in: path)
        if known == nil { try file.replace(by: StoredForm.bytes(first)) }
        self.file = file
        record = Mutex(known ?? first)
    }

    var current: DeviceRecord { record.withLock { $0 } }

    /// Durable when it returns. What cannot be written down is lost with the process.
    func change(_ body: (inout DeviceRecord) -> Void) {
        record.withLock { record in
            let old = record
            body(&record)
            guard record != old, let bytes = try? StoredForm.bytes(record) else { return }
            try? file?.replace(by: bytes)
        }
    }

    private static func earlierTime(in folder: String) throws -> Double? {
        guard let bytes = try DurableFile(folder: folder, name: "clock").load() else { return nil }
        guard let time = Double(String(decoding: bytes, as: UTF8.self)), time.isFinite else {
            throw SimulatorFailure.damaged(folder + "/clock")
        }
        return time
    }
}
