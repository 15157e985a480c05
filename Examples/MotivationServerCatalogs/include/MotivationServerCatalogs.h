#pragma once

// Returns the catalog of Motivation's server in a language, as UTF-8 text that ends with a zero byte, or a null pointer for a language without a
// catalog. The compiler puts the files of `Catalogs` into the library, so that the program needs no files when it runs.
const char *motivation_server_catalog(const char *language);
