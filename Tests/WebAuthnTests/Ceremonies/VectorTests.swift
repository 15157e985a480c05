import Testing
import WebAuthn

/// Tests with the standard's test vectors, unchanged and damaged.
struct VectorTests {
    @Test func `the standard has fifteen vectors`() throws {
        #expect(try Vectors.all.get().vectors.count == 15)
        #expect(Vectors.verifiable.count == (COSEAlgorithm.verifiable.contains(.ed448) ? 15 : 14))
    }

    @Test(arguments: Vectors.verifiable)
    func `a registration is accepted and its attestation trusted`(_ vector: Vector) async throws {
        let registration = try await vector.verify(vector.registration, at: Vectors.site(), policy: Vectors.trusting())
        let expected: (AttestationFormat, Attestation.Kind, certificates: Int) =
            switch vector.name {
            case "packed-self-es256": (.packed, .selfSigned, 0)
            case let name where name.hasPrefix("none"): (.none, .none, 0)
            case let name where name.hasPrefix("packed"): (.packed, .basic, 1)
            case "tpm-es256": (.tpm, .certificationAuthority, 1)
            case "android-key-es256": (.androidKey, .basic, 1)
            case "apple-es256": (.apple, .anonymizationAuthority, 1)
            default: (.fidoU2F, .basic, 1)
            }
        let attestation = try #require(registration.attestations.first)
        #expect(registration.attestations.count == 1)
        #expect(attestation.format == expected.0)
        #expect(attestation.kind == expected.1)
        #expect(attestation.certificates.count == expected.certificates)
        #expect(attestation.isTrusted == (expected.certificates > 0))
        #expect(registration.credentialID.bytes.count == (vector.name.hasSuffix("long-credential-id") ? 1_023 : 32))
    }

    @Test(arguments: Vectors.verifiable)
    func `an authentication is accepted`(_ vector: Vector) async throws {
        let credential = try await vector.credential()
        let authentication = try vector.verify(vector.authentication, with: credential, at: Vectors.site())
        #expect(authentication.credential.id == credential.id)
        #expect(authentication.counter == .unused)
        #expect(authentication.flags.contains(.userPresent))
        let changes = ["packed-self-es256", "packed-es384", "packed-es512", "android-key-es256"]
        #expect(authentication.hasBackupStateChanged == changes.contains(vector.name))
    }

    @Test func `the vector of Ed448 is rejected with a specific code without the trait`() async throws {
        let vector = try #require(Vectors.all.get().vectors.first { $0.name == "packed-ed448" })
        let rejected = await rejection { try await vector.verify(vector.registration, at: Vectors.site()) }
        #expect(rejected == (COSEAlgorithm.verifiable.contains(.ed448) ? nil : "algorithm-not-built R15"))
    }

