#include "CICU.h"

#include <stdlib.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uenum.h>
#include <unicode/ulistformatter.h>
#include <unicode/uloc.h>
#include <unicode/unumberformatter.h>
#include <unicode/upluralrules.h>
#include <unicode/ureldatefmt.h>

void *cicu_plural_rules_open(const char *locale) {
    UErrorCode status = U_ZERO_ERROR;
    UPluralRules *rules = uplrules_open(locale, &status);
    return U_SUCCESS(status) ? rules : (void *)0;
}

void cicu_plural_rules_close(void *rules) { uplrules_close((UPluralRules *)rules); }

int32_t cicu_plural_rules_select(const void *rules, double number, uint16_t *keyword, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = uplrules_select((const UPluralRules *)rules, number, (UChar *)keyword, capacity, &status);
    return U_SUCCESS(status) ? length : -1;
}

int32_t cicu_plural_rules_keyword(const void *rules, int32_t index, char *keyword, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UEnumeration *keywords = uplrules_getKeywords((const UPluralRules *)rules, &status);
    int32_t length = -1;
    const char *found = 0;
    for (int32_t each = 0; U_SUCCESS(status) && each <= index; each++) {
        found = uenum_next(keywords, &length, &status);
        if (!found) break;
    }
    if (U_FAILURE(status) || !found || length >= capacity) length = -1;
    for (int32_t each = 0; each < length; each++) keyword[each] = found[each];
    uenum_close(keywords);
    return length;
}

void *cicu_number_formatter_open(const char *locale) {
    UErrorCode status = U_ZERO_ERROR;
    UNumberFormatter *formatter = unumf_openForSkeletonAndLocale(u"", 0, locale, &status);
    return U_SUCCESS(status) ? formatter : (void *)0;
}

void cicu_number_formatter_close(void *formatter) { unumf_close((UNumberFormatter *)formatter); }

int32_t cicu_number_format(const void *formatter, int64_t number, uint16_t *text, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = unumf_openResult(&status);
    unumf_formatInt((const UNumberFormatter *)formatter, number, result, &status);
    int32_t length = unumf_resultToString(result, (UChar *)text, capacity, &status);
    unumf_closeResult(result);
    return U_SUCCESS(status) ? length : -1;
}

int32_t cicu_date_pattern(const char *locale, const uint16_t *skeleton, int32_t count, uint16_t *pattern, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UDateTimePatternGenerator *generator = udatpg_open(locale, &status);
    int32_t length = udatpg_getBestPattern(generator, (const UChar *)skeleton, count, (UChar *)pattern, capacity, &status);
    if (generator) udatpg_close(generator);
    return U_SUCCESS(status) ? length : -1;
}

void *cicu_date_format_open(
    const char *locale, const uint16_t *zone, int32_t zone_count, const uint16_t *pattern, int32_t pattern_count) {
    UErrorCode status = U_ZERO_ERROR;
    UDateFormat *format = udat_open(
        UDAT_PATTERN, UDAT_PATTERN, locale, (const UChar *)zone, zone_count, (const UChar *)pattern, pattern_count, &status);
    return U_SUCCESS(status) ? format : (void *)0;
}

void cicu_date_format_close(void *format) { udat_close((UDateFormat *)format); }

int32_t cicu_date_format(const void *format, double milliseconds, uint16_t *text, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = udat_format((const UDateFormat *)format, milliseconds, (UChar *)text, capacity, 0, &status);
    return U_SUCCESS(status) ? length : -1;
}

int32_t cicu_canonical_zone(const uint16_t *zone, int32_t count, uint16_t *canonical, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UBool is_known = 0;
    int32_t length = ucal_getCanonicalTimeZoneID((const UChar *)zone, count, (UChar *)canonical, capacity, &is_known, &status);
    return U_SUCCESS(status) && is_known ? length : -1;
}

void *cicu_location_zones_open(void) {
    UErrorCode status = U_ZERO_ERROR;
    UEnumeration *zones = ucal_openTimeZoneIDEnumeration(UCAL_ZONE_TYPE_CANONICAL_LOCATION, (void *)0, (void *)0, &status);
    return U_SUCCESS(status) ? zones : (void *)0;
}

void cicu_location_zones_close(void *zones) { uenum_close((UEnumeration *)zones); }

