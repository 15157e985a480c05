import Foundation
import Testing

@testable import OpenSecurity

@Suite("Random bytes") struct RandomBytesTests {
    @Test("the whole buffer is filled, and nothing beyond it") func filling() {
        var bytes = [UInt8](repeating: 0, count: 40_000)
        #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count - 64, &bytes) == errSecSuccess)
        #expect(bytes.suffix(64).allSatisfy { $0 == 0 })
        // With uniform bytes, 64 zeros in a row are practically impossible.
        #expect(!bytes.dropLast(64).split(separator: 0, omittingEmptySubsequences: false).isEmpty)
        #expect(Set(bytes.dropLast(64)).count == 256)
    }

    @Test("two calls return different bytes") func difference() {
        var first = [UInt8](repeating: 0, count: 32)
        var second = first
        #expect(SecRandomCopyBytes(kSecRandomDefault, 32, &first) == errSecSuccess)
        #expect(SecRandomCopyBytes(kSecRandomDefault, 32, &second) == errSecSuccess)
        #expect(first != second)
    }

    @Test("a count of zero succeeds, and a negative one is rejected") func counts() {
        var byte: UInt8 = 7
        #expect(SecRandomCopyBytes(kSecRandomDefault, 0, &byte) == errSecSuccess)
        #expect(SecRandomCopyBytes(kSecRandomDefault, -1, &byte) == errSecParam)
        #expect(byte == 7)
    }

    @Test("another source is rejected") func otherSource() {
        var byte: UInt8 = 7
        #expect(SecRandomCopyBytes(OpaquePointer(bitPattern: 8), 1, &byte) == errSecParam)
        #expect(byte == 7)
    }

    @Test("short reads and interruptions are continued") func shortReads() {
        var bytes = [UInt8](repeating: 0, count: 10)
        var calls = 0
        let isFilled = bytes.withUnsafeMutableBytes { memory in
            RandomFilling.fill(memory) { address, count in
                calls += 1
                if calls == 2 { return -4 }
                address.storeBytes(of: 9, as: UInt8.self)
                return 1
            }
        }
        #expect(isFilled)
        #expect(bytes == [UInt8](repeating: 9, count: 10))
        #expect(calls == 11)
    }

    @Test("a source that fails midway leaves zeros, and the call fails", arguments: [-5, 0, 100])
    func failingSource(answer: Int) {
        var bytes = [UInt8](repeating: 1, count: 10)
        var calls = 0
        let isFilled = bytes.withUnsafeMutableBytes { memory in
            RandomFilling.fill(memory) { address, _ in
                calls += 1
                address.storeBytes(of: 9, as: UInt8.self)
                return calls < 3 ? 1 : answer
            }
        }
        #expect(!isFilled)
        #expect(bytes == [UInt8](repeating: 0, count: 10))
    }
}
