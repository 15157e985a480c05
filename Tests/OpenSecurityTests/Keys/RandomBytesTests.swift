import Foundation
import Testing

@testable import OpenSecurity

@Suite("random bytes") struct RandomBytesTests {
    @Test("all of the memory is filled, and nothing beyond it") func filling() {
        var bytes = [UInt8](repeating: 0, count: 40_000)
        #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count - 64, &bytes) == errSecSuccess)
        #expect(bytes.suffix(64).allSatisfy { $0 == 0 })
        // Were it uniform, 64 zeros in a row anywhere would be a miracle.
        #expect(!bytes.dropLast(64).split(separator: 0, omittingEmptySubsequences: false).isEmpty)
        #expect(Set(bytes.dropLast(64)).count == 256)
    }

    @Test("two calls give different bytes") func difference() {
        var first = [UInt8](repeating: 0, count: 32)
        var second = first
        #expect(SecRandomCopyBytes(kSecRandomDefault, 32, &first) == errSecSuccess)
        #expect(SecRandomCopyBytes(kSecRandomDefault, 32, &second) == errSecSuccess)
        #expect(first != second)
    }

    @Test("no bytes are given without trouble, fewer than none are refused") func counts() {
        var byte: UInt8 = 7
        #expect(SecRandomCopyBytes(kSecRandomDefault, 0, &byte) == errSecSuccess)
        #expect(SecRandomCopyBytes(kSecRandomDefault, -1, &byte) == errSecParam)
        #expect(byte == 7)
    }

    @Test("another source is refused") func otherSource() {
        var byte: UInt8 = 7
        #expect(SecRandomCopyBytes(OpaquePointer(bitPattern: 8), 1, &byte) == errSecParam)
        #expect(byte == 7)
    }

    @Test("a source that gives little is asked again; an interruption does not count") func shortReads() {
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

    @Test("a source that fails midway leaves zeros, and says so", arguments: [-5, 0, 100])
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