    @Test func `the framed vectors are rejected if framing is not accepted`() async throws {
        for vector in Vectors.verifiable {
            let isFramed = vector.name.hasSuffix("Origin")
            let site = try Vectors.site(framing: false)
            let credential = try await vector.credential()
            #expect(
                await rejection { try await vector.verify(vector.registration, at: site) }
                    == (isFramed ? "unexpected-framing R6" : nil))
            #expect(
                await rejection { try vector.verify(vector.authentication, with: credential, at: site) }
                    == (isFramed ? "unexpected-framing A4" : nil))
        }
    }

    @Test func `attestations of an untrusted authority are rejected`() async throws {
        let vectors = try Vectors.all.get().vectors
        let apple = try #require(vectors.first { $0.name == "apple-es256" })
        let tpm = try #require(vectors.first { $0.name == "tpm-es256" })
        let root = try Vectors.all.get().attestationRootCertificate.bytes
        let policy = RegistrationPolicy(attestation: AttestationPolicy(anchors: try TrustAnchors([.tpm: [root]])))
        #expect(
            await rejection { try await apple.verify(apple.registration, at: Vectors.site(), policy: policy) }
                == "untrusted-attestation R18")
        #expect(await rejection { try await tpm.verify(tpm.registration, at: Vectors.site(), policy: policy) } == nil)
    }

    @Test(arguments: Vectors.verifiable)
    func `a truncated message is rejected`(_ vector: Vector) async throws {
        let site = try Vectors.site()
        let credential = try await vector.credential()
        for member in [\Vector.Registration.clientDataJSON.bytes, \.attestationObject.bytes] {
            for length in 0..<vector.registration[keyPath: member].count {
                var cut = vector.registration
                cut[keyPath: member].removeSubrange(length...)
                #expect(await rejection { try await vector.verify(cut, at: site) } != nil, "registration, \(length) bytes")
            }
        }
        for member in [\Vector.Authentication.clientDataJSON.bytes, \.authenticatorData.bytes, \.signature.bytes] {
            for length in 0..<vector.authentication[keyPath: member].count {
                var cut = vector.authentication
                cut[keyPath: member].removeSubrange(length...)
                #expect(
                    await rejection { try vector.verify(cut, with: credential, at: site) } != nil, "authentication, \(length) bytes"
                )
            }
        }
    }

    /// The lowest and the highest bit of a byte, and all of them.
    private static let masks: [UInt8] = [0x01, 0x80, 0xFF]

    @Test(arguments: Vectors.verifiable, masks)
    func `an authentication with a flipped byte is rejected`(_ vector: Vector, _ mask: UInt8) async throws {
        let site = try Vectors.site()
        let credential = try await vector.credential()
        for member in [\Vector.Authentication.clientDataJSON.bytes, \.authenticatorData.bytes, \.signature.bytes] {
            for offset in vector.authentication[keyPath: member].indices {
                var flipped = vector.authentication
                flipped[keyPath: member][offset] ^= mask
                #expect(await rejection { try vector.verify(flipped, with: credential, at: site) } != nil, "byte \(offset)")
            }
        }
    }

    @Test(arguments: Vectors.verifiable, masks)
    func `a registration with a flipped byte is rejected, except in bytes that nothing covers`(
        _ vector: Vector, _ mask: UInt8
    ) async throws {
        let (site, policy) = (try Vectors.site(), try Vectors.trusting())
        var accepted: [Set<Int>] = []
        for member in [\Vector.Registration.clientDataJSON.bytes, \.attestationObject.bytes] {
            var offsets: Set<Int> = []
            for offset in vector.registration[keyPath: member].indices {
                var flipped = vector.registration
                flipped[keyPath: member][offset] ^= mask
                if await rejection({ try await vector.verify(flipped, at: site, policy: policy) }) == nil { offsets.insert(offset) }
            }
            accepted.append(offsets)
        }
        #expect(accepted[0].subtracting(vector.uncoveredClientData).isEmpty)
        #expect(accepted[1] == vector.uncoveredAttestationObject(flippedBy: mask))
    }
}

extension Vector {
    /// The positions in unsigned client data that no check covers: the names of optional members, and the unknown member.
    fileprivate var uncoveredClientData: Set<Int> {
        guard name.hasPrefix("none") else { return [] }
        let text = String(decoding: registration.clientDataJSON.bytes, as: UTF8.self)
        var offsets: Set<Int> = []
        for part in [
            text.firstRange(of: /"crossOrigin"/), text.firstRange(of: /"topOrigin"/), text.firstRange(of: /"extraData":"[^"]*"/),
        ] {
            guard let part else { continue }
            offsets.formUnion(part.lowerBound.utf16Offset(in: text)..<part.upperBound.utf16Offset(in: text))
        }
        return offsets
    }

    /// The positions in the attestation object that no check covers: the counter and the AAGUID, which FIDO U2F does not sign, and the
    /// credential ID in a statement without a signature.
    fileprivate func uncoveredAttestationObject(flippedBy mask: UInt8) -> Set<Int> {
        let object = registration.attestationObject.bytes
        guard name.hasPrefix("none") || name.hasPrefix("fido"),
            let start = object.firstRange(of: Array("hauthData".utf8))?.upperBound
        else {
            return uncoveredCertificate(flippedBy: mask)
        }
        // The content follows the head of the byte string.
        let data = start + (object[start] == 0x58 ? 2 : 3)
        let length = Int(object[data + 53]) << 8 | Int(object[data + 54])
        return Set((data + 33)..<(data + 53)).union(name.hasPrefix("none") ? (data + 55)..<(data + 55 + length) : 0..<0)
            .union(uncoveredCertificate(flippedBy: mask))
    }

    /// The position of the number of unused bits in a certificate's signature, if the flipped number is possible: at most seven bits,
    /// which are zero. swift-certificates parses and ignores this number.
    private func uncoveredCertificate(flippedBy mask: UInt8) -> Set<Int> {
        let object = registration.attestationObject.bytes
        // The end of the algorithm ecdsa-with-SHA256, then a BIT STRING.
        guard let start = object.firstRange(of: [0xCE, 0x3D, 0x04, 0x03, 0x02, 0x03])?.upperBound else { return [] }
        let (unused, last) = (Int(object[start + 1] ^ mask), object[start + Int(object[start])])
        return unused < 8 && last.trailingZeroBitCount >= unused ? [start + 1] : []
    }
}
