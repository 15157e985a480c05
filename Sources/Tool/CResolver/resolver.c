#include "CResolver.h"

#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

// The largest answer over TCP.
enum { LARGEST = 65535 };

static cresolver_outcome read_answer(
    const uint8_t *answer, int length, void *context, void (*take)(void *context, const uint8_t *bytes, size_t count)) {
    ns_msg message;
    if (ns_initparse(answer, length, &message) < 0) return cresolver_malformed;
    cresolver_outcome outcome = cresolver_absent;
    for (int index = 0; index < ns_msg_count(message, ns_s_an); index++) {
        ns_rr record;
        if (ns_parserr(&message, ns_s_an, index, &record) < 0) return cresolver_malformed;
        // A CNAME precedes the records of the name that it leads to.
        if (ns_rr_type(record) != ns_t_txt || ns_rr_class(record) != ns_c_in) continue;
        const uint8_t *data = ns_rr_rdata(record);
        size_t count = ns_rr_rdlen(record), joined = 0;
        uint8_t text[LARGEST];
        for (size_t at = 0; at < count; at += 1 + data[at]) {
            if (data[at] > count - at - 1) return cresolver_malformed;
            memcpy(text + joined, data + at + 1, data[at]);
            joined += data[at];
        }
        take(context, text, joined);
        outcome = cresolver_found;
    }
    return outcome;
}

cresolver_outcome cresolver_txt(
    const char *name, uint32_t server, uint16_t port, void *context, void (*take)(void *context, const uint8_t *bytes, size_t count)) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) < 0) return cresolver_unavailable;
    if (server) {
        // Before its first query, the state has no sockets to other servers.
        memset(&state.nsaddr_list[0], 0, sizeof state.nsaddr_list[0]);
        state.nsaddr_list[0].sin_family = AF_INET;
        state.nsaddr_list[0].sin_addr.s_addr = server;
        state.nsaddr_list[0].sin_port = htons(port);
        state.nscount = 1;
    }
    uint8_t answer[LARGEST];
    int length = res_nquery(&state, name, ns_c_in, ns_t_txt, answer, sizeof answer);
    int reason = state.res_h_errno;
    res_nclose(&state);
    if (length < 0) return reason == HOST_NOT_FOUND || reason == NO_DATA ? cresolver_absent : cresolver_unavailable;
    return read_answer(answer, length < LARGEST ? length : LARGEST, context, take);
}
