#ifdef CATALOG
#embed CATALOG suffix(, 0)
#else
#include "DevicePageCatalogs.h"
#define CATALOG_FUNCTION device_page_catalog
#include "../../Shared/CatalogTable.h"
#endif
