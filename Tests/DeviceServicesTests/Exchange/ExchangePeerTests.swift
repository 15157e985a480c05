import Crypto
import Foundation
import Secrets
import TestKit
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

/// Exported passkeys, read by another implementation of PKCS#8: the library cryptography, in the Python that `scripts/setup test` makes.
@Suite(
    "Exported passkeys and another implementation", .tags(.realParts), .timeLimit(.minutes(5)),
    .enabled(if: ExchangePeer.isProvided, "the packages of Tests/PasskeyPeers are not here: scripts/setup test installs them"))
struct ExchangePeerTests {
    @Test("have the keys that sign for the device")
    func keys() throws {
        let device = try DeviceSimulator()
        let exchange = device.services.exchange
        let document = try ExchangeDocument(ExchangeSample.document([ExchangeSample.passkey(), ExchangeSample.password()]))
        try exchange.apply(try exchange.plan(document), replacing: false)
        let keys = try ExchangePeer.keys(in: try exchange.export().file)
        let key = try #require(keys.first)
        #expect(keys.count == 1 && key.credentialId == Base64URL.encode([1, 2, 3]))
        #expect(key.point == Base64URL.encode(ExchangeSample.key.publicKey.x963Representation))
        let signature = try P256.Signing.ECDSASignature(derRepresentation: try #require(Base64URL.decode(key.signature)))
        #expect(ExchangeSample.key.publicKey.isValidSignature(signature, for: Data("latchkey".utf8)))
    }
}

private enum ExchangePeer {
    struct Key: Decodable {
        let credentialId: String
        let point: String
        let signature: String
    }

    /// The program failed and wrote the reason to standard error.
    struct Failure: Error {}

    static var isProvided: Bool { FileManager.default.isExecutableFile(atPath: python.path) }

    static func keys(in document: [UInt8]) throws -> [Key] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "exchange-peer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "input"), folder.appending(path: "output"))
        try Data(document).write(to: input)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = python
        process.arguments = [package.appending(path: "Tests/PasskeyPeers/exchange.py").path]
        process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1"]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        guard process.wait().status == 0 else { throw Failure() }
        return try Data(contentsOf: output).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Key.self, from: Data($0))
        }
    }

    private static let python = package.appending(path: ".tools/passkey-peers/bin/python")
    /// The folder that holds Package.swift.
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
}
