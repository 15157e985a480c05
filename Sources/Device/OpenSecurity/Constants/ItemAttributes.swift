public import Foundation

// The classes of keychain items.
//
// The strings are immutable, so `nonisolated(unsafe)` is safe.
//
// Constants marked "file keychain of macOS only" or "which is unsupported" have Apple's values, but no function accepts them.

/// The class of an item: one of the `kSecClass…` values. Required in every query and every new item.
nonisolated(unsafe) public let kSecClass: CFString = "class"
/// An internet password: a password for a server.
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
/// A generic password: a password or another small secret of an app.
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// A certificate.
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
/// A cryptographic key.
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
/// An identity: a certificate with its private key.
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"

// The attributes of keychain items.

/// The state of the device in which the item is accessible: one of the `kSecAttrAccessible…` values. Excludes
/// ``kSecAttrAccessControl``.
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
/// The access object of a file keychain's item; file keychain of macOS only.
nonisolated(unsafe) public let kSecAttrAccess: CFString = "acls"
/// The conditions for access to the item: a ``SecAccessControl``. Excludes ``kSecAttrAccessible``.
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
/// The access group of the item.
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
/// Whether the item is synchronized to the user's other devices: a boolean, or ``kSecAttrSynchronizableAny`` in a query.
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
/// The creation date; set by the keychain.
nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"
/// The date of the last change; set by the keychain.
nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"
/// A user-visible description of the kind of item.
nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
/// A comment that the user can edit.
nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
/// The creator: an unsigned number that represents four characters.
nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"
/// The type: an unsigned number that represents four characters.
nonisolated(unsafe) public let kSecAttrType: CFString = "type"
/// The user-visible label.
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
/// Whether the item is hidden from lists.
nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"
/// Whether the item intentionally has no valid password, so that the user is always asked.
nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"
/// The account name; part of a password's identity.
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
/// The service of a generic password; part of its identity.
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
/// App-defined data of a generic password.
nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"
/// The security domain of an internet password; part of its identity.
nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"
/// The host name or address of an internet password; part of its identity.
nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"
/// The protocol of an internet password: one of the `kSecAttrProtocol…` values; part of its identity.
nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"
/// The authentication type: one of the `kSecAttrAuthenticationType…` values; part of its identity.
nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"
/// The port of an internet password; part of its identity.
nonisolated(unsafe) public let kSecAttrPort: CFString = "port"
/// The path of an internet password; part of its identity.
nonisolated(unsafe) public let kSecAttrPath: CFString = "path"
/// The subject name of a certificate in DER.
nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj"
/// The issuer name of a certificate in DER.
nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr"
/// The serial number of a certificate.
nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr"
/// The subject key identifier of a certificate.
nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid"
/// The hash of a certificate's public key. Equals the ``kSecAttrApplicationLabel`` of its private key.
nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh"
/// The type of a certificate, as a number.
nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp"
/// The encoding of a certificate, as a number.
nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc"
/// The half of a key pair: one of the `kSecAttrKeyClass…` values.
nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"
/// The label by which a key is found: SHA-1 of its public key, 20 bytes.
nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"
/// Whether a new key is stored in the keychain.
nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"
/// Whether a key can be exported only in encrypted form.
nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"
/// Whether a key can be exported.
nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"
/// The app's tag for a key: data.
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
/// The effective size of a key in bits.
nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"
/// Whether a key can encrypt.
nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"
/// Whether a key can decrypt.
nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"
/// Whether a key can derive other keys.
nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"
/// Whether a key can sign.
nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"
/// Whether a key can verify signatures.
nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"
/// Whether a key can wrap other keys.
nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"
/// Whether a key can unwrap other keys.
nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp"
/// The view of the synchronized keychain to which an item belongs.
nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"
/// The token that stores a key, such as ``kSecAttrTokenIDSecureEnclave``.
nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"
/// The persistent reference of an item as an attribute, in Apple's first spelling, which is unsupported.
nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"
/// The persistent reference of an item as an attribute, which is unsupported; use ``kSecValuePersistentRef``.
nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"

// The accessibility of an item, depending on the lock state of the device.

/// The item is accessible while the device is unlocked; the default.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// The item is accessible from the first unlock after a restart until the next restart.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// The item is always accessible, also while the device is locked. Deprecated by Apple.
nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"
/// The item is accessible while this device is unlocked, and only as long as it has a passcode. Removing the passcode deletes the item.
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
/// The item is accessible while the device is unlocked; it never leaves the device.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// The item is accessible from the first unlock after a restart; the item never leaves the device.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// The item is always accessible, also while the device is locked; it never leaves the device. Deprecated by Apple.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"

