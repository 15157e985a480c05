#include "BareTPM.h"

#include <stdlib.h>
#include <string.h>
#include <tss2/tss2_esys.h>
#include <tss2/tss2_tctildr.h>

struct bare_tpm {
    TSS2_TCTI_CONTEXT *tcti;
    ESYS_CONTEXT *esys;
    ESYS_TR primary;
    ESYS_TR key;
    TPM2B_PUBLIC *public_area;
    TPM2B_PRIVATE *private_area;
};

static TPM2B_PUBLIC curve(TPMA_OBJECT attributes) {
    TPM2B_PUBLIC area = {0};
    area.publicArea.type = TPM2_ALG_ECC;
    area.publicArea.nameAlg = TPM2_ALG_SHA256;
    area.publicArea.objectAttributes = attributes | TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT
        | TPMA_OBJECT_SENSITIVEDATAORIGIN | TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA | TPMA_OBJECT_DECRYPT;
    area.publicArea.parameters.eccDetail.symmetric.algorithm = TPM2_ALG_NULL;
    area.publicArea.parameters.eccDetail.scheme.scheme = TPM2_ALG_NULL;
    area.publicArea.parameters.eccDetail.curveID = TPM2_ECC_NIST_P256;
    area.publicArea.parameters.eccDetail.kdf.scheme = TPM2_ALG_NULL;
    return area;
}

static uint32_t make_key(struct bare_tpm *tpm) {
    TPM2B_SENSITIVE_CREATE sensitive = {0};
    TPM2B_DATA outside = {0};
    TPML_PCR_SELECTION registers = {0};
    TPM2B_PUBLIC storage = curve(TPMA_OBJECT_RESTRICTED);
    storage.publicArea.parameters.eccDetail.symmetric.algorithm = TPM2_ALG_AES;
    storage.publicArea.parameters.eccDetail.symmetric.keyBits.aes = 128;
    storage.publicArea.parameters.eccDetail.symmetric.mode.aes = TPM2_ALG_CFB;
    TSS2_RC code = Esys_CreatePrimary(
        tpm->esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &storage, &outside, &registers,
        &tpm->primary, NULL, NULL, NULL, NULL);
    if (code) return code;
    TPM2B_PUBLIC template = curve(TPMA_OBJECT_SIGN_ENCRYPT);
    code = Esys_Create(
        tpm->esys, tpm->primary, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template, &outside, &registers,
        &tpm->private_area, &tpm->public_area, NULL, NULL, NULL);
    if (code) return code;
    return Esys_Load(
        tpm->esys, tpm->primary, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, tpm->private_area, tpm->public_area, &tpm->key);
}

struct bare_tpm *bare_tpm_open(const char *tcti) {
    struct bare_tpm *tpm = calloc(1, sizeof *tpm);
    if (!tpm) return NULL;
    tpm->primary = tpm->key = ESYS_TR_NONE;
    if (Tss2_TctiLdr_Initialize(tcti, &tpm->tcti) || Esys_Initialize(&tpm->esys, tpm->tcti, NULL) || make_key(tpm)) {
        bare_tpm_close(tpm);
        return NULL;
    }
    return tpm;
}

uint32_t bare_tpm_sign(struct bare_tpm *tpm, const uint8_t *digest) {
    TPM2B_DIGEST input = {.size = 32};
    memcpy(input.buffer, digest, 32);
    TPMT_SIG_SCHEME scheme = {.scheme = TPM2_ALG_ECDSA, .details = {.ecdsa = {.hashAlg = TPM2_ALG_SHA256}}};
    TPMT_TK_HASHCHECK validation = {.tag = TPM2_ST_HASHCHECK, .hierarchy = TPM2_RH_NULL};
    TPMT_SIGNATURE *signature = NULL;
    TSS2_RC code = Esys_Sign(
        tpm->esys, tpm->key, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &input, &scheme, &validation, &signature);
    Esys_Free(signature);
    return code;
}

uint32_t bare_tpm_agree(struct bare_tpm *tpm, const uint8_t *x, const uint8_t *y) {
    TPM2B_ECC_POINT point = {0};
    point.point.x.size = point.point.y.size = 32;
    memcpy(point.point.x.buffer, x, 32);
    memcpy(point.point.y.buffer, y, 32);
    TPM2B_ECC_POINT *shared = NULL;
    TSS2_RC code = Esys_ECDH_ZGen(tpm->esys, tpm->key, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &point, &shared);
    Esys_Free(shared);
    return code;
}

uint32_t bare_tpm_load(struct bare_tpm *tpm) {
    ESYS_TR key = ESYS_TR_NONE;
    TSS2_RC code = Esys_Load(
        tpm->esys, tpm->primary, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, tpm->private_area, tpm->public_area, &key);
    return code ? code : Esys_FlushContext(tpm->esys, key);
}

void bare_tpm_close(struct bare_tpm *tpm) {
    if (tpm->esys) {
        if (tpm->key != ESYS_TR_NONE) Esys_FlushContext(tpm->esys, tpm->key);
        if (tpm->primary != ESYS_TR_NONE) Esys_FlushContext(tpm->esys, tpm->primary);
        Esys_Finalize(&tpm->esys);
    }
    if (tpm->tcti) Tss2_TctiLdr_Finalize(&tpm->tcti);
    Esys_Free(tpm->public_area);
    Esys_Free(tpm->private_area);
    free(tpm);
}
