#ifdef CATALOG
#embed CATALOG suffix(, 0)
#else
#include "JuiceCatalogs.h"
#define CATALOG_FUNCTION juice_catalog
#include "../../../Sources/Shared/CatalogTable.h"
#endif
