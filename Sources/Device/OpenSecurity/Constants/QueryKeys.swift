public import Foundation

// Keys of queries: conditions, results and authentication.
//
// The strings are immutable, so `nonisolated(unsafe)` is safe.
//
// Constants marked "file keychain of macOS only" or "which is unsupported" have Apple's values, but no function accepts them.

/// Matches only certificates and identities that satisfy a policy.
nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"
/// Matches only items of a list: persistent references, or keys, certificates and identities as objects. Ignores objects that are
/// not in the keychain.
nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"
/// Matches only items of certain keychains, which is unsupported: there is only one keychain.
nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"
/// Matches only certificates and identities with one of these issuers in their chain.
nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"
/// Matches only certificates and identities with this e-mail address, or without any.
nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"
/// Matches only certificates and identities whose subject contains a text.
nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"
/// Matches only certificates and identities for a host or its subdomains, which is unsupported.
nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost"
/// Matches only certificates and identities whose subject starts with a text. On Apple's systems, only macOS supports this.
nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"
/// Matches only certificates and identities whose subject ends with a text. On Apple's systems, only macOS supports this.
nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"
/// Matches only certificates and identities whose subject equals a text. On Apple's systems, only macOS supports this.
nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"
/// Whether matching texts ignores case.
nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
/// Whether matching texts ignores diacritics; file keychain of macOS only.
nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"
/// Whether matching texts ignores width, as of full-width letters; file keychain of macOS only.
nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
/// Matches only trusted certificates.
nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
/// Matches only certificates that are valid on a date.
nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
/// The maximum number of results: a number, ``kSecMatchLimitOne`` or ``kSecMatchLimitAll``.
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
/// One item; the default.
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// All items.
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// Whether to return the item's data.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
/// Whether to return the item's attributes.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
/// Whether to return the item as an object.
nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"
/// Whether to return a persistent reference.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
/// The data of an item.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
/// An item as an object.
nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"
/// A persistent reference to an item.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"
/// Restricts a query to certain items, which is unsupported; use ``kSecMatchItemList``.
nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"
/// The file keychain to use; file keychain of macOS only.
nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
/// The reason shown in a prompt.
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// Whether prompts are forbidden. Deprecated by Apple in favor of ``kSecUseAuthenticationUI``.
nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
/// The treatment of items that need a prompt: one of the `kSecUseAuthenticationUI…` values.
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// The LocalAuthentication context for prompts, which may already be authenticated.
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// Whether to use the data protection keychain. Ignored, because there is only one keychain.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
/// Whether to use the device's keychain for all users.
nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString = "u_UserIndependentKeychain"
/// Prompt if necessary; the default.
nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
/// Fail with ``errSecInteractionNotAllowed`` if a prompt is necessary.
nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// Omit items that need a prompt. Only for ``kSecUseAuthenticationUI`` in a search.
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"

// The classes, types and tokens of keys, and the dictionaries of the two halves of a new key.

/// In a query: both synchronized and other items.
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
/// Elliptic curve keys; the name of ``kSecAttrKeyTypeECSECPrimeRandom`` on macOS, with the same value.
nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"
/// Elliptic curve keys; the older name of ``kSecAttrKeyTypeECSECPrimeRandom``.
nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"
/// Elliptic curve keys: P-256, P-384, P-521.
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
/// The Secure Enclave, whose private keys never leave it. P-256 only.
nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// The access group of items from a token.
nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"
/// In the parameters of a new key: attributes of the private key, which override the common ones.
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"
/// In the parameters of a new key: attributes of the public key, which override the common ones.
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"

// The options and results of ``SecPKCS12Import(_:_:_:)``.

/// In the options: the password of the file.
nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"
/// In the options: whether to skip the keychain. This implementation always does.
nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
/// In a result: the name of the identity in the file.
nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"
/// In a result: the identifier by which the file links key and certificate; often SHA-1 of the public key.
nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"
/// In a result: a ``SecTrust`` for the chain under ``SecPolicyCreateBasicX509()``, not evaluated yet.
nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"
/// In a result: the identity's certificate followed by its issuers in the file, each after the one that it issued.
nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"
/// In a result: the identity, a ``SecIdentity``.
nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"

/// The password in the result of ``SecRequestSharedWebCredential(_:_:_:)``, next to ``kSecAttrServer`` and ``kSecAttrAccount``.
///
/// The string is immutable, so `nonisolated(unsafe)` is safe.
nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"