// The protocols and authentication types of internet passwords.

/// The protocol is FTP.
nonisolated(unsafe) public let kSecAttrProtocolFTP: CFString = "ftp "
/// The protocol is a client-side FTP account.
nonisolated(unsafe) public let kSecAttrProtocolFTPAccount: CFString = "ftpa"
/// The protocol is HTTP.
nonisolated(unsafe) public let kSecAttrProtocolHTTP: CFString = "http"
/// The protocol is IRC.
nonisolated(unsafe) public let kSecAttrProtocolIRC: CFString = "irc "
/// The protocol is NNTP.
nonisolated(unsafe) public let kSecAttrProtocolNNTP: CFString = "nntp"
/// The protocol is POP3.
nonisolated(unsafe) public let kSecAttrProtocolPOP3: CFString = "pop3"
/// The protocol is SMTP.
nonisolated(unsafe) public let kSecAttrProtocolSMTP: CFString = "smtp"
/// The protocol is SOCKS.
nonisolated(unsafe) public let kSecAttrProtocolSOCKS: CFString = "sox "
/// The protocol is IMAP.
nonisolated(unsafe) public let kSecAttrProtocolIMAP: CFString = "imap"
/// The protocol is LDAP.
nonisolated(unsafe) public let kSecAttrProtocolLDAP: CFString = "ldap"
/// The protocol is AppleTalk.
nonisolated(unsafe) public let kSecAttrProtocolAppleTalk: CFString = "atlk"
/// The protocol is AFP over TCP.
nonisolated(unsafe) public let kSecAttrProtocolAFP: CFString = "afp "
/// The protocol is Telnet.
nonisolated(unsafe) public let kSecAttrProtocolTelnet: CFString = "teln"
/// The protocol is SSH.
nonisolated(unsafe) public let kSecAttrProtocolSSH: CFString = "ssh "
/// The protocol is FTP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolFTPS: CFString = "ftps"
/// The protocol is HTTP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolHTTPS: CFString = "htps"
/// The protocol is an HTTP proxy.
nonisolated(unsafe) public let kSecAttrProtocolHTTPProxy: CFString = "htpx"
/// The protocol is an HTTPS proxy.
nonisolated(unsafe) public let kSecAttrProtocolHTTPSProxy: CFString = "htsx"
/// The protocol is an FTP proxy.
nonisolated(unsafe) public let kSecAttrProtocolFTPProxy: CFString = "ftpx"
/// The protocol is SMB.
nonisolated(unsafe) public let kSecAttrProtocolSMB: CFString = "smb "
/// The protocol is RTSP.
nonisolated(unsafe) public let kSecAttrProtocolRTSP: CFString = "rtsp"
/// The protocol is an RTSP proxy.
nonisolated(unsafe) public let kSecAttrProtocolRTSPProxy: CFString = "rtsx"
/// The protocol is DAAP.
nonisolated(unsafe) public let kSecAttrProtocolDAAP: CFString = "daap"
/// The protocol is remote Apple events.
nonisolated(unsafe) public let kSecAttrProtocolEPPC: CFString = "eppc"
/// The protocol is IPP.
nonisolated(unsafe) public let kSecAttrProtocolIPP: CFString = "ipp "
/// The protocol is NNTP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolNNTPS: CFString = "ntps"
/// The protocol is LDAP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolLDAPS: CFString = "ldps"
/// The protocol is Telnet over TLS.
nonisolated(unsafe) public let kSecAttrProtocolTelnetS: CFString = "tels"
/// The protocol is IMAP over TLS.
nonisolated(unsafe) public let kSecAttrProtocolIMAPS: CFString = "imps"
/// The protocol is IRC over TLS.
nonisolated(unsafe) public let kSecAttrProtocolIRCS: CFString = "ircs"
/// The protocol is POP3 over TLS.
nonisolated(unsafe) public let kSecAttrProtocolPOP3S: CFString = "pops"
/// Windows NT LAN Manager authentication.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"
/// Microsoft Network default authentication.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeMSN: CFString = "msna"
/// Distributed password authentication.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"
/// Remote password authentication.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"
/// HTTP Basic authentication.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"
/// HTTP Digest authentication.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"
/// HTML form authentication.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"
/// The default authentication type.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
