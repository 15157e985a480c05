// Defines the function that returns a catalog of a target by its language.
//
// The whole `catalogs.c` of a target is:
//
//     #ifdef CATALOG
//     #embed CATALOG suffix(, 0)
//     #else
//     #include "AppCatalogs.h"
//     #define CATALOG_FUNCTION app_catalog
//     #include "../../Shared/CatalogTable.h"
//     #endif
//
// `#embed` finds files next to the file that contains it, and a macro cannot contain it. This header therefore includes the source file
// again for each language, with the path of the language's file in CATALOG.

#include <stddef.h>
#include <string.h>

// `#embed` is of C23; clang 19 and newer accept it in older C too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char ar[] = {
#define CATALOG "Catalogs/ar.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char de[] = {
#define CATALOG "Catalogs/de.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char en[] = {
#define CATALOG "Catalogs/en.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char es[] = {
#define CATALOG "Catalogs/es.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char fr[] = {
#define CATALOG "Catalogs/fr.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char he[] = {
#define CATALOG "Catalogs/he.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char it[] = {
#define CATALOG "Catalogs/it.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char ja[] = {
#define CATALOG "Catalogs/ja.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char ko[] = {
#define CATALOG "Catalogs/ko.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char pt_br[] = {
#define CATALOG "Catalogs/pt-BR.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char ru[] = {
#define CATALOG "Catalogs/ru.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char zh_hans[] = {
#define CATALOG "Catalogs/zh-Hans.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const unsigned char zh_hant[] = {
#define CATALOG "Catalogs/zh-Hant.arb"
#include __BASE_FILE__
#undef CATALOG
};

static const struct {
    const char *language;
    const unsigned char *text;
} catalogs[] = {
    {"ar", ar}, {"de", de}, {"en", en}, {"es", es}, {"fr", fr}, {"he", he}, {"it", it},
    {"ja", ja}, {"ko", ko}, {"pt-BR", pt_br}, {"ru", ru}, {"zh-Hans", zh_hans}, {"zh-Hant", zh_hant},
};

const char *CATALOG_FUNCTION(const char *language) {
    for (size_t index = 0; index < sizeof catalogs / sizeof *catalogs; index++) {
        if (strcmp(catalogs[index].language, language) == 0) return (const char *)catalogs[index].text;
    }
    return NULL;
}
