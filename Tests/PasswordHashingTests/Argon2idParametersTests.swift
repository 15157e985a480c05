import PasswordHashing
import Testing

@Suite("The cost of argon2id")
struct Argon2idParametersTests {
    @Test(
        "OWASP's equivalent choices and the upper limits are accepted",
        arguments: [
            (47_104, 1), (19_456, 2), (12_288, 3), (9_216, 4), (7_168, 5), (35_840, 1), (1_048_576, 4), (262_144, 16),
        ])
    func accepted(memoryKiB: Int, passes: Int) throws {
        let parameters = try Argon2idParameters(memoryKiB: memoryKiB, passes: passes)
        #expect(parameters.memoryKiB == memoryKiB)
        #expect(parameters.passes == passes)
    }

    @Test(
        "values below the lower or above the upper limits are rejected",
        arguments: [
            (7_167, 6, .memoryTooSmall(minimumKiB: 7_168)),
            (-1, 2, .memoryTooSmall(minimumKiB: 7_168)),
            (7_168, 4, .workTooSmall(minimumKiB: 35_840)),
            (35_839, 1, .workTooSmall(minimumKiB: 35_840)),
            (19_456, 0, .tooFewPasses),
            (19_456, -2, .tooFewPasses),
            (19_456, 17, .tooManyPasses(maximum: 16)),
            (1_048_577, 1, .memoryTooLarge(maximumKiB: 1_048_576)),
            (Int.max, Int.max, .memoryTooLarge(maximumKiB: 1_048_576)),
            (262_145, 16, .workTooLarge(maximumKiB: 4_194_304)),
        ] as [(Int, Int, Argon2idParametersError)])
    func rejected(memoryKiB: Int, passes: Int, error: Argon2idParametersError) {
        #expect(throws: error) { try Argon2idParameters(memoryKiB: memoryKiB, passes: passes) }
    }

    @Test("the standard is OWASP's first choice for one lane, and passes the checks")
    func standard() throws {
        #expect(try Argon2idParameters(memoryKiB: 19_456, passes: 2) == .standard)
    }

    @Test("less memory or fewer passes is weaker")
    func weaker() {
        let base = Argon2idParameters(uncheckedMemoryKiB: 64, passes: 2)
        #expect(!base.isWeaker(than: base))
        #expect(!base.isWeaker(than: Argon2idParameters(uncheckedMemoryKiB: 32, passes: 1)))
        #expect(base.isWeaker(than: Argon2idParameters(uncheckedMemoryKiB: 65, passes: 1)))
        #expect(base.isWeaker(than: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 3)))
    }
}
