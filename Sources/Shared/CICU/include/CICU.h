#pragma once

#include <stdint.h>

// What this project asks of ICU. ICU appends its version to the name of each function by macros that Swift does not import: `uplrules_open` is
// `uplrules_open_72` in the library. These functions have the same names in every version. They do not include ICU's headers, which would clash
// with those of the ICU in Swift's Foundation. Each returns a null pointer or -1 for an error.

void *cicu_plural_rules_open(const char *locale);
void cicu_plural_rules_close(void *rules);
int32_t cicu_plural_rules_select(const void *rules, double number, uint16_t *keyword, int32_t capacity);

// Writes the keyword at `index`; returns -1 after the last one.
int32_t cicu_plural_rules_keyword(const void *rules, int32_t index, char *keyword, int32_t capacity);

void *cicu_number_formatter_open(const char *locale);
void cicu_number_formatter_close(void *formatter);
int32_t cicu_number_format(const void *formatter, int64_t number, uint16_t *text, int32_t capacity);

// Returns the locale's pattern for the fields of a skeleton.
int32_t cicu_date_pattern(const char *locale, const uint16_t *skeleton, int32_t count, uint16_t *pattern, int32_t capacity);

void *cicu_date_format_open(const char *locale, const uint16_t *zone, int32_t zone_count, const uint16_t *pattern, int32_t pattern_count);
void cicu_date_format_close(void *format);
int32_t cicu_date_format(const void *format, double milliseconds, uint16_t *text, int32_t capacity);

// Times relative to now, such as `5 minutes ago`.
void *cicu_relative_format_open(const char *locale);
void cicu_relative_format_close(void *format);

// Writes `offset` units from now; negative for the past. `unit` is 0 for seconds, 1 for minutes, 2 for hours and 3 for days. Where the locale
// has a word, it is the word: `now` for no seconds, `yesterday` for a day ago.
int32_t cicu_relative_format(const void *format, double offset, int32_t unit, uint16_t *text, int32_t capacity);

// Writes the canonical identifier of a time zone of the time-zone database; returns -1 if the database does not have it.
int32_t cicu_canonical_zone(const uint16_t *zone, int32_t count, uint16_t *canonical, int32_t capacity);

// The canonical identifiers of the zones of places.
void *cicu_location_zones_open(void);
void cicu_location_zones_close(void *zones);

// Writes the next identifier; returns -1 after the last one.
int32_t cicu_location_zones_next(void *zones, uint16_t *zone, int32_t capacity);

// The offsets and cities of zones at one time, in the words of a locale. A call changes the object, so it belongs to one thread.
void *cicu_zone_names_open(const char *locale, double milliseconds);
void cicu_zone_names_close(void *names);

// Writes the city of a zone (UTS #35, the pattern `VVV`), and its offset from UTC in minutes.
int32_t cicu_zone_name(
    void *names, const uint16_t *zone, int32_t count, int32_t *offset, uint16_t *city, int32_t capacity);

// Joins alternatives as the locale does. `texts` has one after the other, without separators; `lengths` has the length of each.
int32_t cicu_any_of(
    const char *locale, const uint16_t *texts, const int32_t *lengths, int32_t count, uint16_t *list, int32_t capacity);

// Completes a BCP 47 tag with its likely script and region (UTS #35, "Likely Subtags"), and replaces a deprecated language: `zh-Hant-TW` for
// `zh-TW`, `he-Hebr-IL` for `iw`. A tag without a language is an error: its likely language would be English.
int32_t cicu_likely_tag(const char *tag, char *likely, int32_t capacity);
