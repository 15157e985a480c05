import DeviceSimulator
import Foundation
import OpenSecurity
import SwiftASN1
import Testing

@Suite("Certificates in the keychain") struct CertificateItemTests {
    let device: DeviceSimulator
    private let alice: CertificateMaker

    init() throws {
        device = try DeviceSimulator()
        alice = try #require(CertificateMaker.alice)
    }

    private func find(_ more: [CFString: Any]) -> (status: OSStatus, result: CFTypeRef?) {
        var result: CFTypeRef?
        let query = [kSecClass: kSecClassCertificate].merging(more) { $1 } as CFDictionary
        return (SecItemCopyMatching(query, &result), result)
    }

    private func add(_ certificate: SecCertificate, _ more: [CFString: Any] = [:]) -> OSStatus {
        SecItemAdd([kSecValueRef: certificate].merging(more) { $1 } as CFDictionary, nil)
    }

    @Test("a certificate is returned as it was added, in every form") func forms() throws {
        try device.run {
            let certificate = try alice.object
            #expect(add(certificate, [kSecAttrLabel: "mine"]) == noErr)
            #expect(find([kSecReturnRef: true]).result as? SecCertificate == certificate)
            #expect(find([kSecReturnData: true]).result as? Data == Data(try alice.der))
            let reference = try #require(find([kSecReturnPersistentRef: true]).result as? Data)
            var again: CFTypeRef?
            #expect(SecItemCopyMatching([kSecValuePersistentRef: reference, kSecReturnRef: true] as CFDictionary, &again) == noErr)
            #expect(again as? SecCertificate == certificate)
            let attributes = try #require(find([kSecReturnAttributes: true]).result as? [String: Any])
            #expect(attributes[kSecAttrLabel as String] as? String == "mine")
            #expect(attributes[kSecAttrCertificateType as String] as? Int == 3)
            #expect(attributes[kSecAttrCertificateEncoding as String] as? Int == 3)
            #expect(attributes[kSecAttrSerialNumber as String] as? Data == Data([0, 0x80, 1]))
            #expect(attributes[kSecAttrSubjectKeyID as String] as? Data == Data([1, 2, 3]))
            #expect(attributes[kSecAttrPublicKeyHash as String] as? Data == (try alice.privateKey).applicationLabel)
            #expect(attributes[kSecAttrIssuer as String] as? Data == Data(certificate.contents.issuer.normalized))
            #expect(attributes[kSecAttrSubject as String] as? Data == Data(certificate.contents.subject.normalized))
        }
    }

