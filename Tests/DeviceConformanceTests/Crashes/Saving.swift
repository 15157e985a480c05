import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Testing

/// One thing that an app saves, changes or removes.
enum Saving: String, CaseIterable, Sendable {
    case item, protectedItem, key, keyPair, softwareKeyPair, right, rightWithSecret, updatedItem, reprotectedItem, deletedItem,
        removedRight

    /// The minimum number of steps: enclave operations, rows, both sides of the commit.
    var leastSteps: Int {
        switch self {
        case .item, .deletedItem, .removedRight, .updatedItem: 3
        case .protectedItem, .key, .softwareKeyPair, .right, .reprotectedItem: 4
        case .rightWithSecret, .keyPair: 5
        }
    }

    /// The required state before.
    var before: Found {
        switch self {
        case .updatedItem, .reprotectedItem, .deletedItem: .old
        case .removedRight: .old
        default: .nothing
        }
    }

    /// The state afterwards.
    var after: Found {
        switch self {
        case .deletedItem, .removedRight: .nothing
        default: .new
        }
    }

    enum Found: Equatable, Sendable {
        case nothing, old, new
    }

    static let old = Data("the old value".utf8)
    static let new = Data("the new value".utf8)

    private var isKey: Bool { [.key, .keyPair, .softwareKeyPair].contains(self) }

    private static func kept(_ name: String) -> [CFString: Any] {
        [kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data(name.utf8)]
    }

    private var isRight: Bool { [.right, .rightWithSecret, .removedRight].contains(self) }

    /// Establishes the required state, and removes what an earlier round left.
    func prepare(_ name: String) async throws {
        guard before == .old else { return }
        switch self {
        case .removedRight: try await LARightStore.shared.saveRight(LARight(), identifier: name, secret: Self.old)
        default: try #require(Passwords.add(name, [kSecValueData: Self.old]) == errSecSuccess)
        }
    }

    /// Performs the change and returns the error's number, or 0. Blocks.
    func perform(_ name: String) async -> Int {
        switch self {
        case .item: return Int(Passwords.add(name, [kSecValueData: Self.new]))
        case .protectedItem:
            guard let control = try? Protection(.biometryCurrentSet).control() else { return -1 }
            return Int(Passwords.add(name, [kSecValueData: Self.new, kSecAttrAccessControl: control]))
        case .key: return code { _ = try EnclaveKeys.make(Protection([.userPresence, .privateKeyUsage]).control(), tag: name) }
        case .keyPair:
            return code {
                _ = try EnclaveKeys.make(
                    Protection([.userPresence, .privateKeyUsage]).control(), tag: name, [kSecPublicKeyAttrs: Self.kept(name)])
            }
        case .softwareKeyPair:
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                kSecPrivateKeyAttrs: Self.kept(name), kSecPublicKeyAttrs: Self.kept(name),
            ]
            var error: Unmanaged<CFError>?
            return SecKeyCreateRandomKey(attributes as CFDictionary, &error) != nil
                ? 0 : (error?.takeRetainedValue() as? NSError)?.code ?? -1
        case .right: return await code { try await LARightStore.shared.saveRight(LARight(), identifier: name) }
        case .rightWithSecret:
            return await code { try await LARightStore.shared.saveRight(LARight(), identifier: name, secret: Self.new) }
        case .updatedItem: return Int(Passwords.update(name, to: [kSecValueData: Self.new, kSecAttrComment: "changed"]))
        case .reprotectedItem:
            guard let control = try? Protection(.userPresence).control() else { return -1 }
            return Int(Passwords.update(name, to: [kSecValueData: Self.new, kSecAttrAccessControl: control]))
        case .deletedItem: return Int(Passwords.delete(name))
        case .removedRight: return await code { try await LARightStore.shared.removeRight(forIdentifier: name) }
        }
    }

    /// Returns the current state. Throws if it is incomplete: every part must be usable and from the same change.
    func look(_ name: String, on device: any DeviceUnderTest) async throws -> Found {
        if isRight { return try await lookAtRight(name, device) }
        if isKey {
            let (status, key) = EnclaveKeys.found(name, [kSecAttrKeyClass: kSecAttrKeyClassPrivate])
            let publicHalf = EnclaveKeys.found(name, [kSecAttrKeyClass: kSecAttrKeyClassPublic])
            try #require(self == .key || publicHalf.status == status)
            guard status == errSecSuccess else {
                try #require(status == errSecItemNotFound)
                return .nothing
            }
            if self != .key {
                let made = try #require(key.flatMap(SecKeyCopyPublicKey).flatMap { SecKeyCopyExternalRepresentation($0, nil) })
                try #require(publicHalf.key.flatMap { SecKeyCopyExternalRepresentation($0, nil) } == made)
            }
            if self != .softwareKeyPair { device.person.will(.match) }
            try #require(EnclaveKeys.verifies(try #require(key), try EnclaveKeys.sign(try #require(key))))
            return .new
        }
        let (status, attributes) = Passwords.attributes(name)
        guard status == errSecSuccess else {
            try #require(status == errSecItemNotFound && Passwords.read(name).status == errSecItemNotFound)
            return .nothing
        }
        let isProtected = attributes[kSecAttrAccessControl as String] != nil
        if isProtected, [.protectedItem, .reprotectedItem].contains(self) { device.person.will(.match) }
        let value = try #require(Passwords.read(name).value)
        device.person.forgetScript()
        try #require(value == Self.old || value == Self.new)
        let isNew = value == Self.new
        if self == .updatedItem { try #require((attributes[kSecAttrComment as String] != nil) == isNew) }
        return isNew ? .new : .old
    }

    private func lookAtRight(_ name: String, _ device: any DeviceUnderTest) async throws -> Found {
        let right: LAPersistedRight
        do {
            right = try await LARightStore.shared.right(forIdentifier: name)
        } catch {
            try #require((error as NSError).code == Int(errSecItemNotFound))
            return .nothing
        }
        device.person.will(.match)
        try await right.authorize(localizedReason: "look")
        let signature = try await right.key.sign(Data("m".utf8), algorithm: .ecdsaSignatureMessageX962SHA256)
        try await right.key.publicKey.verify(Data("m".utf8), signature: signature, algorithm: .ecdsaSignatureMessageX962SHA256)
        if self != .right {
            let secret = try await right.secret.rawData
            try #require(secret == (self == .removedRight ? Self.old : Self.new))
        }
        return self == .removedRight ? .old : .new
    }

    func remove(_ name: String) async {
        if isRight { try? await LARightStore.shared.removeRight(forIdentifier: name) }
        _ = isKey ? EnclaveKeys.delete(name) : Passwords.delete(name)
    }
}
