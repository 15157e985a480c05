import DeviceProtocol
import Secrets
import Synchronization

/// The attributes of each item class, and which of them form its primary key (the flag P of Apple's item schema).
extension ItemClass {
    /// The attributes that identify an item, together with its access group and whether it synchronizes.
    var primaryKey: [AttributeName] {
        switch self {
        case .genericPassword: [.account, .service, .syncViewHint, .tokenID]
        case .internetPassword:
            [.account, .securityDomain, .server, .networkProtocol, .authenticationType, .port, .path, .syncViewHint, .tokenID]
        case .certificate: [.certificateType, .issuer, .serialNumber, .syncViewHint, .tokenID]
        case .key:
            [
                .keyClass, .applicationLabel, .applicationTag, .creator, .type, .keySizeInBits, .effectiveKeySize, .startDate,
                .endDate,
                .syncViewHint, .tokenID,
            ]
        }
    }

    /// The attributes with an index. The others are compared after a candidate is opened.
    var indexed: [AttributeName] {
        switch self {
        case .genericPassword: [.account, .service, .generic, .label]
        case .internetPassword: [.account, .server, .path, .label]
        case .certificate: [.issuer, .serialNumber, .subject, .publicKeyHash, .label]
        case .key: [.applicationLabel, .applicationTag, .keyClass, .label]
        }
    }

    func has(_ name: AttributeName) -> Bool {
        switch self {
        case .genericPassword:
            Self.ofEveryItem.contains(name) || Self.ofPasswords.contains(name) || [.service, .generic].contains(name)
        case .internetPassword:
            Self.ofEveryItem.contains(name) || Self.ofPasswords.contains(name) || Self.ofInternetPasswords.contains(name)
        case .certificate: Self.ofEveryItem.contains(name) || Self.ofCertificates.contains(name)
        case .key: Self.ofEveryItem.contains(name) || Self.ofKeys.contains(name)
        }
    }

    /// Returns the attributes that the item itself determines and an app cannot change: those of a certificate, and those of an
    /// enclave key.
    func derived(isInEnclave: Bool) -> Set<AttributeName> {
        switch self {
        case .certificate: Self.ofCertificates
        case .key where isInEnclave: Set(ItemAttributes.ofEnclaveKeys.names + [.applicationLabel])
        case .genericPassword, .internetPassword, .key: []
        }
    }

    /// The default attributes: the parts of a password's primary key, empty.
    var defaults: ItemAttributes {
        var attributes = ItemAttributes()
        switch self {
        case .genericPassword:
            for name in [AttributeName.account, .service] { attributes.set(name, .text("")) }
        case .internetPassword:
            for name in [AttributeName.account, .securityDomain, .server, .path] { attributes.set(name, .text("")) }
            attributes.set(.port, .number(0))
        case .certificate, .key: break
        }
        return attributes
    }

    private static let ofEveryItem: Set<AttributeName> = [.creationDate, .modificationDate, .label, .syncViewHint, .tokenID]
    private static let ofPasswords: Set<AttributeName> = [
        .account, .description, .comment, .creator, .type, .isInvisible, .isNegative,
    ]
    private static let ofInternetPasswords: Set<AttributeName> = [
        .securityDomain, .server, .networkProtocol, .authenticationType, .port, .path,
    ]
    private static let ofCertificates: Set<AttributeName> = [
        .certificateType, .certificateEncoding, .subject, .issuer, .serialNumber, .subjectKeyID, .publicKeyHash,
    ]
    private static let ofKeys: Set<AttributeName> = [
        .keyClass, .applicationLabel, .applicationTag, .type, .creator, .keySizeInBits, .effectiveKeySize, .startDate, .endDate,
        .isPermanent,
        .isSensitive, .isExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap,
        .description, .comment,
    ]
}

extension ItemAttributes {
    /// Checks the attributes for a class. Throws `noSuchAttribute` if the class does not have one of them.
    func check(for itemClass: ItemClass) throws(DeviceError) {
        guard names.allSatisfy(itemClass.has) else { throw .item(.noSuchAttribute) }
    }
}

/// Converts attributes to the digests that the store looks them up by. The digests use a key of the device, so a stolen file
/// neither reveals an account nor allows guessing one.
struct AttributeDigests: Sendable {
    private let key: AuthenticationKey
    private let groups = GroupDigests()

    init(key: AuthenticationKey) {
        self.key = key
    }

    func digest(of value: AttributeValue, as name: AttributeName) -> [UInt8] {
        var writer = WireWriter()
        writer.text("attribute")
        writer.value(name)
        writer.value(value.compared(as: name))
        return key.tag(for: writer.bytes)
    }

    func digest(of group: AccessGroup) -> [UInt8] {
        groups.digest(of: group) {
            var writer = WireWriter()
            writer.text("group")
            writer.value(group)
            return key.tag(for: writer.bytes)
        }
    }

    func digest(of right: RightIdentifier, of app: App) -> [UInt8] {
        var writer = WireWriter()
        writer.text("right")
        writer.value(app.identifier)
        writer.value(right)
        return key.tag(for: writer.bytes)
    }

    /// Returns the unique key of an item.
    func primaryKey(of itemClass: ItemClass, _ description: ItemDescription) -> [UInt8] {
        key.tag(for: description.primaryKey(of: itemClass))
    }
}

/// The digests of recent access groups, because every request needs those of all groups of its app. A digest depends on the name and
/// the device's key only, so it never changes.
private final class GroupDigests: Sendable {
    private static let limit = 1_000

    private let known = Mutex<[AccessGroup: [UInt8]]>([:])

    func digest(of group: AccessGroup, _ make: () -> [UInt8]) -> [UInt8] {
        if let digest = known.withLock({ $0[group] }) { return digest }
        let digest = make()
        known.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[group] = digest
        }
        return digest
    }
}

extension ItemDescription {
    /// Returns the unique key of an item on a device. A missing attribute is equal to an empty one.
    func primaryKey(of itemClass: ItemClass) -> [UInt8] {
        var writer = WireWriter()
        writer.text("primary key")
        writer.value(itemClass)
        writer.value(accessGroup)
        writer.flag(isSynchronized)
        for name in itemClass.primaryKey {
            let value = attributes[name]?.compared(as: name)
            writer.optional(value?.isEmpty == true ? nil : value)
        }
        return writer.bytes
    }
}

extension AttributeValue {
    fileprivate var isEmpty: Bool {
        switch self {
        case .data(let octets): octets.isEmpty
        case .text(let text): text.isEmpty
        case .number(let number): number == 0
        case .flag(let flag): !flag
        case .date: false
        }
    }
}
