// SPDX-License-Identifier: MIT
#include "live_server.h"

#include "error.h"
#include "memory.h"
#include "stopwatch.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    TOKEN_BYTES = 16,
    TOKEN_LEAST = 16, // characters of a token that a program has chosen
    TOKEN_MAX = 64,
    CONNECTIONS_MAX = 128,
    STRANGERS_MAX = 64,           // connections that have not shown the token
    STRANGER_PATIENCE = 5000,     // milliseconds in which they must show the token
    CONNECTION_TIMEOUT = 30,      // seconds without data until a connection is closed
    CONNECTION_MEMORY = 64 << 10, // bytes per connection, for headers
};

static const char token_characters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// A connection. Until a request shows the token, it is a stranger: it must send the request soon,
// and is closed if there are too many.
typedef struct live_connection {
    struct MHD_Connection *of; // NULL: the entry is free
    uint64_t since;            // start time, by stopwatch_now
    bool is_known;             // whether it has shown the token
    bool is_shut;
} live_connection;

struct live_server {
    live_service service;
    struct MHD_Daemon *daemon;
    live_connection connections[CONNECTIONS_MAX];
    uint64_t asked; // time of the last request with the token, by stopwatch_now; 0: none
    char token[TOKEN_MAX + 1];
    size_t token_size;
    char host[64]; // required Host of requests, such as "127.0.0.1:8080"
    char link[160];
};

// A request whose body arrives in pieces.
typedef struct live_upload {
    text_buffer body;
    bool is_too_large;
} live_upload;

// ---- answers

static enum MHD_Result serve_answer(struct MHD_Connection *connection, live_answer *answer)
{
    static const char *const headers[][2] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: "
         "blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cache-Control", "no-store"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    static char nothing[] = "";
    char *bytes = answer->body.bytes ? answer->body.bytes : nothing;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(answer->body.size, bytes, MHD_RESPMEM_MUST_COPY);
    text_buffer_release(&answer->body);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", answer->type);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    enum MHD_Result result = MHD_queue_response(connection, (unsigned)answer->status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result serve_refusal(struct MHD_Connection *connection, int status, const char *why)
{
    live_answer answer = {.status = status, .type = "text/plain; charset=utf-8"};
    gestalt_writer writer = text_buffer_writer(&answer.body);
    writer.write(writer.user, why, strlen(why));
    return serve_answer(connection, &answer);
}

// ---- connections

static void connection_shut(live_connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c->of, MHD_CONNECTION_INFO_CONNECTION_FD);
    c->is_shut = true;
    if (info)
        shutdown(info->connect_fd, SHUT_RDWR); // the daemon reads the end, and then closes it
}

static bool connection_is_stranger(const live_connection *c)
{
    return c->of && !c->is_known && !c->is_shut;
}

// Return the oldest stranger if there are at least `least` strangers; else NULL.
static live_connection *connections_oldest(live_server *s, uint32_t least)
{
    live_connection *oldest = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < CONNECTIONS_MAX; i++) {
        live_connection *c = &s->connections[i];
        if (!connection_is_stranger(c))
            continue;
        count++;
        oldest = !oldest || c->since < oldest->since ? c : oldest;
    }
    return count >= least ? oldest : NULL;
}

static void note_connection(void *user, struct MHD_Connection *connection, void **place,
                            enum MHD_ConnectionNotificationCode what)
{
    live_server *s = user;
    live_connection *c = *place;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (c)
            *c = (live_connection){0};
        return;
    }
    live_connection *oldest = connections_oldest(s, STRANGERS_MAX);
    if (oldest)
        connection_shut(oldest);
    for (uint32_t i = 0; i < CONNECTIONS_MAX && !*place; i++)
        if (!s->connections[i].of)
            *place = &s->connections[i];
    if (*place)
        *(live_connection *)*place = (live_connection){.of = connection, .since = stopwatch_now()};
}

static void connection_know(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (info && info->socket_context)
        ((live_connection *)info->socket_context)->is_known = true;
}

// Return the number of milliseconds that the oldest stranger may stay; -1: there is none.
static int strangers_patience(live_server *s)
{
    const live_connection *oldest = connections_oldest(s, 1);
    uint64_t passed = oldest ? (stopwatch_now() - oldest->since) / 1000000 : 0;
    return !oldest ? -1 : passed < STRANGER_PATIENCE ? STRANGER_PATIENCE - (int)passed : 0;
}

// ---- checking the sender

