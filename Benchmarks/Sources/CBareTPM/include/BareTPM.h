#ifndef BARE_TPM_H
#define BARE_TPM_H

#include <stddef.h>
#include <stdint.h>

/// A TPM with one P-256 key without authorization: the minimum cost of a signature there. For one thread.
struct bare_tpm;

/// Connects to the TPM that `tcti` names (`swtpm:path=…`) and creates and loads the key. Returns null if that fails.
struct bare_tpm *bare_tpm_open(const char *tcti);

/// Signs 32 bytes; returns zero on success.
uint32_t bare_tpm_sign(struct bare_tpm *tpm, const uint8_t *digest);

/// Agrees with the point whose coordinates of 32 bytes are given; returns zero on success.
uint32_t bare_tpm_agree(struct bare_tpm *tpm, const uint8_t *x, const uint8_t *y);

/// Loads the key again and removes it, as required for keys stored outside the TPM; returns zero on success.
uint32_t bare_tpm_load(struct bare_tpm *tpm);

/// Removes the key and disconnects.
void bare_tpm_close(struct bare_tpm *tpm);

#endif
