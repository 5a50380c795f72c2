/* A library with the C interface of libsimplex, whose commands do what the tests need. Built by stub.ts. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CONTROL 64

struct event {
  struct event *next;
  char *text;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static struct event *first, *last;
static int crash_receiver, closed, runtime, in_library;

/* Appends a line to the file that the test reads. */
static void note(const char *text) {
  const char *path = getenv("STUB_NOTES");
  if (path == NULL) return;
  pthread_mutex_lock(&lock);
  FILE *file = fopen(path, "a");
  if (file != NULL) {
    fprintf(file, "%s\n", text);
    fclose(file);
  }
  pthread_mutex_unlock(&lock);
}

static char *format(const char *pattern, const char *text) {
  size_t size = strlen(pattern) + strlen(text) + 1;
  char *out = malloc(size);
  snprintf(out, size, pattern, text);
  return out;
}

static void sleep_ms(long ms) {
  struct timespec time = {ms / 1000, (ms % 1000) * 1000000};
  nanosleep(&time, NULL);
}

static void put(char *text) {
  struct event *event = malloc(sizeof *event);
  event->next = NULL;
  event->text = text;
  pthread_mutex_lock(&lock);
  if (last == NULL) first = event;
  else last->next = event;
  last = event;
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&lock);
}

/* {"result":{"type":TYPE,"text":"..."}} with SIZE bytes of two-byte characters. */
static char *large(const char *type, size_t size) {
  char head[100];
  snprintf(head, sizeof head, "{\"result\":{\"type\":\"%s\",\"text\":\"", type);
  size_t start = strlen(head);
  char *out = malloc(start + size + 4);
  memcpy(out, head, start);
  for (size_t i = 0; i < size; i += 2) memcpy(out + start + i, "\xc3\xa9", 2);
  memcpy(out + start + size, "\"}}", 4);
  return out;
}