static const char *header_of(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

// Compare all characters, so that the time does not depend on the number of correct ones.
static bool is_token(const live_server *s, const char *path)
{
    unsigned differs = 0;
    if (strlen(path) < s->token_size)
        return false;
    for (size_t i = 0; i < s->token_size; i++)
        differs |= (unsigned char)path[i] ^ (unsigned char)s->token[i];
    return differs == 0;
}

// Check the Host. For a server on all addresses it must be an IP address: an attacker could use a
// name that resolves to this machine.
static bool is_host(const live_server *s, const char *host)
{
    static const char any[] = "0.0.0.0:";
    struct in_addr address;
    char digits[INET_ADDRSTRLEN];
    const char *colon = host ? strchr(host, ':') : NULL;
    size_t size = colon ? (size_t)(colon - host) : sizeof digits;
    if (!host || strcmp(host, s->host) == 0)
        return host;
    if (strncmp(s->host, any, sizeof any - 1) != 0 || size >= sizeof digits ||
        strcmp(colon, s->host + sizeof any - 2) != 0)
        return false;
    memcpy(digits, host, size);
    digits[size] = '\0';
    return inet_pton(AF_INET, digits, &address) == 1;
}

// Return why a request is refused, or NULL.
static const char *refuse_sender(const live_server *s, struct MHD_Connection *connection)
{
    const char *host = header_of(connection, "Host"), *origin = header_of(connection, "Origin");
    const char *site = header_of(connection, "Sec-Fetch-Site");
    if (!is_host(s, host))
        return "Host has to be the address of the link\n";
    if (origin && (strncmp(origin, "http://", 7) != 0 || strcmp(origin + 7, host) != 0))
        return "requests of other origins are refused\n";
    if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0)
        return "requests of other sites are refused\n";
    return NULL;
}

static bool is_json(struct MHD_Connection *connection)
{
    static const char json[] = "application/json";
    const char *type = header_of(connection, "Content-Type");
    return type && strncmp(type, json, sizeof json - 1) == 0 &&
           (type[sizeof json - 1] == '\0' || type[sizeof json - 1] == ';');
}

// ---- requests

static enum MHD_Result take_argument(void *user, enum MHD_ValueKind kind, const char *name,
                                     const char *value)
{
    live_request *request = user;
    (void)kind;
    if (request->argument_count == LIVE_ARGUMENTS_MAX)
        return MHD_NO;
    request->arguments[request->argument_count++] =
        (live_argument){name ? name : "", value ? value : ""};
    return MHD_YES;
}

static enum MHD_Result serve_request(live_server *s, struct MHD_Connection *connection,
                                     const char *path, const char *method,
                                     const live_upload *upload)
{
    live_answer answer;
    live_request request = {.method = method,
                            .path = path,
                            .body = upload->body.bytes ? upload->body.bytes : "",
                            .size = upload->body.size};
    if (upload->is_too_large)
        return serve_refusal(connection, 413, "the body is too large\n");
    if (upload->body.is_full)
        return serve_refusal(connection, 503, "out of memory\n");
    if (strcmp(method, "POST") == 0 && !is_json(connection))
        return serve_refusal(connection, 415, "the body has to be application/json\n");
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, take_argument, &request);
    s->service.answer(s->service.user, &request, &answer);
    return serve_answer(connection, &answer);
}

// Serve a request. The first call has its headers, the following calls pieces of its body, and the
// last call no data.
static enum MHD_Result serve(void *user, struct MHD_Connection *connection, const char *url,
                             const char *method, const char *version, const char *data,
                             size_t *data_size, void **state)
{
    live_server *s = user;
    live_upload *upload = *state;
    gestalt_allocator a = memory_allocator(NULL);
    (void)version;
    if (!upload) {
        const char *why = refuse_sender(s, connection);
        if (why)
            return serve_refusal(connection, 403, why);
        if (url[0] != '/' || !is_token(s, url + 1) || url[1 + s->token_size] != '/')
            return serve_refusal(connection, 404, "the link has another token\n");
        connection_know(connection);
        s->asked = stopwatch_now();
        upload = memory_new(&a, sizeof *upload);
        if (!upload)
            return MHD_NO;
        *upload = (live_upload){0};
        *state = upload;
        return MHD_YES;
    }
    if (*data_size == 0)
        return serve_request(s, connection, url + s->token_size + 2, method, upload);
    if (*data_size > LIVE_BODY_MAX - upload->body.size)
        upload->is_too_large = true;
    else
        text_buffer_writer(&upload->body).write(&upload->body, data, *data_size);
    *data_size = 0;
    return MHD_YES;
}

static void end_request(void *user, struct MHD_Connection *connection, void **state,
                        enum MHD_RequestTerminationCode why)
{
    live_upload *upload = *state;
    gestalt_allocator a = memory_allocator(NULL);
    (void)user;
    (void)connection;
    (void)why;
    if (!upload)
        return;
    text_buffer_release(&upload->body);
    memory_release(&a, upload, sizeof *upload);
    *state = NULL;
}

// ---- opening

