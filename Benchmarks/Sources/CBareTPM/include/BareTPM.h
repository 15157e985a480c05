#ifndef BARE_TPM_H
#define BARE_TPM_H

#include <stddef.h>
#include <stdint.h>

/// A TPM with one P-256 key in it that asks for nothing: the least that a signature can cost there. For one thread.
struct bare_tpm;

/// Connects to the TPM that `tcti` names (`swtpm:path=…`) and makes and loads the key. Null where that fails.
struct bare_tpm *bare_tpm_open(const char *tcti);

/// Signs 32 bytes; zero where it is done.
uint32_t bare_tpm_sign(struct bare_tpm *tpm, const uint8_t *digest);

/// Agrees with the point whose coordinates of 32 bytes are given; zero where it is done.
uint32_t bare_tpm_agree(struct bare_tpm *tpm, const uint8_t *x, const uint8_t *y);

/// Loads the key once more and removes it again, as whoever keeps keys outside the TPM must; zero where it is done.
uint32_t bare_tpm_load(struct bare_tpm *tpm);

/// Removes the key and disconnects.
void bare_tpm_close(struct bare_tpm *tpm);

#endif
