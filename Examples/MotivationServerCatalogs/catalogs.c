#ifdef CATALOG
#embed CATALOG suffix(, 0)
#else
#include "MotivationServerCatalogs.h"
#define CATALOG_FUNCTION motivation_server_catalog
#include "../../Sources/Shared/CatalogTable.h"
#endif
