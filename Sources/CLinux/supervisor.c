// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// A process between us and a program that the user named. Whatever becomes an orphan below it (a
// daemon, a job with a group or a session of its own) becomes its child, so that it can end all of
// them and nothing else.
//
// It is C because it runs after a fork: other threads may hold the locks of Swift's runtime and of
// its memory at that moment, and no one would ever release them here. So it allocates nothing.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CLinux.h"

enum {
  // Where the supervisor has its end of the channel, after what the program gets.
  CHANNEL = 3,
  // A program that cannot be ended is another user's, or forks faster than we see.
  ENDING_ROUNDS = 200,
  ENDING_PAUSE_MS = 10,
};

static void tell(int kind, int value) {
  struct tagpress_report report = {kind, value};
  send(CHANNEL, &report, sizeof report, MSG_NOSIGNAL);
}

// So that the end of a child interrupts a wait.
static void notice(int number) { (void)number; }

// SIGKILL to every child; where the kernel does not list them, to the program and its group.
static void kill_children(pid_t program) {
  int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) {
    kill(-program, SIGKILL);
    kill(program, SIGKILL);
    return;
  }
  char text[4096];
  pid_t child = 0;
  ssize_t count;
  while ((count = read(list, text, sizeof text)) > 0)
    for (ssize_t index = 0; index < count; index++) {
      if (text[index] >= '0' && text[index] <= '9') {
        child = child * 10 + (text[index] - '0');
      } else {
        if (child > 0) kill(child, SIGKILL);
        child = 0;
      }
    }
  close(list);
}

// Buries every child that has ended; false when there is no child any more.
static int bury(pid_t program) {
  int status;
  pid_t child;
  while ((child = waitpid(-1, &status, WNOHANG)) > 0)
    if (child == program) tell('e', status);
  return child == 0;
}

// Puts the four descriptors in their places and closes all others, whatever left them open.
static void keep_only(const int *ends, int channel) {
  int wanted[4] = {ends[0], ends[1], ends[2], channel};
  // Out of each other's way first. The reader of a report sees the end of the channel instead.
  for (int place = 0; place < 4; place++)
    if ((wanted[place] = fcntl(wanted[place], F_DUPFD, 4)) < 0) _exit(0);
  for (int place = 0; place < 4; place++) dup2(wanted[place], place);
  if (close_range(4, ~0U, 0) != 0)
    for (long other = sysconf(_SC_OPEN_MAX); other >= 4; other--) close((int)other);
  fcntl(CHANNEL, F_SETFD, FD_CLOEXEC);
}

// Starts the program, which finds everything as usual: no handler, no ignored SIGPIPE, no mask.
static pid_t start(const char *name, char *const *arguments, char *const *environment) {
  int failing[2];
  int code = 0;
  if (pipe2(failing, O_CLOEXEC) != 0) {
    tell('s', errno);
    _exit(0);
  }
  pid_t program = fork();
  if (program == 0) {
    // In a group of its own it does not hear a Ctrl-C that is meant for us.
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (environment != NULL) execvpe(name, arguments, environment);
    else execvp(name, arguments);
    code = errno;
    _exit(write(failing[1], &code, sizeof code) == sizeof code ? 127 : 126);
  }
  if (program < 0) code = errno;
  close(failing[1]);
  if (program > 0 && read(failing[0], &code, sizeof code) != sizeof code) code = 0;
  close(failing[0]);
  tell('s', code);
  if (code != 0) _exit(0);
  return program;
}

// Lives until the channel is closed, which leaves alone the processes that are still there, or until it
// is told by a byte to end them all.
static void supervise(
    const char *name, char *const *arguments, char *const *environment, const int *ends,
    int channel) {
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  prctl(PR_SET_NAME, "tagpress-child", 0, 0, 0);
  keep_only(ends, channel);
  struct sigaction usual = {.sa_handler = SIG_DFL}, known;
  for (int number = 1; number < NSIG; number++)
    if (sigaction(number, NULL, &known) == 0 &&
        (known.sa_handler != SIG_IGN || number == SIGPIPE || number == SIGCHLD))
      sigaction(number, &usual, NULL);
  pid_t program = start(name, arguments, environment);
  // No one would see the end of pipes that are held here.
  for (int end = 0; end < CHANNEL; end++) close(end);
  struct sigaction noticing = {.sa_handler = notice};
  sigaction(SIGCHLD, &noticing, NULL);
  // All signals are blocked, but for that one while it waits.
  sigset_t waiting;
  sigfillset(&waiting);
  sigdelset(&waiting, SIGCHLD);
  while (1) {
    bury(program);
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(CHANNEL, &readable);
    if (pselect(CHANNEL + 1, &readable, NULL, NULL, NULL, &waiting) < 0) continue;
    char word;
    if (recv(CHANNEL, &word, 1, 0) <= 0) _exit(0);
    for (int round = 0; round < ENDING_ROUNDS; round++) {
      kill_children(program);
      if (!bury(program)) break;
      poll(NULL, 0, ENDING_PAUSE_MS);
    }
    _exit(0);
  }
}

// Our environment with another value of one variable, or without it. It is made before the fork.
static char **environment_with(const char *variable) {
  size_t length = strcspn(variable, "="), count = 0;
  while (environ[count] != NULL) count++;
  char **made = calloc(count + 2, sizeof *made);
  if (made == NULL) return NULL;
  char **end = made;
  for (char **known = environ; *known != NULL; known++)
    if (strncmp(*known, variable, length) != 0 || (*known)[length] != '=') *end++ = *known;
  if (variable[length] == '=') *end = (char *)variable;
  return made;
}

int tagpress_start_supervised(
    const char *name, char *const *arguments, const char *variable, const int *ends,
    int *channel) {
  int talk[2];
  char **environment = NULL;
  if (variable != NULL && (environment = environment_with(variable)) == NULL) return -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, talk) != 0) {
    free(environment);
    return -1;
  }
  sigset_t all, mask;
  sigfillset(&all);
  // No handler of ours runs in a process that is a copy of us.
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  pid_t supervisor = fork();
  if (supervisor == 0) supervise(name, arguments, environment, ends, talk[1]);
  int code = errno;
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  close(talk[1]);
  if (supervisor < 0) close(talk[0]);
  free(environment);
  *channel = talk[0];
  errno = code;
  return supervisor;
}