static long resident_kb(void) {
  long total = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return -1;
  if (fscanf(file, "%ld %ld", &total, &resident) != 2) resident = -1;
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

#ifdef WITH_DEPENDENCY
long stub_dependency(void);
#else
static long stub_dependency(void) { return 0; }
#endif

static char *number(const char *type, long value) {
  char out[100];
  snprintf(out, sizeof out, "{\"result\":{\"type\":\"%s\",\"value\":%ld}}", type, value);
  return strdup(out);
}

void hs_init_with_rtsopts(int *argc, char ***argv) {
  if (runtime++) abort();
  char line[500] = "init";
  for (int i = 0; i < *argc; i++) {
    strcat(line, " ");
    strcat(line, (*argv)[i]);
  }
  if ((*argv)[*argc] != NULL) abort();
  note(line);
}

char *chat_migrate_init(const char *path, const char *key, const char *confirm, uintptr_t *control) {
  char line[500];
  snprintf(line, sizeof line, "migrate %s %s", strrchr(path, '/') + 1, confirm);
  note(line);
  if (strstr(path, "slow") || getenv("STUB_SLOW")) sleep_ms(60000);
  if (strcmp(key, "wrong") == 0) return format("{\"type\":\"errorNotADatabase\",\"dbFile\":\"%s_chat.db\"}", path);
  if (strstr(path, "newer"))
    return format("{\"type\":\"errorMigration\",\"dbFile\":\"%s_chat.db\",\"migrationError\":"
                  "{\"type\":\"downgrade\",\"downMigrations\":[\"20990101_future\"]}}", path);
  if (strstr(path, "crash") || getenv("STUB_CRASH")) {
    fprintf(stderr, "simplex: internal error: stub crash \x1b[31m on purpose\n");
    abort();
  }
  *control = CONTROL;
  return strdup("{\"type\":\"ok\"}");
}

static char *run(const char *cmd) {
  if (strncmp(cmd, "/echo ", 6) == 0) return format("{\"result\":{\"type\":\"echo\",\"text\":%s}}", cmd + 6);
  if (strncmp(cmd, "/fail", 5) == 0)
    return strdup("{\"error\":{\"type\":\"error\",\"errorType\":{\"type\":\"commandError\",\"message\":\"stub\"}}}");
  if (strncmp(cmd, "/large ", 7) == 0) return large("large", (size_t)atol(cmd + 7));
  if (strncmp(cmd, "/length ", 8) == 0) return number("length", (long)strlen(cmd + 8));
  if (strncmp(cmd, "/block ", 7) == 0) {
    sleep_ms(atol(cmd + 7));
    return strdup("{\"result\":{\"type\":\"blocked\"}}");
  }
  if (strncmp(cmd, "/event ", 7) == 0) {
    put(strdup(cmd + 7));
    return strdup("{\"result\":{\"type\":\"cmdOk\"}}");
  }
  if (strncmp(cmd, "/events ", 8) == 0) {
    long count, size;
    if (sscanf(cmd + 8, "%ld %ld", &count, &size) != 2) abort();
    for (long i = 0; i < count; i++) {
      char type[30];
      snprintf(type, sizeof type, "event%ld", i);
      put(large(type, (size_t)size));
    }
    return strdup("{\"result\":{\"type\":\"cmdOk\"}}");
  }
  if (strcmp(cmd, "/resident") == 0) return number("resident", resident_kb());
  if (strcmp(cmd, "/version") == 0)
    return strdup("{\"result\":{\"type\":\"versionInfo\",\"versionInfo\":{\"version\":\"7.0.2.0\"}}}");
  if (strcmp(cmd, "/pid") == 0) return number("pid", getpid());
  if (strcmp(cmd, "/dependency") == 0) return number("dependency", stub_dependency());
  if (strcmp(cmd, "/running") == 0) return number("running", in_library);
  if (strcmp(cmd, "/garbage") == 0) return strdup("no JSON");
  if (strcmp(cmd, "/null") == 0) return NULL;
  if (strcmp(cmd, "/exit") == 0) _exit(3);
  if (strcmp(cmd, "/crash") == 0) abort();
  if (strcmp(cmd, "/crash-receiver") == 0) {
    crash_receiver = 1;
    return strdup("{\"result\":{\"type\":\"cmdOk\"}}");
  }
  if (strcmp(cmd, "/_stop") == 0) {
    note("stop");
    if (getenv("STUB_STOP_BLOCKS")) sleep_ms(60000);
    put(strdup("{\"result\":{\"type\":\"chatStopped\"}}"));
    return strdup("{\"result\":{\"type\":\"chatStopped\"}}");
  }
  return strdup("{\"error\":{\"type\":\"unknown\"}}");
}

char *chat_send_cmd(uintptr_t control, const char *cmd) {
  if (control != CONTROL || closed) abort();
  __sync_fetch_and_add(&in_library, 1);
  char *answer = run(cmd);
  __sync_fetch_and_sub(&in_library, 1);
  return answer;
}

char *chat_recv_msg_wait(uintptr_t control, int microseconds) {
  if (control != CONTROL || closed || crash_receiver) abort();
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  long long ns = until.tv_nsec + (long long)microseconds * 1000;
  until.tv_sec += ns / 1000000000;
  until.tv_nsec = ns % 1000000000;
  char *text = NULL;
  pthread_mutex_lock(&lock);
  while (first == NULL && pthread_cond_timedwait(&arrived, &lock, &until) == 0) {
  }
  if (first != NULL) {
    struct event *event = first;
    first = event->next;
    if (first == NULL) last = NULL;
    text = event->text;
    free(event);
  }
  pthread_mutex_unlock(&lock);
  return text != NULL ? text : strdup("");
}

char *chat_close_store(uintptr_t control) {
  if (control != CONTROL || closed) abort();
  closed = 1;
  note("close");
  return strdup("");
}
