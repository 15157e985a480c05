import DeviceProtocol
import Secrets

/// Which attributes an item of each class has, and which of them make it the only one of its kind (the flag P of Apple's item schema).
extension ItemClass {
    /// The attributes that tell an item from every other, beside its access group and whether it synchronises.
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

    /// The attributes that are looked up by an index; the others are compared after a candidate was opened.
    var indexed: Set<AttributeName> {
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

    /// What follows from what the item is, and is nobody's to change: of a certificate what it says, of a key in the enclave what is true of every such key
    /// and of this one.
    func derived(isInEnclave: Bool) -> Set<AttributeName> {
        switch self {
        case .certificate: Self.ofCertificates
        case .key where isInEnclave: Set(ItemAttributes.ofEnclaveKeys.names + [.applicationLabel])
        case .genericPassword, .internetPassword, .key: []
        }
    }

    /// What an item has without being given it: the parts of a password's primary key, empty.
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
    /// Throws `noSuchAttribute` where one of the attributes is not of the class.
    func check(for itemClass: ItemClass) throws(DeviceRefusal) {
        guard names.allSatisfy(itemClass.has) else { throw .item(.noSuchAttribute) }
    }
}

/// Turns attributes into what the store looks them up by: digests under a key of the device, so that a file that was carried away neither
/// shows an account nor lets one be guessed.
struct AttributeDigests: Sendable {
    private let key: AuthenticationKey

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
        var writer = WireWriter()
        writer.text("group")
        writer.value(group)
        return key.tag(for: writer.bytes)
    }

    func digest(of right: RightIdentifier, of app: App) -> [UInt8] {
        var writer = WireWriter()
        writer.text("right")
        writer.value(app.identifier)
        writer.value(right)
        return key.tag(for: writer.bytes)
    }

    /// What no second item may have.
    func primaryKey(of itemClass: ItemClass, _ description: ItemDescription) -> [UInt8] {
        key.tag(for: description.primaryKey(of: itemClass))
    }
}

extension ItemDescription {
    /// What no second item of a device may have. An attribute that is absent counts as one that is empty.
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
