import CLibcrypto

/// How keys are derived from a PKCS #12 file's password, as far as it must be known before: how often something is iterated.
enum PKCS12Derivation {
    /// Throws `unsupported` for anything but the derivation of PKCS #12 itself and PBES2 with PBKDF2 (RFC 8018), and `undecodable` for parameters
    /// that cannot be read.
    static func iterations(of algorithm: UnsafePointer<X509_ALGOR>) throws(PKCS12Contents.Refusal) -> Int64 {
        switch OBJ_obj2nid(algorithm.pointee.algorithm) {
        case NID_pbe_WithSHA1And128BitRC4, NID_pbe_WithSHA1And40BitRC4, NID_pbe_WithSHA1And3_Key_TripleDES_CBC,
            NID_pbe_WithSHA1And2_Key_TripleDES_CBC, NID_pbe_WithSHA1And128BitRC2_CBC, NID_pbe_WithSHA1And40BitRC2_CBC:
            guard let parameters = read(algorithm, { d2i_PBEPARAM(nil, $0, $1) }) else { throw .undecodable }
            defer { PBEPARAM_free(parameters) }
            return number(parameters.pointee.iter)
        case NID_pbes2:
            guard let parameters = read(algorithm, { d2i_PBE2PARAM(nil, $0, $1) }) else { throw .undecodable }
            defer { PBE2PARAM_free(parameters) }
            guard let function = parameters.pointee.keyfunc, OBJ_obj2nid(function.pointee.algorithm) == NID_id_pbkdf2 else {
                throw .unsupported
            }
            guard let derivation = read(function, { d2i_PBKDF2PARAM(nil, $0, $1) }) else { throw .undecodable }
            defer { PBKDF2PARAM_free(derivation) }
            return number(derivation.pointee.iter)
        default: throw .unsupported
        }
    }

    /// 0, which nobody iterates, for what is no number of 64 bits.
    static func number(_ integer: UnsafePointer<ASN1_INTEGER>?) -> Int64 {
        var number: Int64 = 0
        return integer != nil && ASN1_INTEGER_get_int64(&number, integer) == 1 ? number : 0
    }

    private static func read<Value>(
        _ algorithm: UnsafePointer<X509_ALGOR>, _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Value?
    ) -> Value? {
        guard let parameter = algorithm.pointee.parameter, parameter.pointee.type == V_ASN1_SEQUENCE,
            let sequence = parameter.pointee.value.sequence
        else { return nil }
        var position = ASN1_STRING_get0_data(sequence)
        return body(&position, Int(ASN1_STRING_length(sequence)))
    }
}

/// The ciphers of older files, such as the 40-bit RC2 that exports of macOS have around certificates: libcrypto keeps them apart, and so do
/// we. Nothing but the opening of PKCS #12 files sees them.
enum OlderCiphers {
    /// Lives as long as the process. Where the older ciphers are not installed, files that need them cannot be opened.
    nonisolated(unsafe) static let library: OpaquePointer? = {
        guard let library = OSSL_LIB_CTX_new() else { return nil }
        _ = OSSL_PROVIDER_load(library, "default")
        _ = OSSL_PROVIDER_load(library, "legacy")
        return library
    }()
}
