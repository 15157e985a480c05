internal import CBareTPM
internal import Crypto
internal import Foundation
internal import Synchronization

/// The same operations, performed directly by the cryptographic library.
enum BareKeys {
    static func signing(_: Place, _ writers: Int) throws -> Cost {
        let key = P256.Signing.PrivateKey()
        let digest = SHA256.hash(data: Data("a message".utf8))
        return try Cost(writers: writers) { _ = try key.signature(for: digest) }
    }

    static func exchanging(_: Place, _ writers: Int) throws -> Cost {
        let key = P256.KeyAgreement.PrivateKey()
        let peer = P256.KeyAgreement.PrivateKey().publicKey
        return try Cost(writers: writers) { _ = try key.sharedSecretFromKeyAgreement(with: peer) }
    }

    static func signingInTPM(_ place: Place, _ writers: Int) throws -> Cost {
        let tpm = try BareTPM(place.tcti())
        let digest = Array(SHA256.hash(data: Data("a message".utf8)))
        return try Cost(writers: writers) { try tpm.ask { bare_tpm_sign($0, digest) } }
    }

    static func exchangingInTPM(_ place: Place, _ writers: Int) throws -> Cost {
        let tpm = try BareTPM(place.tcti())
        let point = Array(P256.KeyAgreement.PrivateKey().publicKey.rawRepresentation)
        let (x, y) = (Array(point[..<32]), Array(point[32...]))
        return try Cost(writers: writers) { try tpm.ask { bare_tpm_agree($0, x, y) } }
    }

    static func loadingIntoTPM(_ place: Place, _ writers: Int) throws -> Cost {
        let tpm = try BareTPM(place.tcti())
        return try Cost(writers: writers) { try tpm.ask { bare_tpm_load($0) } }
    }
}

/// The TPM with its one key, one request at a time.
private final class BareTPM: Sendable {
    private let address: Mutex<UInt>

    init(_ tcti: String) throws {
        guard let tpm = bare_tpm_open(tcti) else { throw Place.Missing() }
        address = Mutex(UInt(bitPattern: tpm))
    }

    deinit {
        address.withLock { bare_tpm_close(OpaquePointer(bitPattern: $0)) }
    }

    func ask(_ body: (OpaquePointer?) -> UInt32) throws {
        guard address.withLock({ body(OpaquePointer(bitPattern: $0)) }) == 0 else { throw Place.Missing() }
    }
}
