import CLibcrypto

/// The keys and certificates of a PKCS #12 file (RFC 7292), decrypted with its password.
///
/// The required work is limited before any of it is done.
struct PKCS12Contents {
    enum Rejection: Error {
        /// The message authentication code does not match the password.
        case password
        case passwordTooLong
        case undecodable
        case tooMuchWork
        case unsupported
    }

    struct Certificate {
        let der: [UInt8]
        let keyID: [UInt8]?
        let label: String?
    }

    struct Key {
        let material: SecKey.Material
        let keyID: [UInt8]?
        let label: String?
    }

    /// The maximum size of a file in bytes.
    static let maximumLength = 1 << 20
    /// The maximum length of a password, in UTF-8 bytes.
    static let longestPassword = 1_024
    /// The maximum number of iterations of all derivations together: a second or two.
    static let maximumIterations: Int64 = 5_000_000
    /// The maximum number of keys and certificates.
    static let maximumParts = 256

    private(set) var keys: [Key] = []
    private(set) var certificates: [Certificate] = []
    private var remainingIterations = Self.maximumIterations
    private var remainingParts = Self.maximumParts

    init(_ bytes: [UInt8], password: String) throws(Rejection) {
        guard bytes.count <= Self.maximumLength else { throw .undecodable }
        guard password.utf8.count <= Self.longestPassword, !password.utf8.contains(0) else { throw .passwordTooLong }
        defer { ERR_clear_error() }
        let (file, read) = bytes.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            let file = d2i_PKCS12(nil, &position, buffer.count)
            return (file, position.map { $0 - (buffer.baseAddress ?? $0) } ?? 0)
        }
        guard let file else { throw .undecodable }
        defer { PKCS12_free(file) }
        guard read == bytes.count, PKCS12_mac_present(file) == 1 else { throw .undecodable }
        var secret = Array(password.utf8CString)
        defer { secret.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        let key = try passwordKey(secret, opening: file)
        guard let safes = PKCS12_unpack_authsafes(file) else { throw .undecodable }
        defer { OPENSSL_sk_pop_free(safes) { $0.map { PKCS7_free($0.assumingMemoryBound(to: PKCS7.self)) } } }
        for index in 0..<OPENSSL_sk_num(safes) {
            guard let safe = OPENSSL_sk_value(safes, index)?.assumingMemoryBound(to: PKCS7.self) else { throw .undecodable }
            try open(safe, key)
        }
    }

    /// Returns the password in the encoding of the file. An empty password has two encodings: no characters, and no password.
    private mutating func passwordKey(_ secret: [CChar], opening file: OpaquePointer) throws(Rejection) -> [CChar]? {
        var iterations: UnsafePointer<ASN1_INTEGER>?
        PKCS12_get0_mac(nil, nil, nil, &iterations, file)
        let isEmpty = secret.count == 1
        // Two attempts for the empty password.
        for _ in 0..<(isEmpty ? 2 : 1) { try spend(iterations.map { PKCS12Derivation.number($0) } ?? 1) }
        if PKCS12_verify_mac(file, secret, Int32(secret.count - 1)) == 1 { return secret }
        if isEmpty, PKCS12_verify_mac(file, nil, 0) == 1 { return nil }
        throw .password
    }

    private mutating func spend(_ iterations: Int64) throws(Rejection) {
        guard (1...remainingIterations).contains(iterations) else { throw .tooMuchWork }
        remainingIterations -= iterations
    }

    private mutating func open(_ safe: UnsafeMutablePointer<PKCS7>, _ password: [CChar]?) throws(Rejection) {
        let bags: OpaquePointer?
        switch OBJ_obj2nid(safe.pointee.type) {
        case NID_pkcs7_data:
            guard safe.pointee.d.data != nil else { throw .undecodable }
            bags = PKCS12_unpack_p7data(safe)
        case NID_pkcs7_encrypted:
            guard let content = safe.pointee.d.encrypted?.pointee.enc_data?.pointee, let algorithm = content.algorithm,
                let data = content.enc_data
            else { throw .undecodable }
            try spend(PKCS12Derivation.iterations(of: algorithm))
            let opened = PKCS12_item_decrypt_d2i_ex(
                algorithm, PKCS12_SAFEBAGS_it(), password, Int32((password?.count ?? 1) - 1), data, 1, OlderCiphers.library, nil)
            bags = opened.map { OpaquePointer($0) }
        default: throw .unsupported
        }
        guard let bags else { throw .undecodable }
        defer { OPENSSL_sk_pop_free(bags) { $0.map { PKCS12_SAFEBAG_free(OpaquePointer($0)) } } }
        for index in 0..<OPENSSL_sk_num(bags) {
            guard let bag = OPENSSL_sk_value(bags, index).map({ OpaquePointer($0) }) else { throw .undecodable }
            guard remainingParts > 0 else { throw .tooMuchWork }
            remainingParts -= 1
            try take(bag, password)
        }
    }

