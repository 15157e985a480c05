#ifdef CATALOG
#embed CATALOG suffix(, 0)
#else
#include "AppleEmulatorCatalogs.h"
#define CATALOG_FUNCTION apple_emulator_catalog
#include "../../Shared/CatalogTable.h"
#endif
