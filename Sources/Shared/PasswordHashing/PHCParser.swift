import Secrets

/// Parses a PHC string in one pass from left to right.
struct PHCParser {
    private let text: [UInt8]
    private var position = 0

    init(_ phc: String) {
        text = Array(phc.utf8.prefix(Self.maximumLength + 1))
    }

    mutating func parse() throws(PasswordHashFormatError) -> PasswordHash {
        guard text.count <= Self.maximumLength else { throw error(.tooLong, at: Self.maximumLength) }
        try expect("$")
        let nameStart = position
        switch String(decoding: field(), as: UTF8.self) {
        case "argon2id": return try argon2id()
        case "scrypt": return try scrypt()
        case "pbkdf2-sha256": return try pbkdf2()
        default: throw error(.unknownAlgorithm, at: nameStart)
        }
    }

    private mutating func argon2id() throws(PasswordHashFormatError) -> PasswordHash {
        try expect("$v=")
        let versionStart = position
        guard try number() == 19 else { throw error(.unsupportedVersion, at: versionStart) }
        try expect("$")
        let costStart = position
        try expect("m=")
        let memoryKiB = try number()
        try expect(",t=")
        let passes = try number()
        try expect(",p=")
        let lanesStart = position
        guard try number() == 1 else { throw error(.unsupportedLanes, at: lanesStart) }
        guard memoryKiB >= 8, passes >= 1 else { throw error(.costTooLow, at: costStart) }
        guard Argon2idParameters.excess(memoryKiB: memoryKiB, passes: passes) == nil else {
            throw error(.costTooHigh, at: costStart)
        }
        let saltStart = position + 1
        let (salt, output) = try saltAndOutput()
        guard salt.count == 16 else { throw error(.unsupportedSaltSize, at: saltStart) }
        let parameters = Argon2idParameters(uncheckedMemoryKiB: memoryKiB, passes: passes)
        return PasswordHash(algorithm: .argon2id(parameters), salt: salt, output: output)
    }

    private mutating func scrypt() throws(PasswordHashFormatError) -> PasswordHash {
        try expect("$")
        let costStart = position
        try expect("ln=")
        let logN = try number()
        try expect(",r=")
        let blockSize = try number()
        try expect(",p=")
        let parallelization = try number()
        guard logN >= 1, blockSize >= 1, parallelization >= 1 else { throw error(.costTooLow, at: costStart) }
        guard let parameters = ScryptParameters(logN: logN, blockSize: blockSize, parallelization: parallelization) else {
            throw error(.costTooHigh, at: costStart)
        }
        let (salt, output) = try saltAndOutput()
        return PasswordHash(algorithm: .scrypt(parameters), salt: salt, output: output)
    }

    private mutating func pbkdf2() throws(PasswordHashFormatError) -> PasswordHash {
        try expect("$")
        let costStart = position
        let isPasslib = position < text.count && text[position] != UInt8(ascii: "i")
        if !isPasslib { try expect("i=") }
        let iterations = try number()
        guard iterations >= 1 else { throw error(.costTooLow, at: costStart) }
        guard iterations <= Self.maximumIterations else { throw error(.costTooHigh, at: costStart) }
        let (salt, output) = try saltAndOutput(in: isPasslib ? .passlib : .standard)
        return PasswordHash(algorithm: .pbkdf2SHA256(iterations: iterations), salt: salt, output: output)
    }

    private mutating func saltAndOutput(in alphabet: Base64 = .standard) throws(PasswordHashFormatError) -> (
        salt: [UInt8], output: [UInt8]
    ) {
        let salt = try base64(sizes: 8...64, otherwise: .saltSize, in: alphabet)
        let output = try base64(sizes: 16...64, otherwise: .outputSize, in: alphabet)
        guard position == text.count else { throw error(.trailing, at: position) }
        return (salt, output)
    }

    private mutating func base64(
        sizes: ClosedRange<Int>, otherwise reason: PasswordHashFormatError.Reason, in alphabet: Base64
    ) throws(PasswordHashFormatError) -> [UInt8] {
        try expect("$")
        let start = position
        guard let bytes = alphabet.decode(utf8: field()) else { throw error(.notBase64, at: start) }
        guard sizes.contains(bytes.count) else { throw error(reason, at: start) }
        return bytes
    }

    /// Returns everything up to the next dollar sign or the end.
    private mutating func field() -> ArraySlice<UInt8> {
        let start = position
        while position < text.count, text[position] != UInt8(ascii: "$") { position += 1 }
        return text[start..<position]
    }

    private mutating func expect(_ literal: String) throws(PasswordHashFormatError) {
        guard text[position...].starts(with: literal.utf8) else { throw error(.expected(literal), at: position) }
        position += literal.utf8.count
    }

    /// Parses a decimal number of one to ten digits.
    private mutating func number() throws(PasswordHashFormatError) -> Int {
        let start = position
        var value = 0
        while position < text.count, case let digit = text[position] &- UInt8(ascii: "0"), digit <= 9 {
            guard position - start < 10 else { throw error(.notANumber, at: start) }
            value = value * 10 + Int(digit)
            position += 1
        }
        let isPadded = position - start > 1 && text[start] == UInt8(ascii: "0")
        guard position > start, !isPadded else { throw error(.notANumber, at: start) }
        return value
    }

    private func error(_ reason: PasswordHashFormatError.Reason, at position: Int) -> PasswordHashFormatError {
        PasswordHashFormatError(reason: reason, position: position)
    }

    private static let maximumLength = 512
    /// About two seconds of work, and sixteen times the current recommendation.
    private static let maximumIterations = 10_000_000
}

extension Base64 {
    /// The alphabet of passlib's hashes.
    fileprivate static let passlib = Base64(digit62: UInt8(ascii: "."), digit63: UInt8(ascii: "/"))
}
