public import Foundation

// Keys of queries: conditions, results and authentication.
//
// The strings are immutable, so `nonisolated(unsafe)` is safe.
//
// Constants marked "file keychain of macOS only" or "which is unsupported" have Apple's values, but no function accepts them.

/// A key whose value is a policy. Certificates and identities match if they satisfy it.
nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"
/// A key whose value is a list of items: persistent references, or keys, certificates and identities as objects. Only items of the
/// list match. Objects that are not in the keychain are ignored.
nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"
/// A key whose value is a list of the keychains to search, which is unsupported: there is only one keychain.
nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"
/// A key whose value is a list of issuers. Certificates and identities match if their chain has one of them.
nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"
/// A key whose value is an e-mail address. Certificates and identities match if they have this address, or none.
nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"
/// A key whose value is a text. Certificates and identities match if their subject contains it.
nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"
/// A key whose value is a host name. Certificates and identities match if they are for the host or its subdomains, which is
/// unsupported.
nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost"
/// A key whose value is a text. Certificates and identities match if their subject starts with it. On Apple's systems, only macOS
/// supports this.
nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"
/// A key whose value is a text. Certificates and identities match if their subject ends with it. On Apple's systems, only macOS
/// supports this.
nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"
/// A key whose value is a text. Certificates and identities match if their subject equals it. On Apple's systems, only macOS
/// supports this.
nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"
/// A key whose value is a Boolean that says whether matching texts ignores case.
nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
/// A key whose value is a Boolean that says whether matching texts ignores diacritics; file keychain of macOS only.
nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"
/// A key whose value is a Boolean that says whether matching texts ignores width, as of full-width letters; file keychain of macOS
/// only.
nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
/// A key whose value is a Boolean that says whether only trusted certificates match.
nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
/// A key whose value is a date. Certificates match if they are valid on it.
nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
/// A key whose value is the maximum number of results: a number, ``kSecMatchLimitOne`` or ``kSecMatchLimitAll``.
nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
/// A value of ``kSecMatchLimit`` that limits the results to one item; the default.
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// A value of ``kSecMatchLimit`` that does not limit the results.
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// A key whose value is a Boolean that says whether to return the item's data.
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
/// A key whose value is a Boolean that says whether to return the item's attributes.
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
/// A key whose value is a Boolean that says whether to return the item as an object.
nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"
/// A key whose value is a Boolean that says whether to return a persistent reference.
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
/// A key whose value is the data of an item.
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
/// A key whose value is an item as an object.
nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"
/// A key whose value is a persistent reference to an item.
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"
/// A key whose value is a list of the items to search, which is unsupported; use ``kSecMatchItemList``.
nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"
/// A key whose value is the file keychain to use; file keychain of macOS only.
nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"
/// A key whose value is the reason shown in a prompt.
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// A key whose value is a Boolean that says whether prompts are forbidden. Deprecated by Apple in favor of
/// ``kSecUseAuthenticationUI``.
nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
/// A key whose value is the treatment of items that need a prompt: one of the `kSecUseAuthenticationUI…` values.
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// A key whose value is the LocalAuthentication context for prompts, which may already be authenticated.
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// A key whose value is a Boolean that says whether to use the data protection keychain. Ignored, because there is only one
/// keychain.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
/// A key whose value is a Boolean that says whether to use the device's keychain for all users.
nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString = "u_UserIndependentKeychain"
/// A value of ``kSecUseAuthenticationUI`` that shows a prompt if necessary; the default.
nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
/// A value of ``kSecUseAuthenticationUI`` that fails with ``errSecInteractionNotAllowed`` if a prompt is necessary.
nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// A value of ``kSecUseAuthenticationUI`` that omits items that need a prompt. Valid only in a search.
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"

// The classes, types and tokens of keys, and the dictionaries of the two halves of a new key.

/// A value of ``kSecAttrSynchronizable`` in a query that matches both synchronized and other items.
nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"
/// A value of ``kSecAttrKeyClass``: a public key.
nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"
/// A value of ``kSecAttrKeyClass``: a private key.
nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"
/// A value of ``kSecAttrKeyClass``: a symmetric key.
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
/// A key whose value is a dictionary of attributes of the private key, in the parameters of a new key. They override the common
/// ones.
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"
/// A key whose value is a dictionary of attributes of the public key, in the parameters of a new key. They override the common
/// ones.
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"

// The options and results of ``SecPKCS12Import(_:_:_:)``.

/// A key of the options whose value is the password of the file.
nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"
/// A key of the options whose value is a Boolean that says whether to skip the keychain. This implementation always does.
nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
/// A key of a result whose value is the name of the identity in the file.
nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"
/// A key of a result whose value is the identifier by which the file links key and certificate; often SHA-1 of the public key.
nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"
/// A key of a result whose value is a ``SecTrust`` for the chain under ``SecPolicyCreateBasicX509()``, not evaluated yet.
nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"
/// A key of a result whose value is the identity's certificate followed by its issuers in the file, each after the one that it
/// issued.
nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"
/// A key of a result whose value is the identity, a ``SecIdentity``.
nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"

/// The password in the result of ``SecRequestSharedWebCredential(_:_:_:)``, next to ``kSecAttrServer`` and ``kSecAttrAccount``.
///
/// The string is immutable, so `nonisolated(unsafe)` is safe.
nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"
