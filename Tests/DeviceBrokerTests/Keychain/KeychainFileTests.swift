import DeviceProtocol
import GRDB
import Testing

@testable import DeviceBroker

@Suite("The keychain's file") struct KeychainFileTests {
    @Test("more simultaneous reads than connections see every acknowledged write, and none is possible after closing")
    func reads() throws {
        let files = try DeviceFiles()
        let file = try KeychainFile.open(path: files.path + "/keychain")
        try file.write { try $0.execute(sql: "UPDATE device SET biometric_failures = 3") }
        let query = "SELECT biometric_failures FROM device"
        let found = try file.look { first in
            try file.look { second in
                try file.look { third in try [first, second, third].map { try Int.fetchOne($0, sql: query) } }
            }
        }
        #expect(found == [3, 3, 3])
        try file.write { try $0.execute(sql: "UPDATE device SET biometric_failures = 4") }
        #expect(try file.look { try Int.fetchOne($0, sql: query) } == 4)
        try file.close()
        #expect(throws: DatabaseError.self) { try file.look { try Int.fetchOne($0, sql: query) } }
    }

    @Test("a file with a newer schema is rejected and stays unchanged")
    func newerSchema() throws {
        let files = try DeviceFiles()
        let path = files.path + "/keychain"
        let newer = Migration.all.count + 1
        let file = try KeychainFile.open(path: path)
        try file.write { try $0.execute(sql: "PRAGMA user_version = \(newer)") }
        try file.close()
        #expect(throws: DeviceError.self) { try KeychainFile.open(path: path) }
        #expect(try DatabaseQueue(path: path).read { try $0.schemaNumber() } == newer)
    }
}
