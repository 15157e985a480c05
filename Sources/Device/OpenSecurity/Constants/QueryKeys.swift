public import Foundation

// What a query matches, what it returns, and how it authenticates.
//
// Each string is a constant and never changes, which is why `nonisolated(unsafe)` is safe here.
//
// Those marked "file keychain of macOS only" have the values that they have there; nothing here takes them.

/// Only certificates and identities that satisfy a policy.
nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"
/// Only items of a list: persistent references, or keys, certificates and identities as objects. What stands in no keychain is not meant.
nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"
/// Only items of certain keychains.
nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"
/// Only certificates and identities with one of these issuers in their chain.
nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"
/// Only certificates and identities with this e-mail address, or with none.
nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"
/// Only certificates and identities whose subject contains a text.
nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"
/// Only certificates and identities for a host or a host below it.
nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost"
/// Only certificates and identities whose subject starts with a text; file keychain of macOS only.
nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"
/// Only certificates and identities whose subject ends with a text; file keychain of macOS only.
nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"
/// Only certificates and identities whose subject is a text; file keychain of macOS only.
nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"
/// Whether texts match in spite of case.
nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
/// Whether texts match in spite of diacritics; file keychain of macOS only.
nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"
/// Whether texts match in spite of width, as with full-width letters; file keychain of macOS only.
nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
/// Only certificates that are trusted.
nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
/// Only certificates that are valid on a date.
nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
/// How many items may match: a number, ``kSecMatchLimitOne`` or ``kSecMatchLimitAll``.
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
/// One item; the default.
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// Every item.
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// Whether the answer has the item's bytes.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
/// Whether the answer has the item's attributes.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
/// Whether the answer has the item as an object.
nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"
/// Whether the answer has a reference that can be stored.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
/// The bytes of an item.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
/// An item as an object.
nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"
/// A stored reference to an item.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"
/// The items to work on.
nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"
/// The file keychain to work on; file keychain of macOS only.
nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
/// The reason that a prompt shows.
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// Whether prompts are forbidden; deprecated by Apple for ``kSecUseAuthenticationUI``.
nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
/// What to do with items that need a prompt: one of the `kSecUseAuthenticationUI…` values.
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// The context of LocalAuthentication that prompts, or has prompted.
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// Whether the data protection keychain is meant where there are two; here there is one.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
/// Whether the keychain of the device is meant, whoever uses it.
nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString = "u_UserIndependentKeychain"
/// Prompt where needed; the default.
nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
/// Fail with ``errSecInteractionNotAllowed`` where a prompt would be needed.
nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// Leave out items that would need a prompt; in ``kSecUseAuthenticationUI`` of a search only.
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"

// The classes, types and tokens of keys, and where their attributes stand in the parameters of a new key.

/// In a query: items that synchronise and items that do not.
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"
/// A public key.
nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"
/// A private key.
nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"
/// A symmetric key.
nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"
/// RSA.
nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"
/// DSA; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43"
/// AES; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649"
/// DES; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14"
/// Triple DES; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17"
/// RC4; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25"
/// RC2; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23"
/// CAST; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56"
/// ECDSA; the same value as ``kSecAttrKeyTypeECSECPrimeRandom``; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"
/// Elliptic curves over prime fields; the older name of ``kSecAttrKeyTypeECSECPrimeRandom``.
nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"
/// Elliptic curves over prime fields: P-256, P-384, P-521.
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"
/// HMAC with SHA-1; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"
/// HMAC with SHA-224; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"
/// HMAC with SHA-256; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"
/// HMAC with SHA-384; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"
/// HMAC with SHA-512; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"
/// The enclave: its private keys never leave it. P-256 only.
nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// The access group of items that a token offers.
nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"
/// In the parameters of a new key: attributes of the private half, over those given for both.
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"
/// In the parameters of a new key: attributes of the public half, over those given for both.
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"

// What ``SecPKCS12Import(_:_:_:)`` is told, and what it tells of each identity.

/// In the options: the password of the file.
nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"
/// In the options: whether the keychain gets nothing of the file; it never does here.
nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
/// In a result: the name that the file gives the identity.
nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"
/// In a result: the mark by which the file joins key and certificate; often SHA-1 of the public key.
nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"
/// In a result: a ``SecTrust`` for the chain under ``SecPolicyCreateBasicX509()``, not judged yet.
nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"
/// In a result: the identity's certificate, and those of its issuers that the file has, each after the one that it issued.
nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"
/// In a result: the identity, a ``SecIdentity``.
nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"

/// The password, in what ``SecRequestSharedWebCredential(_:_:_:)`` gives; beside ``kSecAttrServer`` and ``kSecAttrAccount``.
///
/// It never changes, which is why `nonisolated(unsafe)` is safe.
nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"
