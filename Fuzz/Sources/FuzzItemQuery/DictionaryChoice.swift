internal import Foundation
internal import FuzzInput
internal import OpenLocalAuthentication
internal import OpenSecurity

/// Dictionaries made of choices: mostly meaningful names with values of their type, and sometimes others.
enum DictionaryChoice {
    static func dictionary(_ choices: inout FuzzChoices) -> NSDictionary {
        let dictionary = NSMutableDictionary()
        if choices.byte() < 240 { dictionary[kSecClass] = choices.one(of: classes) }
        for _ in 0..<(choices.byte() % 12) {
            let (name, values) = entry(&choices)
            dictionary[name] = choices.byte() < 224 ? values : object(&choices, depth: 0)
        }
        return dictionary
    }

    private static func entry(_ choices: inout FuzzChoices) -> (NSString, Any) {
        switch choices.byte() % 8 {
        case 0: (choices.one(of: texts), text(&choices))
        case 1: (choices.one(of: octets), Data(choices.block()) as NSData)
        case 2: (choices.one(of: numbers), number(&choices))
        case 3: (choices.one(of: flags), NSNumber(value: choices.byte() & 1 == 1))
        case 4: protection(&choices)
        case 5: option(&choices)
        case 6: (choices.one(of: dates), Date(timeIntervalSinceReferenceDate: interval(&choices)))
        default: (String(decoding: choices.block(), as: UTF8.self) as NSString, object(&choices, depth: 0))
        }
    }

    private static func protection(_ choices: inout FuzzChoices) -> (NSString, Any) {
        let accessible = choices.one(of: accessibles)
        let flags = SecAccessControlCreateFlags(rawValue: CFOptionFlags(choices.byte()) << (choices.byte() % 32))
        guard choices.byte() & 1 == 1, let control = SecAccessControlCreateWithFlags(nil, accessible, flags, nil) else {
            return (kSecAttrAccessible, accessible)
        }
        return (kSecAttrAccessControl, control)
    }

    private static func option(_ choices: inout FuzzChoices) -> (NSString, Any) {
        switch choices.byte() % 7 {
        case 0: (kSecMatchLimit, choices.byte() & 1 == 1 ? kSecMatchLimitAll : kSecMatchLimitOne)
        case 1: (kSecMatchLimit, number(&choices))
        case 2: (kSecUseAuthenticationUI, choices.one(of: [kSecUseAuthenticationUISkip, kSecUseAuthenticationUIFail]))
        case 3: (kSecUseAuthenticationContext, context(&choices))
        case 4: (kSecAttrSynchronizable, choices.byte() & 1 == 1 ? kSecAttrSynchronizableAny : NSNumber(value: true))
        case 5: (kSecValueRef, key(&choices))
        default: (kSecMatchItemList, [Data(choices.block()), key(&choices)] as NSArray)
        }
    }

    private static func object(_ choices: inout FuzzChoices, depth: Int) -> Any {
        switch choices.byte() % 9 {
        case 0: return text(&choices)
        case 1: return Data(choices.block()) as NSData
        case 2: return number(&choices)
        case 3: return NSNumber(value: choices.byte() & 1 == 1)
        case 4: return NSNull()
        case 5: return Date(timeIntervalSinceReferenceDate: interval(&choices)) as NSDate
        case 6: return NSNumber(value: interval(&choices))
        case 7 where depth < 3: return [object(&choices, depth: depth + 1)] as NSArray
        default: return depth < 3 ? [text(&choices): object(&choices, depth: depth + 1)] as NSDictionary : NSDictionary()
        }
    }

    private static func context(_ choices: inout FuzzChoices) -> LAContext {
        let context = LAContext()
        switch choices.byte() % 4 {
        case 0: break
        case 1: context.invalidate()
        case 2: _ = context.setCredential(Data(choices.block()), type: .applicationPassword)
        default: context.interactionNotAllowed = true
        }
        return context
    }

    /// The curve's base point, which is a valid public key, or random bytes.
    private static func key(_ choices: inout FuzzChoices) -> Any {
        let kinds: NSDictionary = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic,
        ]
        let point = choices.byte() & 1 == 1 ? basePoint : Data(choices.block())
        return SecKeyCreateWithData(point as NSData, kinds, nil) ?? NSNull()
    }

    private static let basePoint =
        Data(base64Encoded: "BGsX0fLhLEJH+Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT+NC4v4af5uO5+tKfA+eFivOM1drMV7Oy7ZAaDe/UfU=") ?? Data()

    private static func text(_ choices: inout FuzzChoices) -> NSString {
        switch choices.byte() % 4 {
        case 0:
            choices.one(of: ["", "ann", "bob", "mail.example.com", "TEAM.shared", "TEAM.com.example.notes", "73", "\u{0}"])
                as NSString
        default: String(decoding: choices.block(), as: UTF8.self) as NSString
        }
    }

    private static func number(_ choices: inout FuzzChoices) -> NSNumber {
        switch choices.byte() % 5 {
        case 0: NSNumber(value: choices.byte())
        case 1: NSNumber(value: Int64.max)
        case 2: NSNumber(value: Int64.min)
        case 3: NSNumber(value: UInt64.max)
        default: NSNumber(value: (0..<4).reduce(Int32(0)) { sum, _ in sum << 8 | Int32(choices.byte()) })
        }
    }

    private static func interval(_ choices: inout FuzzChoices) -> Double {
        Double(bitPattern: (0..<8).reduce(UInt64(0)) { sum, _ in sum << 8 | UInt64(choices.byte()) })
    }

    private static var classes: [NSString] {
        [kSecClassGenericPassword, kSecClassInternetPassword, kSecClassKey, kSecClassCertificate, kSecClassIdentity]
    }
    private static var texts: [NSString] {
        [
            kSecAttrAccount, kSecAttrService, kSecAttrServer, kSecAttrPath, kSecAttrSecurityDomain, kSecAttrLabel, kSecAttrComment,
            kSecAttrDescription, kSecAttrAccessGroup, kSecAttrProtocol, kSecAttrAuthenticationType, kSecUseOperationPrompt,
            kSecAttrSyncViewHint, kSecAttrTokenID,
        ]
    }
    private static var octets: [NSString] {
        [
            kSecValueData, kSecAttrGeneric, kSecAttrApplicationTag, kSecAttrApplicationLabel, kSecAttrIssuer, kSecAttrSerialNumber,
            kSecAttrSubject, kSecAttrPublicKeyHash, kSecValuePersistentRef,
        ]
    }
    private static var numbers: [NSString] {
        [kSecAttrPort, kSecAttrCreator, kSecAttrType, kSecAttrKeyClass, kSecAttrKeySizeInBits, kSecAttrCertificateType]
    }
    private static var flags: [NSString] {
        [
            kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef, kSecAttrIsInvisible, kSecAttrIsNegative,
            kSecAttrSynchronizable, kSecUseDataProtectionKeychain, kSecUseNoAuthenticationUI, kSecAttrIsPermanent, kSecAttrCanSign,
        ]
    }
    private static var dates: [NSString] { [kSecAttrCreationDate, kSecAttrModificationDate] }
    private static var accessibles: [NSString] {
        [
            kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAlways,
            kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, "xx",
        ]
    }
}
