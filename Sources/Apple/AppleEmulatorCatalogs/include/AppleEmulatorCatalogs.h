#pragma once

// Returns the catalog of the pages of Apple's emulator in a language, as UTF-8 text that ends with a zero byte, or a null pointer for a
// language without a catalog. The compiler puts the files of `Catalogs` into the library, so that the program needs no files when it runs.
const char *apple_emulator_catalog(const char *language);
