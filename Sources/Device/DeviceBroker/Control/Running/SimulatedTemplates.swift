import DeviceProtocol
import GRDB

/// The fingers or faces of the simulated sensor, as they stand in the keychain's file.
struct SimulatedTemplates: Sendable {
    let file: KeychainFile

    func all() throws(DeviceRefusal) -> Set<String> {
        do {
            return try file.database.read { try Set(String.fetchAll($0, sql: "SELECT name FROM simulated_templates")) }
        } catch {
            throw .unavailable("the enrolled \(Self.what) cannot be read: \(error)")
        }
    }

    func insert(_ name: TemplateName) throws(DeviceRefusal) {
        try write("INSERT INTO simulated_templates (name) VALUES (?)", name)
    }

    func delete(_ name: TemplateName) throws(DeviceRefusal) {
        try write("DELETE FROM simulated_templates WHERE name = ?", name)
    }

    private func write(_ sql: String, _ name: TemplateName) throws(DeviceRefusal) {
        do {
            try file.write { try $0.execute(sql: sql, arguments: [name.rawValue]) }
        } catch {
            throw .unavailable("the enrolled \(Self.what) cannot be written: \(error)")
        }
    }

    private static let what = "fingers or faces"
}
