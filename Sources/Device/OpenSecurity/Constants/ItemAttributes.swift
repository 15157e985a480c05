public import Foundation

// The attributes of keychain items.
//
// Each string is a constant and never changes, which is why `nonisolated(unsafe)` is safe here.
//
// Those marked "file keychain of macOS only" have the values that they have there; nothing here takes them.

/// When the item can be read: one of the `kSecAttrAccessible…` values. Excludes ``kSecAttrAccessControl``.
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
/// The access object of a file keychain's item; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrAccess: CFString = "acls"
/// Who must be present before the item can be used: a ``SecAccessControl``. Excludes ``kSecAttrAccessible``.
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
/// The group of apps that share the item.
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
/// Whether the item goes to the person's other devices: a boolean, or in a query ``kSecAttrSynchronizableAny``.
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
/// When the item was made; set by the keychain.
nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"
/// When the item was last changed; set by the keychain.
nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"
/// The kind of the item, in words that a person sees.
nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
/// A comment that a person may edit.
nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
/// The creator: an unsigned number that stands for four characters.
nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"
/// The type: an unsigned number that stands for four characters.
nonisolated(unsafe) public let kSecAttrType: CFString = "type"
/// The label that a person sees.
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
/// Whether the item is hidden from lists.
nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"
/// Whether the item has no password on purpose, so that it is asked for each time.
nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"
/// The account name; part of a password's identity.
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
/// The service of a generic password; part of its identity.
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
/// Bytes of the app's own in a generic password.
nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"
/// The security domain of an internet password; part of its identity.
nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"
/// The host name or address of an internet password; part of its identity.
nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"
/// The protocol of an internet password: one of the `kSecAttrProtocol…` values; part of its identity.
nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"
/// The way of signing in: one of the `kSecAttrAuthenticationType…` values; part of its identity.
nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"
/// The port of an internet password; part of its identity.
nonisolated(unsafe) public let kSecAttrPort: CFString = "port"
/// The path of an internet password; part of its identity.
nonisolated(unsafe) public let kSecAttrPath: CFString = "path"
/// The subject name of a certificate, encoded as in X.509.
nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj"
/// The issuer name of a certificate, encoded as in X.509.
nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr"
/// The serial number of a certificate.
nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr"
/// The subject key identifier of a certificate.
nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid"
/// The hash of a certificate's public key: the ``kSecAttrApplicationLabel`` of the private key that belongs to it.
nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh"
/// The type of a certificate, as a number.
nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp"
/// The encoding of a certificate, as a number.
nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc"
/// Which half of a key: one of the `kSecAttrKeyClass…` values.
nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"
/// What a key is found by: SHA-1 of its public key, 20 bytes.
nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"
/// Whether a new key is kept in the keychain.
nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"
/// Whether a key leaves only encrypted.
nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"
/// Whether a key can leave at all.
nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"
/// The app's own mark on a key: bytes.
nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"
/// The algorithm of a key: one of the `kSecAttrKeyType…` values.
nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"
/// The pseudorandom function of a password-based derivation; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRF: CFString = "prf"
/// The salt of a password-based derivation; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrSalt: CFString = "salt"
/// The rounds of a password-based derivation; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrRounds: CFString = "rounds"
/// The size of a key in bits.
nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"
/// The size of a key in bits, less those that carry no secret.
nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"
/// Whether a key encrypts.
nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"
/// Whether a key decrypts.
nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"
/// Whether other keys are derived with a key.
nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"
/// Whether a key signs.
nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"
/// Whether a key verifies.
nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"
/// Whether a key encrypts other keys.
nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"
/// Whether a key decrypts other keys.
nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp"
/// The part of the synchronised keychain that an item belongs to.
nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"
/// The token that holds a key, such as ``kSecAttrTokenIDSecureEnclave``.
nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"
/// The persistent reference of an item, as an attribute; Apple's first spelling.
nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"
/// The persistent reference of an item, as an attribute.
nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"
