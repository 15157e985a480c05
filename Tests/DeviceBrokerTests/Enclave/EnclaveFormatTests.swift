import DeviceProtocol
import Foundation
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Storage format of the enclaves", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveFormatTests {
    let files: DeviceFiles

    init() throws {
        files = try DeviceFiles()
    }

    @Test("the same random bytes produce the same stored bytes")
    func writing() throws {
        let enclave = try open(.createIfAbsent)
        _ = try enclave.setPasscode(proof(1)).granted()
        _ = try enclave.advanceBiometricGeneration()
        let key = try enclave.createKey(.passcodeAndCurrentBiometry).granted()
        let state = try Data(contentsOf: URL(fileURLWithPath: path)).base64EncodedString()
        #expect(state == Written.state)
        #expect(Data(key.blob.bytes).base64EncodedString() == Written.key)
    }

    @Test("data of an earlier version can be opened")
    func reading() throws {
        try #require(Data(base64Encoded: Written.state)).write(to: URL(fileURLWithPath: path))
        let enclave = try open(.existing)
        let key = KeyBlob([UInt8](try #require(Data(base64Encoded: Written.key))))
        let full = KeyAuthorization(passcode: try proof(1), presence: try enclave.presenceKey())
        #expect(try enclave.sign(input, with: key, authorization: .none).rejection == .authorizationRequired)
        _ = try enclave.sign(input, with: key, authorization: full).granted()
    }

    @Test("the record of a TPM enclave contains the slot, the name and the sealed secret, with their lengths")
    func record() throws {
        let bytes = TPMRecord(slot: 3, primaryName: [1, 2], sealedDeviceSecret: [7, 8, 9]).message
        #expect(bytes == [3, 0, 2, 1, 2, 0, 3, 7, 8, 9])
        #expect(try TPMRecord(message: bytes).message == bytes)
    }

    private var path: String { files.path + "/enclave" }

    private func open(_ opening: EnclaveOpening) throws -> SoftwareEnclave {
        let key = SecretBytes([UInt8](repeating: 7, count: 32))
        let configuration = try #require(SoftwareEnclave.Configuration(stateFile: path, hostKey: key, opening: opening))
        return try SoftwareEnclave(inProcess: configuration, random: PredictableRandomBytes(seed: 6))
    }
}

/// Written by version 1.
private enum Written {
    static let state =
        "TEtFTgEBSDy/U/Re/f4gMKC/NRHLLxs1coKtYuwV3nuPb92BQkYm/fKyiB7kXBnm1kZOM0g6JF3RSOHgTfUXVt+bQ2m1hwhClFLu"
        + "DtR/cWK43rScFGxl7EZ+1BIW2HIq/gfFhLGx2uQefIwPeqrhLxdfJSuEP8k3nKTJQdDWw95Izy/3oztcC0JXbScHbycJimoDrINj"
        + "/yb6Xmf2vwbFSSvOOWE9Y6FHGkEbNhgi78UUmzlKxjPoZAMhP/4CD9gecuCMAHmtZin6Ne056SzJLpx9pv+fHMuUc46WRZfSmZ6h"
        + "6GOSstYBdT8="
    static let key =
        "AQEBBQAAAAAAAAABAAAAAAAAAAIA4O+t2aVkvZnfUTmynUFyHUdK1SaHOvPmQiJppI3dh3RurcS6h4uItiSZD9D4/LzUZa+7UrMM"
        + "v2chCXnZ5hdnceyEZOP3xu6O29CuHCGrdeJdbNrcfcmDek85/KohuoZzCl97ix0Bs7BN46J+gSpb9nNlRm7YqInyeGboyxtLEOYH"
        + "IsC9skFu"
}
