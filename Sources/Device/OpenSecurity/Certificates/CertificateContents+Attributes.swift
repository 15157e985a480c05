import DeviceProtocol

extension CertificateContents {
    /// What a certificate's item has because of the certificate, whatever an app says: its identity, and what private keys are found by.
    var itemAttributes: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.certificateType, .number(Int64(version)))
        attributes.set(.certificateEncoding, .number(Self.encodingDER))
        attributes.set(.subject, .data(subject.normalized))
        attributes.set(.issuer, .data(issuer.normalized))
        attributes.set(.serialNumber, .data(serialNumber))
        attributes.set(.publicKeyHash, .data(publicKeyHash))
        if let subjectKeyID { attributes.set(.subjectKeyID, .data(subjectKeyID)) }
        return attributes
    }

    /// What tells the certificate's item from every other.
    var primaryAttributes: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.certificateType, .number(Int64(version)))
        attributes.set(.issuer, .data(issuer.normalized))
        attributes.set(.serialNumber, .data(serialNumber))
        return attributes
    }

    /// `CSSM_CERT_ENCODING_DER`.
    private static let encodingDER: Int64 = 3
}