    /// Collects keys and certificates. Ignores other parts, such as revocation lists and secrets.
    private mutating func take(_ bag: OpaquePointer, _ password: [CChar]?) throws(Rejection) {
        switch PKCS12_SAFEBAG_get_nid(bag) {
        case NID_certBag:
            guard let certificate = PKCS12_SAFEBAG_get1_cert(bag) else { throw .unsupported }
            defer { X509_free(certificate) }
            guard let der = Self.octets({ i2d_X509(certificate, $0) }) else { throw .undecodable }
            certificates.append(Certificate(der: der, keyID: Self.keyID(of: bag), label: Self.label(of: bag)))
        case NID_keyBag:
            guard let key = PKCS12_SAFEBAG_get0_p8inf(bag) else { throw .undecodable }
            try take(key, of: bag)
        case NID_pkcs8ShroudedKeyBag:
            var algorithm: UnsafePointer<X509_ALGOR>?
            guard let wrapped = PKCS12_SAFEBAG_get0_pkcs8(bag) else { throw .undecodable }
            X509_SIG_get0(wrapped, &algorithm, nil)
            guard let algorithm else { throw .undecodable }
            try spend(PKCS12Derivation.iterations(of: algorithm))
            guard
                let key = PKCS12_decrypt_skey_ex(bag, password, Int32((password?.count ?? 1) - 1), OlderCiphers.library, nil)
            else { throw .undecodable }
            defer { PKCS8_PRIV_KEY_INFO_free(key) }
            try take(key, of: bag)
        case NID_safeContentsBag: throw .unsupported
        default: break
        }
    }

    private mutating func take(_ key: OpaquePointer, of bag: OpaquePointer) throws(Rejection) {
        guard let pointer = EVP_PKCS82PKEY(key) else { throw .unsupported }
        guard let material = SecKey.Material(privateKey: LibcryptoKey(owning: pointer)) else { throw .unsupported }
        keys.append(Key(material: material, keyID: Self.keyID(of: bag), label: Self.label(of: bag)))
    }

    private static func keyID(of bag: OpaquePointer) -> [UInt8]? {
        guard let value = PKCS12_SAFEBAG_get0_attr(bag, NID_localKeyID), value.pointee.type == V_ASN1_OCTET_STRING,
            let string = value.pointee.value.octet_string
        else { return nil }
        return [UInt8](UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
    }

    private static func label(of bag: OpaquePointer) -> String? {
        guard let name = PKCS12_get_friendlyname(bag) else { return nil }
        defer { CRYPTO_free(name, nil, 0) }
        return String(validatingCString: name)
    }

    private static func octets(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
        let size = write(nil)
        guard size > 0 else { return nil }
        var octets = [UInt8](repeating: 0, count: Int(size))
        let written = octets.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            return write(&position)
        }
        return written == size ? octets : nil
    }
}

/// The key derivation of a PKCS #12 file, as far as it is needed in advance: the number of iterations.
enum PKCS12Derivation {
    /// Throws `unsupported` unless the derivation is that of PKCS #12 or PBES2 with PBKDF2 (RFC 8018), and `undecodable` for
    /// malformed parameters.
    static func iterations(of algorithm: UnsafePointer<X509_ALGOR>) throws(PKCS12Contents.Rejection) -> Int64 {
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

    /// Returns a 64-bit number, or 0, which is never a valid number of iterations.
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

/// The ciphers of older files, such as the 40-bit RC2 that macOS uses to export certificates. libcrypto keeps them in a separate
/// provider, which only PKCS #12 decryption uses.
enum OlderCiphers {
    /// Exists for the lifetime of the process. If the older ciphers are not installed, files that need them cannot be decrypted.
    nonisolated(unsafe) static let library: OpaquePointer? = {
        guard let library = OSSL_LIB_CTX_new() else { return nil }
        _ = OSSL_PROVIDER_load(library, "default")
        _ = OSSL_PROVIDER_load(library, "legacy")
        return library
    }()
}