static gestalt_result make_token(char token[TOKEN_MAX + 1], gestalt_error *error)
{
    unsigned char bytes[TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return error_set(error, GESTALT_IO, 0, "the system has no random numbers");
    for (int i = 0; i < TOKEN_BYTES; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return GESTALT_OK;
}

// Take over a token that the program has chosen.
static gestalt_result take_token(char token[TOKEN_MAX + 1], const char *chosen,
                                 gestalt_error *error)
{
    size_t size = strlen(chosen);
    if (size < TOKEN_LEAST || size > TOKEN_MAX || strspn(chosen, token_characters) != size)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the token has to be %d to %d letters and digits", TOKEN_LEAST, TOKEN_MAX);
    memcpy(token, chosen, size + 1);
    return GESTALT_OK;
}

static gestalt_result open_socket(const live_server *s, int *descriptor,
                                  struct sockaddr_in *address, gestalt_error *error)
{
    const char *text = s->service.address ? s->service.address : "127.0.0.1";
    char quoted[ERROR_QUOTE_SIZE];
    socklen_t size = sizeof *address;
    int yes = 1;
    *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(s->service.port)};
    if (inet_pton(AF_INET, text, &address->sin_addr) != 1)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the address cannot be `%s`: write it in digits, such as 127.0.0.1",
                         error_quote(quoted, text, strlen(text)));
    *descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (*descriptor >= 0)
        setsockopt(*descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (*descriptor >= 0 &&
        bind(*descriptor, (const struct sockaddr *)address, sizeof *address) == 0 &&
        listen(*descriptor, CONNECTIONS_MAX) == 0 &&
        getsockname(*descriptor, (struct sockaddr *)address, &size) == 0)
        return GESTALT_OK;
    gestalt_result result = error_set(error, GESTALT_IO, 0, "cannot serve on %s, port %u: %s", text,
                                      (unsigned)s->service.port, error_of_system(errno));
    if (*descriptor >= 0)
        close(*descriptor);
    return result;
}

static gestalt_result start_daemon(live_server *s, int descriptor, gestalt_error *error)
{
    s->daemon = MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, serve, s, MHD_OPTION_LISTEN_SOCKET,
                                 descriptor, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
                                 MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)CONNECTION_TIMEOUT,
                                 MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
                                 MHD_OPTION_NOTIFY_COMPLETED, end_request, NULL,
                                 MHD_OPTION_NOTIFY_CONNECTION, note_connection, s, MHD_OPTION_END);
    if (s->daemon)
        return GESTALT_OK;
    close(descriptor);
    return error_set(error, GESTALT_LIMIT, 0, "cannot start to serve");
}

gestalt_result live_server_open(live_server **server, live_service service, gestalt_error *error)
{
    int descriptor = -1;
    struct sockaddr_in address;
    char digits[INET_ADDRSTRLEN];
    gestalt_allocator a = memory_allocator(NULL);
    live_server *s = *server = memory_new(&a, sizeof *s);
    if (!s)
        return error_no_memory(error);
    *s = (live_server){.service = service};
    gestalt_result result =
        service.token ? take_token(s->token, service.token, error) : make_token(s->token, error);
    s->token_size = strlen(s->token);
    if (result == GESTALT_OK)
        result = open_socket(s, &descriptor, &address, error);
    if (result != GESTALT_OK)
        return result;
    inet_ntop(AF_INET, &address.sin_addr, digits, sizeof digits);
    snprintf(s->host, sizeof s->host, "%s:%u", digits, (unsigned)ntohs(address.sin_port));
    snprintf(s->link, sizeof s->link, "http://%s/%s/", s->host, s->token);
    return start_daemon(s, descriptor, error);
}

void live_server_close(live_server *s)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!s)
        return;
    if (s->daemon)
        MHD_stop_daemon(s->daemon);
    memory_release(&a, s, sizeof *s);
}

int live_server_descriptor(const live_server *s)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

int live_server_patience(live_server *s)
{
    MHD_UNSIGNED_LONG_LONG milliseconds;
    int patience = strangers_patience(s);
    if (MHD_get_timeout(s->daemon, &milliseconds) != MHD_YES)
        return patience;
    int more = milliseconds < 1000 ? (int)milliseconds : 1000;
    return patience < 0 || more < patience ? more : patience;
}

void live_server_run(live_server *s)
{
    while (strangers_patience(s) == 0)
        connection_shut(connections_oldest(s, 1));
    MHD_run(s->daemon);
}

const char *live_server_link(const live_server *s)
{
    return s->link;
}

uint64_t live_server_silence(const live_server *s)
{
    return s->asked ? stopwatch_now() - s->asked : UINT64_MAX;
}

bool live_server_is_there(void)
{
    return true;
}
