#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// Swift's module of the C library leaves this header out.
#include <sys/random.h>

// Macros that Swift does not import, because they are made of others.
static const int CLIBCRYPTO_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;
static const int CLIBCRYPTO_KEY_PAIR = EVP_PKEY_KEYPAIR;