int32_t cicu_location_zones_next(void *zones, uint16_t *zone, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = -1;
    const UChar *found = uenum_unext((UEnumeration *)zones, &length, &status);
    if (U_FAILURE(status) || !found || length > capacity) return -1;
    for (int32_t each = 0; each < length; each++) zone[each] = found[each];
    return length;
}

struct zone_names {
    UCalendar *calendar;
    UDateFormat *format;
    UDate moment;
};

void *cicu_zone_names_open(const char *locale, double milliseconds) {
    UErrorCode status = U_ZERO_ERROR;
    struct zone_names *names = malloc(sizeof *names);
    if (!names) return (void *)0;
    names->moment = milliseconds;
    names->calendar = ucal_open(u"Etc/UTC", -1, locale, UCAL_DEFAULT, &status);
    names->format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, u"Etc/UTC", -1, u"VVV", -1, &status);
    if (U_SUCCESS(status)) return names;
    cicu_zone_names_close(names);
    return (void *)0;
}

void cicu_zone_names_close(void *opened) {
    struct zone_names *names = opened;
    if (names->format) udat_close(names->format);
    if (names->calendar) ucal_close(names->calendar);
    free(names);
}

int32_t cicu_zone_name(
    void *opened, const uint16_t *zone, int32_t count, int32_t *offset, uint16_t *city, int32_t capacity) {
    struct zone_names *names = opened;
    UErrorCode status = U_ZERO_ERROR;
    ucal_setTimeZone(names->calendar, (const UChar *)zone, count, &status);
    ucal_setMillis(names->calendar, names->moment, &status);
    int32_t milliseconds = ucal_get(names->calendar, UCAL_ZONE_OFFSET, &status) + ucal_get(names->calendar, UCAL_DST_OFFSET, &status);
    int32_t length = udat_formatCalendar(names->format, names->calendar, (UChar *)city, capacity, (void *)0, &status);
    if (U_FAILURE(status)) return -1;
    *offset = milliseconds / 60000;
    return length;
}

int32_t cicu_any_of(
    const char *locale, const uint16_t *texts, const int32_t *lengths, int32_t count, uint16_t *list, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UListFormatter *formatter = ulistfmt_openForType(locale, ULISTFMT_TYPE_OR, ULISTFMT_WIDTH_WIDE, &status);
    const UChar **each = malloc(sizeof *each * (size_t)(count + 1));
    int32_t length = -1;
    if (each) {
        const UChar *next = (const UChar *)texts;
        for (int32_t index = 0; index < count; next += lengths[index], index++) each[index] = next;
        length = ulistfmt_format(formatter, each, lengths, count, (UChar *)list, capacity, &status);
    }
    free(each);
    if (formatter) ulistfmt_close(formatter);
    return U_SUCCESS(status) ? length : -1;
}

int32_t cicu_likely_tag(const char *tag, char *likely, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    char locale[ULOC_FULLNAME_CAPACITY], completed[ULOC_FULLNAME_CAPACITY];
    int32_t read = 0;
    uloc_forLanguageTag(tag, locale, sizeof locale, &read, &status);
    if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING || tag[read] != 0) return -1;
    if (locale[0] < 'a' || locale[0] > 'z') return -1;
    uloc_addLikelySubtags(locale, completed, sizeof completed, &status);
    if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING) return -1;
    int32_t length = uloc_toLanguageTag(completed, likely, capacity, 0, &status);
    return U_SUCCESS(status) ? length : -1;
}

void *cicu_relative_format_open(const char *locale) {
    UErrorCode status = U_ZERO_ERROR;
    URelativeDateTimeFormatter *format =
        ureldatefmt_open(locale, (void *)0, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_NONE, &status);
    return U_SUCCESS(status) ? format : (void *)0;
}

void cicu_relative_format_close(void *format) { ureldatefmt_close((URelativeDateTimeFormatter *)format); }

int32_t cicu_relative_format(const void *format, double offset, int32_t unit, uint16_t *text, int32_t capacity) {
    static const URelativeDateTimeUnit units[] = {
        UDAT_REL_UNIT_SECOND, UDAT_REL_UNIT_MINUTE, UDAT_REL_UNIT_HOUR, UDAT_REL_UNIT_DAY,
    };
    if (unit < 0 || unit >= (int32_t)(sizeof units / sizeof *units)) return -1;
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = ureldatefmt_format(
        (const URelativeDateTimeFormatter *)format, offset, units[unit], (UChar *)text, capacity, &status);
    return U_SUCCESS(status) ? length : -1;
}
