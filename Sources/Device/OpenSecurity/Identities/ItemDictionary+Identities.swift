import DeviceProtocol

extension ItemDictionary {
    /// The query for the certificates among identities.
    var ofCertificates: ItemDictionary {
        var result = self
        result.becomeOfCertificates()
        return result
    }

    /// The addition of one part of an identity, with those of the attributes that it has.
    func addition(of part: ItemObject, returning forms: ReturnForms) throws(SecurityFailure) -> AddItem {
        var result = self
        result.become(part)
        return try result.addition(returning: forms)
    }
}

extension ItemAttributes {
    /// Those that only keys have.
    var ofKeys: ItemAttributes { filtered { Self.keysAlone.contains($0) } }

    /// Those that certificates have, too.
    var ofCertificates: ItemAttributes { filtered { !Self.keysAlone.contains($0) } }

    /// Those that keys have, too.
    var notOfCertificatesAlone: ItemAttributes { filtered { !Self.certificatesAlone.contains($0) } }

    private func filtered(_ isWanted: (AttributeName) -> Bool) -> ItemAttributes {
        var result = self
        for name in names where !isWanted(name) { result.remove(name) }
        return result
    }

    private static let certificatesAlone: Set<AttributeName> = [
        .certificateType, .certificateEncoding, .subject, .issuer, .serialNumber, .subjectKeyID, .publicKeyHash,
    ]

    private static let keysAlone: Set<AttributeName> = [
        .keyClass, .applicationLabel, .applicationTag, .type, .creator, .keySizeInBits, .effectiveKeySize, .startDate, .endDate,
        .isPermanent, .isSensitive, .isExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap,
        .canUnwrap, .description, .comment,
    ]
}
