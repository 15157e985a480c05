#include "AppleEmulatorCatalogs.h"

#include <stddef.h>
#include <string.h>

// `#embed` is of C23; clang 19 and newer accept it in older C too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char ar[] = {
#embed "Catalogs/ar.arb" suffix(, 0)
};

static const unsigned char de[] = {
#embed "Catalogs/de.arb" suffix(, 0)
};

static const unsigned char en[] = {
#embed "Catalogs/en.arb" suffix(, 0)
};

static const unsigned char es[] = {
#embed "Catalogs/es.arb" suffix(, 0)
};

static const unsigned char fr[] = {
#embed "Catalogs/fr.arb" suffix(, 0)
};

static const unsigned char he[] = {
#embed "Catalogs/he.arb" suffix(, 0)
};

static const unsigned char it[] = {
#embed "Catalogs/it.arb" suffix(, 0)
};

static const unsigned char ja[] = {
#embed "Catalogs/ja.arb" suffix(, 0)
};

static const unsigned char ko[] = {
#embed "Catalogs/ko.arb" suffix(, 0)
};

static const unsigned char pt_br[] = {
#embed "Catalogs/pt-BR.arb" suffix(, 0)
};

static const unsigned char ru[] = {
#embed "Catalogs/ru.arb" suffix(, 0)
};

static const unsigned char zh_hans[] = {
#embed "Catalogs/zh-Hans.arb" suffix(, 0)
};

static const unsigned char zh_hant[] = {
#embed "Catalogs/zh-Hant.arb" suffix(, 0)
};

static const struct {
    const char *language;
    const unsigned char *text;
} catalogs[] = {
    {"ar", ar}, {"de", de}, {"en", en}, {"es", es}, {"fr", fr}, {"he", he}, {"it", it},
    {"ja", ja}, {"ko", ko}, {"pt-BR", pt_br}, {"ru", ru}, {"zh-Hans", zh_hans}, {"zh-Hant", zh_hant},
};

const char *apple_emulator_catalog(const char *language) {
    for (size_t index = 0; index < sizeof catalogs / sizeof *catalogs; index++) {
        if (strcmp(catalogs[index].language, language) == 0) return (const char *)catalogs[index].text;
    }
    return NULL;
}
