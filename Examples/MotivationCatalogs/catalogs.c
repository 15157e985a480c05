#ifdef CATALOG
#embed CATALOG suffix(, 0)
#else
#include "MotivationCatalogs.h"
#define CATALOG_FUNCTION motivation_catalog
#include "../../Sources/Shared/CatalogTable.h"
#endif
