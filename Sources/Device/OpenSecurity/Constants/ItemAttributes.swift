public import Foundation

// The classes of keychain items.
//
// Each string is a constant and never changes, which is why `nonisolated(unsafe)` is safe here.
//
// Those marked "file keychain of macOS only" have the values that they have there; nothing here takes them.

/// The class of an item, in every query and every new item: one of the `kSecClass…` values.
nonisolated(unsafe) public let kSecClass: CFString = "class"
/// A password for a server.
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
/// A password, or any small secret, of an app.
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// A certificate.
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
/// A cryptographic key.
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
/// A certificate together with its private key.
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"

// The attributes of keychain items.

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

// When an item can be read, seen from the lock of the device.

/// While the device is unlocked; the default.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// From the first unlock after a start until the next start.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// Always, locked or not; deprecated by Apple.
nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"
/// While unlocked, on this device, and only as long as it has a passcode: removing the passcode deletes the item.
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
/// While the device is unlocked; the item never leaves it.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// From the first unlock after a start; the item never leaves the device.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// Always, locked or not; the item never leaves the device. Deprecated by Apple.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"

// The protocols and ways of signing in of internet passwords.

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
/// Signing in by Windows NT LAN Manager.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"
/// Signing in by Microsoft Network default.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeMSN: CFString = "msna"
/// Signing in by distributed password.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"
/// Signing in by remote passphrase.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"
/// Signing in by HTTP Basic.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"
/// Signing in by HTTP Digest.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"
/// Signing in by a form on a page.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"
/// Signing in by the default way.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
