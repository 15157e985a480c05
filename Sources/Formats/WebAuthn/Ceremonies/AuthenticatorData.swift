/// Authenticator data (section 6.1), parsed and not yet verified.
struct AuthenticatorData {
    /// The received bytes, which the authenticator signs.
    let bytes: [UInt8]

    let relyingPartyIDHash: [UInt8]
    let flags: AuthenticatorFlags
    let signCount: UInt32
    let attested: AttestedCredential?

    /// The outputs of authenticator extensions, or nil without the flag ED.
    let extensions: CBORMap?

    /// Parses authenticator data. Rejects bytes beyond the parts that the flags announce.
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
                throw WebAuthnError(
                    .malformed, "The extension outputs must be a map with text keys.", in: Self.field, offset: start)
            }
            extensions = map
        } else {
            extensions = nil
        }
        try reader.end()
    }

    /// Verifies the relying party and the flags: R10 to R13, or A5 to A8.
    func verify(
        _ ceremony: Ceremony, of relyingParty: RelyingParty, requiresPresence: Bool = true, userVerification: UserVerification
    ) throws(WebAuthnError) {
        guard relyingPartyIDHash == relyingParty.idHash else {
            throw failure(.wrongRelyingParty, "The credential belongs to another relying party.", "rpIdHash", ceremony.check(10, 5))
        }
        guard !requiresPresence || flags.contains(.userPresent) else {
            throw failure(.userNotPresent, "No user was present at the authenticator.", "flags", ceremony.check(11, 6))
        }
        guard userVerification != .required || flags.contains(.userVerified) else {
            throw failure(.userNotVerified, "The authenticator did not verify the user.", "flags", ceremony.check(12, 7))
        }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw failure(
                .inconsistentBackup, "The flags contradict each other: the credential is backed up but not eligible for backup.",
                "flags", ceremony.check(13, 8))
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

/// The flags of authenticator data (section 6.1). The bits 0x02 and 0x20 are reserved and ignored.
public struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
    /// The byte of the flags.
    public let rawValue: UInt8

    /// Creates flags from their byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// UP: a user was present.
    public static let userPresent = AuthenticatorFlags(rawValue: 0x01)
    /// UV: the authenticator verified the user.
    public static let userVerified = AuthenticatorFlags(rawValue: 0x04)
    /// BE: the credential can be backed up. This flag never changes.
    public static let backupEligible = AuthenticatorFlags(rawValue: 0x08)
    /// BS: the credential is backed up now.
    public static let backedUp = AuthenticatorFlags(rawValue: 0x10)
    /// AT: the data contains a new credential.
    public static let attestedCredential = AuthenticatorFlags(rawValue: 0x40)
    /// ED: the data contains extension outputs.
    public static let extensions = AuthenticatorFlags(rawValue: 0x80)
}

/// The new credential in authenticator data (section 6.5.2). Its key is parsed as CBOR only.
struct AttestedCredential {
    let aaguid: AAGUID
    let credentialID: [UInt8]
    let publicKey: CBOR

    /// Parses the credential at `start`. Returns it with the offset of its end, because the key's length is known only after parsing.
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
            .truncated, "Authenticator data ends inside the new credential.", in: AuthenticatorData.field, offset: bytes.count)
    }
}

/// The identifier of an authenticator's model (section 6.5.2).
///
/// Without a trusted attestation it is an unverified claim. Use it to name providers in a list, and not to make decisions.
public struct AAGUID: Sendable, Hashable, CustomStringConvertible {
    /// The 16 bytes.
    public let bytes: [UInt8]

    /// Restores a stored model: 16 bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The bytes as a UUID in lower case: `fbfc3007-154e-4ecc-8c0b-6e020557d7bd`.
    public var description: String {
        bytes.enumerated().map { index, byte in
            ([4, 6, 8, 10].contains(index) ? "-" : "") + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}

/// Whether a ceremony must verify the user, by biometry or the device's passcode.
public enum UserVerification: Sendable, Hashable {
    /// A response without user verification is rejected.
    case required
    /// The result reports whether the user was verified.
    case optional
}
