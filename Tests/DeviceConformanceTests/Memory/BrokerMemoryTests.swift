import DeviceConformance
import DeviceParts
import Foundation
import OpenSecurity
import TestKit
import Testing

@Suite("Memory of the broker", .tags(.realParts), .timeLimit(.minutes(20))) struct BrokerMemoryTests {
    /// The peak memory so far, in MiB.
    private func peak(of process: Int32) throws -> Int {
        let status = String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(process)/status")), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) }) / 1_024
    }

    @Test("the broker's memory stays below 150 MiB for any query")
    func everything() async throws {
        let device = try SeparateProcessDevice(.software)
        let count = 24
        try await device.run {
            for number in 0..<count {
                let value = Data(repeating: UInt8(truncatingIfNeeded: number), count: 4_000_000)
                #expect(Passwords.add("item-\(number)", [kSecValueData: value]) == errSecSuccess)
            }
            var found: CFTypeRef?
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true,
            ]
            #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
            let values = try #require(found as? [Data])
            #expect(
                values.count == count
                    && values.enumerated().allSatisfy { $1.count == 4_000_000 && $1.first == UInt8(truncatingIfNeeded: $0) })
        }
        let peak = try peak(of: device.brokerProcessID)
        #expect(peak < 150, "\(peak) MiB")
    }

    @Test("the broker's memory stays below 150 MiB for items that consist of attributes")
    func attributes() async throws {
        let device = try SeparateProcessDevice(.software)
        let count = 200
        try await device.run {
            func add(_ number: Int, _ length: Int) -> OSStatus {
                let generic = Data(repeating: UInt8(truncatingIfNeeded: number), count: length)
                return SecItemAdd(Passwords.query("item-\(number)", [kSecAttrGeneric: generic]), nil)
            }
            for number in 0..<count { #expect(add(number, 700_000) == errSecSuccess) }
            #expect(add(count, 2 << 20) == errSecDataTooLarge)
            let all: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
            var found: CFTypeRef?
            let query = all.merging([kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true]) { _, new in new }
            #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
            #expect((found as? NSArray)?.count == count)
            #expect(SecItemUpdate(all as CFDictionary, [kSecAttrLabel: "new"] as CFDictionary) == errSecDataTooLarge)
            #expect(SecItemDelete(all as CFDictionary) == errSecSuccess)
        }
        let peak = try peak(of: device.brokerProcessID)
        #expect(peak < 150, "\(peak) MiB")
    }

    @Test("the broker holds one long value at a time, regardless of an app's number of threads")
    func longValues() async throws {
        let device = try SeparateProcessDevice(.software)
        let value = Data(repeating: 7, count: 16 << 20)
        try await device.run {
            #expect(Passwords.add("long", [kSecValueData: value]) == errSecSuccess)
        }
        let before = try peak(of: device.brokerProcessID)
        try await device.run {
            await withTaskGroup { group in
                for _ in 0..<12 { group.addTask { await OffPool.value { Passwords.read("long").value == value } } }
                for await isRead in group { #expect(isRead) }
            }
        }
        let peak = try peak(of: device.brokerProcessID)
        #expect(peak < before + 112, "\(peak) MiB, and \(before) before")
    }
}
