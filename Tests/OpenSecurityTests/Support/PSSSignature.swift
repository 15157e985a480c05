import CLibcrypto
import Foundation
import OpenSecurity

/// PSS signatures over SHA-256 with a salt of any length, which the module does not create.
enum PSSSignature {
    static func make(_ key: SecKey, _ digest: [UInt8], salt: Int32) -> [UInt8]? {
        guard let bytes = try? key.bytes else { return nil }
        let loaded = [UInt8](bytes).withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_AutoPrivateKey(nil, &position, buffer.count)
        }
        guard let loaded, let context = EVP_PKEY_CTX_new(loaded, nil) else { return nil }
        defer {
            EVP_PKEY_CTX_free(context)
            EVP_PKEY_free(loaded)
        }
        var length = SecKeyGetBlockSize(key)
        var signature = [UInt8](repeating: 0, count: length)
        guard EVP_PKEY_sign_init(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1,
            EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1, EVP_PKEY_CTX_set_rsa_pss_saltlen(context, salt) == 1,
            EVP_PKEY_sign(context, &signature, &length, digest, digest.count) == 1
        else { return nil }
        return signature
    }
}
