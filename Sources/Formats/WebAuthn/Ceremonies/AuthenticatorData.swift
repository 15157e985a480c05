/// What the authenticator says about the ceremony (section 6.1), read and not yet checked.
struct AuthenticatorData {
    /// The bytes as they came: what is signed.
    let bytes: [UInt8]

    let relyingPartyIDHash: [UInt8]
    let flags: AuthenticatorFlags
    let signCount: UInt32
    let attested: AttestedCredential?

    /// The outputs of authenticator extensions; nil where there are none.
    let extensions: CBORMap?

    /// Reads authenticator data. Bytes beyond what the flags announce are an error.
    init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard bytes.count >= Self.fixedByteCount else {
            throw WebAuthnError(.truncated, "Authenticator data has fewer than 37 bytes.", in: Self.field, offset: bytes.count)
        }
        self.bytes = bytes
        relyingPartyIDHash = Array(bytes[0..<32])
        flags = AuthenticatorFlags(rawValue: bytes[32])
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var reader = try CBORReader(bytes, at: Self.fixedByteCount, in: Self.field)
        if flags.contains(.attestedCredential) {
            let (attested, end) = try AttestedCredential.read(bytes, at: Self.fixedByteCount)
            self.attested = attested
            reader = try CBORReader(bytes, at: end, in: Self.field)
        } else {
            attested = nil
        }
        if flags.contains(.extensions) {
            let start = reader.offset
            guard let map = try reader.item().map, map.entries.allSatisfy({ $0.key.text != nil }) else {
                throw WebAuthnError(.malformed, "The extension outputs are not a map of texts.", in: Self.field, offset: start)
            }
            extensions = map
        } else {
            extensions = nil
        }
        try reader.end()
    }

    /// The checks of the relying party and of the flags.
    func verify(
        _ ceremony: Ceremony, of relyingParty: RelyingParty, requiresPresence: Bool = true, userVerification: UserVerification
    ) throws(WebAuthnError) {
        guard relyingPartyIDHash == relyingParty.idHash else {
            throw failure(.wrongRelyingParty, "The credential is of another relying party.", "rpIdHash", ceremony.check(10, 5))
        }
        guard !requiresPresence || flags.contains(.userPresent) else {
            throw failure(.userNotPresent, "The authenticator saw no user.", "flags", ceremony.check(11, 6))
        }
        guard userVerification != .required || flags.contains(.userVerified) else {
            throw failure(.userNotVerified, "The authenticator did not verify the user.", "flags", ceremony.check(12, 7))
        }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw failure(
                .inconsistentBackup, "The credential is backed up and not eligible for it.", "flags", ceremony.check(13, 8))
        }
    }

    private func failure(_ code: WebAuthnError.Code, _ reason: String, _ member: String, _ check: WebAuthnError.Check)
        -> WebAuthnError
    {
        WebAuthnError(code, reason, in: "\(Self.field).\(member)", check: check)
    }

    fileprivate static let field = "authData"
    private static let fixedByteCount = 37
}

/// The flags of authenticator data (section 6.1). The bits 0x02 and 0x20 are reserved and mean nothing.
public struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
    /// The byte.
    public let rawValue: UInt8

    /// Flags by their byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// UP: a user was present.
    public static let userPresent = AuthenticatorFlags(rawValue: 0x01)
    /// UV: the authenticator verified the user.
    public static let userVerified = AuthenticatorFlags(rawValue: 0x04)
    /// BE: the credential can be backed up. It never changes.
    public static let backupEligible = AuthenticatorFlags(rawValue: 0x08)
    /// BS: the credential is backed up now.
    public static let backedUp = AuthenticatorFlags(rawValue: 0x10)
    /// AT: a new credential is described.
    public static let attestedCredential = AuthenticatorFlags(rawValue: 0x40)
    /// ED: outputs of extensions follow.
    public static let extensions = AuthenticatorFlags(rawValue: 0x80)
}

/// The new credential in authenticator data (section 6.5.2). Its key is not yet a key: only its form as CBOR is known.
struct AttestedCredential {
    let aaguid: AAGUID
    let credentialID: [UInt8]
    let publicKey: CBOR

    /// Reads a credential that other bytes may follow; the second value is where they begin. The key's length is known by reading it.
    static func read(_ bytes: [UInt8], at start: Int) throws(WebAuthnError) -> (AttestedCredential, end: Int) {
        guard bytes.count - start >= 18 else { throw truncated(bytes) }
        let length = Int(bytes[start + 16]) << 8 | Int(bytes[start + 17])
        guard bytes.count - start - 18 >= length else { throw truncated(bytes) }
        var reader = try CBORReader(bytes, at: start + 18 + length, in: AuthenticatorData.field)
        let credential = AttestedCredential(
            aaguid: AAGUID(Array(bytes[start..<(start + 16)])), credentialID: Array(bytes[(start + 18)..<(start + 18 + length)]),
            publicKey: try reader.item())
        return (credential, reader.offset)
    }

    private static func truncated(_ bytes: [UInt8]) -> WebAuthnError {
        WebAuthnError(
            .truncated, "Authenticator data ends within the new credential.", in: AuthenticatorData.field, offset: bytes.count)
    }
}

/// The make of an authenticator (section 6.5.2). Without a trusted attestation it is a claim: name providers by it in a list, and decide nothing.
public struct AAGUID: Sendable, Hashable, CustomStringConvertible {
    /// The 16 bytes.
    public let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The bytes as a UUID in lower case: `fbfc3007-154e-4ecc-8c0b-6e020557d7bd`.
    public var description: String {
        bytes.enumerated().map { index, byte in
            ([4, 6, 8, 10].contains(index) ? "-" : "") + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}

/// Whether a ceremony must verify the user, by a biometric or a code of the device.
public enum UserVerification: Sendable, Hashable {
    /// A response without it is rejected.
    case required
    /// The result says whether it took place.
    case optional
}
