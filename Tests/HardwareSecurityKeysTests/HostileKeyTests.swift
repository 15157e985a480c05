import Crypto
import DeviceBroker
import DeviceProtocol
import DeviceServices
import TestKit
import Testing
import WebAuthn

/// A key that sends what no key should.
@Suite("Responses of a hostile security key", .timeLimit(.minutes(10))) struct HostileKeyTests {
    @Test(
        "a response that ends early is rejected at each length",
        arguments: [TransportKey.Command.getInfo, .makeCredential, .getAssertion])
    func truncated(command: TransportKey.Command) throws {
        let key = TransportKey()
        let id = try key.create().0.credentialID
        let count = try response(of: key, to: command, allowing: [id]).count
        // The length of a signature in DER varies by a few bytes.
        for missing in 1...count {
            key.behaviour.response = { $0 == command ? Array($1.dropLast(missing)) : $1 }
            #expect(
                rejection {
                    if command == .makeCredential {
                        _ = try key.create()
                    } else {
                        _ = try key.sign(allowing: [id])
                    }
                } == .unusable, "\(missing)")
        }
    }

    @Test("a credential and a signature for another relying party are rejected")
    func otherRelyingParty() throws {
        let key = TransportKey()
        key.behaviour.relyingParty = "example.org"
        #expect(rejection { _ = try key.create() } == .unusable)
        let request = try #require(
            SecurityKeyRegistrationRequest(
                relyingParty: "example.org", challenge: [1], userName: "jane", userHandle: [1], userVerification: .discouraged,
                algorithms: [-7]))
        let order = SecurityKeyCreation(request, clientDataHash: [UInt8](repeating: 1, count: 32))
        let id = try key.software.create(order, pin: nil, until: PromptCancellationToken()).credentialID
        #expect(rejection { _ = try key.sign(allowing: [id]) } == .unusable)
    }

    @Test(
        "a credential without a user who is present, and an unknown attestation, are rejected",
        arguments: [HostileChange.flags(0x40), .flags(0x44), .flags(0x01), .entry(1, .text("unknown")), .entry(2, .null)])
    func creation(change: HostileChange) throws {
        let key = TransportKey()
        key.behaviour.response = { $0 == .makeCredential ? change.applied(to: $1) : $1 }
        #expect(rejection { _ = try key.create() } == .unusable)
        key.behaviour.response = { $1 }
        #expect(rejection { _ = try key.create() } == nil)
    }

    @Test(
        "a signature of another credential, without a user who is present, or out of bounds is rejected",
        arguments: [
            HostileChange.flags(0x00), .flags(0x04), .credential([7]), .credential([UInt8](repeating: 7, count: 1_024)),
            .entry(3, .bytes([])), .entry(2, .bytes([UInt8](repeating: 0, count: 36))), .entry(2, .null),
            .user([UInt8](repeating: 1, count: 65)),
        ])
    func signature(change: HostileChange) throws {
        let key = TransportKey()
        let id = try key.create(residentKey: .required).0.credentialID
        key.behaviour.response = { $0 == .getAssertion ? change.applied(to: $1) : $1 }
        #expect(rejection { _ = try key.sign(allowing: [id, [8]]) } == .unusable)
        key.behaviour.response = { $1 }
        #expect(rejection { _ = try key.sign(allowing: [id, [8]]) } == nil)
    }

    @Test("a signature for any credential that names no user, or an ID that is too long, is rejected")
    func unnamed() throws {
        let key = TransportKey()
        _ = try key.create(residentKey: .required)
        for change in [HostileChange.user([]), .credential([UInt8](repeating: 7, count: 1_024))] {
            key.behaviour.response = { $0 == .getAssertion ? change.applied(to: $1) : $1 }
            #expect(rejection { _ = try key.sign() } == .unusable)
        }
    }

    @Test("after random changes, a response is rejected or still belongs to the request", arguments: [UInt64(1), 2, 3, 4])
    func changed(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let key = TransportKey()
        let id = try key.create().0.credentialID
        let site = Array(SHA256.hash(data: Array(TransportKey.site.utf8)))
        for _ in 0..<200 {
            let (position, byte) = (Int.random(in: 0..<400, using: &generator), UInt8.random(in: 1...255, using: &generator))
            key.behaviour.response = { command, response in
                guard command != .getInfo, !response.isEmpty else { return response }
                var response = response
                // Other tests change the status.
                response[1 + position % max(1, response.count - 1)] ^= byte
                return response
            }
            if let made = try? key.create().0 {
                #expect(made.authenticatorData.starts(with: site) && made.authenticatorData[32] & 0x41 == 0x41)
            }
            if let signed = try? key.sign(allowing: [id]).0 {
                #expect(signed.authenticatorData.starts(with: site) && signed.authenticatorData[32] & 0x01 == 0x01)
                #expect(signed.credentialID == id && !signed.signature.isEmpty)
            }
        }
    }

    /// Returns the response that the key sends to a command.
    private func response(
        of key: TransportKey, to command: TransportKey.Command, allowing allowed: [[UInt8]]
    ) throws -> [UInt8] {
        let sent = Watched<[UInt8]>([])
        key.behaviour.response = { found, response in
            if found == command { sent.value = response }
            return response
        }
        _ = try key.create()
        _ = try key.sign(allowing: allowed)
        #expect(sent.value.count > 20)
        return sent.value
    }
}

/// A change of a response with a credential or a signature (Client to Authenticator Protocol 2.1, sections 6.1.2 and 6.2.2).
enum HostileChange: Sendable {
    /// Replaces the flags of the authenticator data.
    case flags(UInt8)
    /// Replaces the ID of the credential that signed.
    case credential([UInt8])
    /// Replaces the user handle.
    case user([UInt8])
    /// Replaces any entry.
    case entry(Int, CBOR)

    func applied(to response: [UInt8]) -> [UInt8] {
        guard var reader = try? CBORReader(response, at: 1, in: "response"), let map = try? reader.item().map else {
            return response
        }
        let change: (label: Int, value: CBOR) =
            switch self {
            case .flags(let flags):
                (2, .bytes((map[2]?.bytes ?? []).enumerated().map { $0.offset == 32 ? flags : $0.element }))
            case .credential(let id): (1, .map(CBORMap([(.text("id"), .bytes(id)), (.text("type"), .text("public-key"))])))
            case .user(let handle): (4, .map(CBORMap([(.text("id"), .bytes(handle))])))
            case .entry(let label, let value): (label, value)
            }
        return [0] + CBOR.map(CBORMap([(key: CBOR.integer(change.label), value: change.value)] + map.entries)).encoded
    }
}
