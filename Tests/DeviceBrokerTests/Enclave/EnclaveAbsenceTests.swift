import DeviceParts
import DeviceProtocol
import Glibc
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Enclave failures", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveAbsenceTests {
    private func code(_ body: () throws(EnclaveError) -> Void) -> EnclaveError.Code? {
        do throws(EnclaveError) {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("calls of a killed enclave throw, also later ones", arguments: EnclaveSubject.available.filter { $0 != .softwareHere })
    func killed(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        var enclave: (any Enclave)? = try fixture.open()
        let key = try #require(try enclave?.createKey(.nothing).granted())
        fixture.killEnclave()
        let gone = try #require(enclave)
        for _ in 0..<2 {
            #expect(
                code { () throws(EnclaveError) in _ = try gone.sign(input, with: key.blob, authorization: .none) } == .unavailable)
        }
        enclave = nil
    }

    @Test(
        "an enclave that is killed while it waits for presence throws",
        arguments: EnclaveSubject.available.filter { $0 != .softwareHere })
    func killedMeanwhile(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let key = try enclave.createKey(.biometry).granted()
        let presence = try enclave.presenceKey()
        let killer = Killer(fixture)
        let authorization = KeyAuthorization(
            presence: ScriptedSigner {
                killer.kill()
                return presence.signature(for: $0)
            })
        #expect(
            code { () throws(EnclaveError) in _ = try enclave.sign(input, with: key.blob, authorization: authorization) }
                == .unavailable)
    }

    @Test(
        "a call of a hanging enclave times out",
        arguments: EnclaveSubject.available.filter { $0 != .softwareHere })
    func hanging(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        // Creating one takes longest. The limit allows opening it on a loaded machine; the hang then takes as long.
        _ = try fixture.open()
        fixture.close()
        let enclave = try fixture.open(timeout: .seconds(4))
        fixture.tpm?.stop()
        if let child = fixture.child { kill(child, SIGSTOP) }
        #expect(code { () throws(EnclaveError) in _ = try enclave.biometricGeneration() } == .timedOut)
        // Later calls do not wait.
        let later = code { () throws(EnclaveError) in _ = try enclave.biometricGeneration() }
        #expect(later == .unavailable || later == .timedOut)
        fixture.killEnclave()
    }

    @Test("a call with a timeout of zero fails immediately")
    func silentSocket() throws {
        let (ours, theirs) = try UnixConnection.pair()
        let fixture = try EnclaveFixture(.softwareHere)
        let configuration = try fixture.configuration(.createIfAbsent, 7)
        let found = code { () throws(EnclaveError) in
            _ = try SoftwareEnclave(socket: ours, configuration: configuration, timeout: .zero)
        }
        #expect(found == .timedOut)
        withExtendedLifetime(theirs) {}
    }

    @Test(
        "a malformed response breaks the connection",
        arguments: [
            [0, 0, 0, 1, 99], [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 2, 6, 6], [0, 0, 0, 1, 6], [0, 0, 0, 2, 7, 2],
        ] as [[UInt8]])
    func noAnswer(_ bytes: [UInt8]) throws {
        let (ours, theirs) = try UnixConnection.pair()
        #expect(send(theirs.descriptor, bytes, bytes.count, 0) == bytes.count)
        let fixture = try EnclaveFixture(.softwareHere)
        let configuration = try fixture.configuration(.createIfAbsent, 7)
        let found = code { () throws(EnclaveError) in
            _ = try SoftwareEnclave(socket: ours, configuration: configuration, timeout: .seconds(600))
        }
        #expect(found == .protocolViolation)
    }

    @Test("a truncated response is an unavailable enclave")
    func cutShort() throws {
        let (ours, theirs) = try UnixConnection.pair()
        #expect(send(theirs.descriptor, [0, 0, 0, 9, 1] as [UInt8], 5, 0) == 5)
        shutdown(theirs.descriptor, Int32(SHUT_WR))
        let transport = SocketTransport(ours, timeout: .seconds(600))
        #expect(code { () throws(EnclaveError) in _ = try transport.exchange(.describe) } == .unavailable)
        #expect(code { () throws(EnclaveError) in _ = try transport.exchange(.describe) } == .unavailable)
    }

    @Test("a program that cannot be started is an unavailable enclave")
    func noProgram() {
        #expect(
            code { () throws(EnclaveError) in _ = try SoftwareEnclaveProcess.start(executable: "/nowhere", arguments: []) }
                == .unavailable)
    }
}

/// Kills from within a signer. The fixture lives at least as long as the call that uses the signer.
private final class Killer: Sendable {
    private nonisolated(unsafe) let fixture: EnclaveFixture

    init(_ fixture: EnclaveFixture) {
        self.fixture = fixture
    }

    func kill() { fixture.killEnclave() }
}
