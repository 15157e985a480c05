import AppleIdentityEmulator
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import SwiftASN1
import Testing
import X509

@Suite("The test certificate authority is limited to Apple's host and this machine")
struct CertificateTests {
    @Test(
        "a client that trusts the authority reaches the emulator under each of its names",
        arguments: ["localhost", "127.0.0.1", "appleid.apple.com"])
    func chain(host: String) async throws {
        try await EmulatorScene.run({ $0.securePort = 0 }) { scene in
            let port = try #require(scene.apple.secureBaseURL?.split(separator: ":").last)
            let status = try await Self.status(
                of: "https://\(host):\(port)/auth/keys", trusting: [scene.apple.certificateAuthority])
            #expect(status == 200)
        }
    }

    @Test("a client that does not trust the authority cannot connect")
    func untrusted() async throws {
        try await EmulatorScene.run({ $0.securePort = 0 }) { scene in
            let base = try #require(scene.apple.secureBaseURL)
            await #expect(throws: (any Error).self) { try await Self.status(of: base + "/auth/keys", trusting: []) }
        }
    }

    @Test("plain HTTP serves the certificate that callers receive")
    func served() async throws {
        try await EmulatorScene.run { scene in
            let answer = try await Caller(scene.apple.baseURL).get("/emulator/ca.pem")
            #expect(answer.text == scene.apple.certificateAuthority)
            #expect(try Certificate(pemEncoded: answer.text).extensions.contains { $0.oid == .X509ExtensionID.nameConstraints })
        }
    }

    @Test("its constraints are critical, so that clients which do not support them reject it")
    func constraints() throws {
        let authority = try TestCertificateAuthority(now: Date())
        let certificate = try Certificate(pemEncoded: authority.certificatePEM)
        let constraints = try #require(certificate.extensions.first { $0.oid == .X509ExtensionID.nameConstraints })
        #expect(constraints.critical)
        let names = try #require(try certificate.extensions.nameConstraints)
        #expect(Array(names.permittedDNSDomains) == ["appleid.apple.com", "localhost"])
    }

    @Test(
        "its certificate for another host is rejected, one for its own hosts is accepted",
        arguments: ["example.com", "evil.appleid.apple.com.example.com", "localhost"])
    func otherHosts(host: String) async throws {
        let now = Date()
        let authority = try TestCertificateAuthority(now: now)
        let issued = try authority.makeServerCertificate(now: now, hosts: [host]).certificate
        var verifier = Verifier(rootCertificates: CertificateStore([try Certificate(pemEncoded: authority.certificatePEM)])) {
            RFC5280Policy()
        }
        let result = await verifier.validate(leaf: issued, intermediates: CertificateStore([]))
        if case .validCertificate = result {
            #expect(host == "localhost")
        } else {
            #expect(host != "localhost")
        }
    }

    @Test("a folder keeps the authority and a key that only its owner can read; a damaged authority is rejected, not replaced")
    func folder() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "emulator-ca-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = CertificateFolder(path: path)
        let made = try folder.authority(now: Date()).certificatePEM
        #expect(try folder.authority(now: Date()).certificatePEM == made)
        let key = path + "/ca-key.pem"
        #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
        try Data("damaged".utf8).write(to: URL(filePath: key))
        #expect(throws: (any Error).self) { try folder.authority(now: Date()) }
        try FileManager.default.removeItem(atPath: key)
        #expect(throws: (any Error).self) { try folder.authority(now: Date()) }
        #expect(try String(contentsOfFile: folder.certificatePath, encoding: .utf8) == made)
        try Data("left by a start that was killed".utf8).write(to: URL(filePath: key))
        try FileManager.default.removeItem(atPath: folder.certificatePath)
        #expect(try folder.authority(now: Date()).certificatePEM != made)
    }

    private static func status(of url: String, trusting authorities: [String]) async throws -> Int {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try authorities.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) })
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.dnsOverride = ["appleid.apple.com": "127.0.0.1"]
        // A retry would not accept a rejected certificate.
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "User-Agent", value: "test")
            let status = Int(try await client.execute(request, timeout: .seconds(300)).status.code)
            try await client.shutdown()
            return status
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}
