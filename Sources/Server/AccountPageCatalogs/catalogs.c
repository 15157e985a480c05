#ifdef CATALOG
#embed CATALOG suffix(, 0)
#else
#include "AccountPageCatalogs.h"
#define CATALOG_FUNCTION account_page_catalog
#include "../../Shared/CatalogTable.h"
#endif