    @Test("issuer and serial number identify the item, whichever app adds it") func uniqueness() throws {
        try device.run {
            #expect(add(try alice.object) == noErr)
            #expect(add(try alice.object, [kSecAttrLabel: "another name"]) == errSecDuplicateItem)
            let data: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueData: Data(try alice.der)]
            #expect(SecItemAdd(data as CFDictionary, nil) == errSecDuplicateItem)
            #expect(add(try CertificateMaker(serial: [7]).object) == noErr)
            #expect((find([kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true]).result as? [SecCertificate])?.count == 2)
            #expect(SecItemDelete([kSecValueRef: try alice.object] as CFDictionary) == noErr)
            #expect((find([kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true]).result as? [SecCertificate])?.count == 1)
        }
    }

    @Test("only a certificate's names can be updated; its bytes and derived attributes are fixed")
    func updates() throws {
        try device.run {
            #expect(add(try alice.object) == noErr)
            func update(_ changes: [CFString: Any]) -> OSStatus {
                SecItemUpdate([kSecClass: kSecClassCertificate] as CFDictionary, changes as CFDictionary)
            }
            let other = Data(try CertificateMaker(serial: [7]).der)
            for (name, value): (CFString, Any) in [
                (kSecAttrIssuer, Data([1])), (kSecAttrSubject, Data([1])), (kSecAttrSerialNumber, Data([1])),
                (kSecAttrPublicKeyHash, Data([1])), (kSecAttrSubjectKeyID, Data([1])), (kSecAttrCertificateType, 1),
                (kSecAttrCertificateEncoding, 1),
            ] {
                #expect(update([name: value]) == errSecReadOnlyAttr, "\(name)")
            }
            for bytes in [Data("garbage".utf8), other] { #expect(update([kSecValueData: bytes]) == errSecParam) }
            #expect(update([kSecValueRef: try CertificateMaker(serial: [7]).object]) == errSecParam)
            #expect(update([kSecValueData: Data(try alice.der), kSecAttrSerialNumber: Data([0, 0x80, 1])]) == noErr)
            #expect(update([kSecAttrLabel: "mine"]) == noErr)
            #expect(find([kSecReturnData: true]).result as? Data == Data(try alice.der))
        }
    }

    @Test("an app cannot override derived attributes, and malformed bytes are rejected") func derived() throws {
        try device.run {
            #expect(add(try alice.object, [kSecAttrPublicKeyHash: Data([1]), kSecAttrSerialNumber: Data([9])]) == noErr)
            let attributes = try #require(find([kSecReturnAttributes: true]).result as? [String: Any])
            #expect(attributes[kSecAttrPublicKeyHash as String] as? Data == (try alice.privateKey).applicationLabel)
            #expect(attributes[kSecAttrSerialNumber as String] as? Data == Data([0, 0x80, 1]))
            #expect(attributes[kSecAttrLabel as String] as? String == "Alice")
            for bytes in [Data(), Data("none".utf8), Data(try alice.der) + [0]] {
                let item: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueData: bytes]
                #expect(SecItemAdd(item as CFDictionary, nil) == errSecParam)
            }
            #expect(SecItemAdd([kSecClass: kSecClassKey, kSecValueRef: try alice.object] as CFDictionary, nil) == errSecParam)
        }
    }

    @Test("match attributes select certificates by their contents") func matching() throws {
        let bob = try CertificateMaker(name: "Bob", serial: [2], issuer: alice, valid: 100_000_000..<200_000_000)
        let carol = try CertificateMaker(name: "Carol", mail: "carol@example.com", issuer: bob)
        try device.run {
            for maker in [alice, bob, carol] { #expect(add(try maker.object) == noErr) }
            func names(_ more: [CFString: Any]) -> [String] {
                let found = find(more.merging([kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true]) { $1 })
                return (found.result as? [SecCertificate] ?? []).compactMap { SecCertificateCopySubjectSummary($0) as String? }
            }
            #expect(names([:]) == ["Alice", "Bob", "Carol"])
            #expect(names([kSecMatchSubjectContains: "aro"]) == ["Carol"])
            #expect(names([kSecMatchSubjectContains: "ARO"]) == [])
            #expect(names([kSecMatchSubjectContains: "ARO", kSecMatchCaseInsensitive: true]) == ["Carol"])
            #expect(names([kSecMatchSubjectEndsWith: "Bob"]) == ["Bob"])
            #expect(names([kSecMatchSubjectStartsWith: "DE"]) == ["Alice", "Bob", "Carol"])
            #expect(names([kSecMatchSubjectWholeString: "Bob"]) == [])
            // A certificate without an address is accepted.
            #expect(names([kSecMatchEmailAddressIfPresent: "Carol@example.com"]) == ["Bob", "Carol"])
            let past = Date(timeIntervalSinceReferenceDate: 150_000_000)
            #expect(names([kSecMatchValidOnDate: past]) == ["Bob"])
            #expect(names([kSecMatchValidOnDate: kCFNull!]) == ["Alice", "Carol"])
            // Alice issued Bob, and Bob issued Carol.
            let issuer = try #require(SecCertificateCopyNormalizedSubjectSequence(try alice.object)) as Data
            #expect(names([kSecMatchIssuers: [issuer]]) == ["Alice", "Bob", "Carol"])
            let last = try #require(SecCertificateCopyNormalizedSubjectSequence(try bob.object)) as Data
            #expect(names([kSecMatchIssuers: [last]]) == ["Carol"])
            #expect(find([kSecMatchSubjectContains: "Dave"]).status == errSecItemNotFound)
            #expect((find([kSecMatchSubjectContains: "DE", kSecReturnRef: true]).result as? SecCertificate) == (try alice.object))
            #expect(
                SecItemDelete([kSecClass: kSecClassCertificate, kSecMatchSubjectContains: "Bob"] as CFDictionary) == errSecParam)
            #expect(names([:]) == ["Alice", "Bob", "Carol"])
        }
    }

    @Test("certificates are found by trust, now or on a date, through issuers in the keychain") func trusted() throws {
        let file = try String(contentsOfFile: "/etc/ssl/certs/ca-certificates.crt", encoding: .utf8)
        let authority = try #require(
            PEMDocument.parseMultiple(pemString: file).lazy.compactMap { document in
                SecCertificateCreateWithData(nil, Data(document.derBytes) as NSData)
            }.first {
                let end = SecCertificateCopyNotValidAfterDate($0) as Date?
                return end.map { $0 > Date() } == true
            })
        try device.run {
            for certificate in [try alice.object, authority] {
                #expect(SecItemAdd([kSecValueRef: certificate] as CFDictionary, nil) == errSecSuccess)
            }
            for query: [CFString: Any] in [[kSecMatchTrustedOnly: true], [kSecMatchPolicy: SecPolicyCreateBasicX509()]] {
                let found = find(query.merging([kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll]) { first, _ in first })
                #expect(found.result as? [SecCertificate] == [authority])
            }
            #expect(
                find([kSecMatchTrustedOnly: true, kSecMatchPolicy: SecPolicyCreateSSL(true, "a.example")]).status
                    == errSecItemNotFound)
            let past = Date(timeIntervalSince1970: 0)
            #expect(find([kSecMatchTrustedOnly: true, kSecMatchValidOnDate: past]).status == errSecItemNotFound)
            let all = find([kSecMatchTrustedOnly: false, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll])
            #expect((all.result as? [SecCertificate])?.count == 2)
        }
    }

    @Test("an invalid match value is rejected") func rejectedMatches() throws {
        device.run {
            for value: [CFString: Any] in [
                [kSecMatchSubjectContains: 7], [kSecMatchIssuers: [Data([1])]], [kSecMatchIssuers: "x"],
                [kSecMatchValidOnDate: "today"],
                [kSecMatchSubjectContains: "a", kSecMatchSubjectEndsWith: "b"],
            ] {
                let status = find(value).status
                #expect(status == (value[kSecMatchSubjectContains] as? Int == 7 ? errSecItemNotFound : errSecParam), "\(value)")
            }
            #expect(find([kSecMatchPolicy: "policy"]).status == errSecParam)
            #expect(find([kSecMatchTrustedOnly: "yes"]).status == errSecParam)
            var result: CFTypeRef?
            let password = [kSecClass: kSecClassGenericPassword, kSecMatchSubjectContains: "a"] as CFDictionary
            #expect(SecItemCopyMatching(password, &result) == errSecParam)
        }
    }
}
