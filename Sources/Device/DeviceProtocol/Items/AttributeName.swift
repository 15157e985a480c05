/// The attributes of keychain items, by Apple's short names (`kSecAttr…` in SecItem.h).
///
/// Class, access group, synchronisation and access control are no attributes here: each has a type of its own.
package enum AttributeName: String, WireValue, CaseIterable, Sendable {
    case account = "acct"
    case service = "svce"
    case generic = "gena"
    case securityDomain = "sdmn"
    case server = "srvr"
    case networkProtocol = "ptcl"
    case authenticationType = "atyp"
    case port
    case path
    case creationDate = "cdat"
    case modificationDate = "mdat"
    case description = "desc"
    case comment = "icmt"
    case creator = "crtr"
    case type
    case label = "labl"
    case isInvisible = "invi"
    case isNegative = "nega"
    case subject = "subj"
    case issuer = "issr"
    case serialNumber = "slnr"
    case subjectKeyID = "skid"
    case publicKeyHash = "pkhh"
    case certificateType = "ctyp"
    case certificateEncoding = "cenc"
    case keyClass = "kcls"
    case applicationLabel = "klbl"
    case applicationTag = "atag"
    case isPermanent = "perm"
    case isSensitive = "sens"
    case isExtractable = "extr"
    case keySizeInBits = "bsiz"
    case effectiveKeySize = "esiz"
    case canEncrypt = "encr"
    case canDecrypt = "decr"
    case canDerive = "drve"
    case canSign = "sign"
    case canVerify = "vrfy"
    case canWrap = "wrap"
    case canUnwrap = "unwp"
    case startDate = "sdat"
    case endDate = "edat"
    case syncViewHint = "vwht"
    case tokenID = "tkid"

    /// What a value of the attribute is. `type` is a code of four characters in passwords and the kind of key in keys, a number in both.
    package var kind: AttributeValue.Kind {
        switch self {
        case .account, .service, .securityDomain, .server, .networkProtocol, .authenticationType, .path, .description, .comment,
            .label,
            .syncViewHint, .tokenID:
            .text
        case .generic, .subject, .issuer, .serialNumber, .subjectKeyID, .publicKeyHash, .applicationLabel, .applicationTag:
            .data
        case .creationDate, .modificationDate, .startDate, .endDate:
            .date
        case .port, .creator, .type, .certificateType, .certificateEncoding, .keyClass, .keySizeInBits, .effectiveKeySize:
            .number
        case .isInvisible, .isNegative, .isPermanent, .isSensitive, .isExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign,
            .canVerify, .canWrap, .canUnwrap:
            .flag
        }
    }

    /// Whether a value of the kind may stand under the name. Apple's keychain keeps what it is given where apps have always given it two
    /// things: bytes for names, and words for the codes of four characters.
    package func takes(_ kind: AttributeValue.Kind) -> Bool {
        switch self {
        case _ where kind == self.kind: true
        case .creator, .type: kind == .text
        default: self.kind == .text && kind == .data
        }
    }
}
