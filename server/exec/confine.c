/**
 * The last program in front of a job with a view: gives up what the root of a namespace may do, for itself and for every
 * program after it, and becomes the job's command.
 *   confine -- COMMAND ARGUMENT...
 * Without capabilities the mounts stay as they are; the filter of system calls closes the ways to new ones, and what a
 * network namespace leaves open: a socket of AF_VSOCK reaches the host of a virtual machine.
 * It is built by the host compiler of nvcc when a server starts, since no program of the system sets such a filter.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error the filter of system calls knows x86-64 and ARM64 only
#endif

/* More than a compiler opens; each could hold memory that no other limit counts. */
#define MAX_OPEN_FILES 1024
/* arch/x86/include/uapi/asm/unistd.h: the calls of the x32 interface have this bit. */
#define X32_BIT 0x40000000
#define NEW_NAMESPACES                                                                                                  \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)
/* asm-generic/unistd.h: from 424 on, numbers are the same everywhere; a C library may be too old to name them. */
enum { OPEN_TREE = 428, MOVE_MOUNT, FSOPEN, FSCONFIG, FSMOUNT, FSPICK };
enum { IO_URING_SETUP = 425, IO_URING_ENTER, IO_URING_REGISTER };
enum { CLONE3 = 435, CLOSE_RANGE, PIDFD_GETFD = 438, MOUNT_SETATTR = 442, MEMFD_SECRET = 447, OPEN_TREE_ATTR = 467 };

/* Refused, whatever their arguments are. */
static const unsigned FORBIDDEN[] = {
    /* mounts, roots, namespaces */
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, OPEN_TREE, OPEN_TREE_ATTR, MOVE_MOUNT,
    FSOPEN, FSCONFIG, FSMOUNT, FSPICK, MOUNT_SETATTR, SYS_quotactl, SYS_swapon, SYS_swapoff,
    /* files by another way than their name; devices and pipes with a name */
    SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_mknodat, SYS_fanotify_init,
#ifdef SYS_mknod
    SYS_mknod,
#endif
    /* other processes */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, PIDFD_GETFD, SYS_kcmp, SYS_migrate_pages, SYS_move_pages,
    /* doors into the kernel that no compiler needs */
    IO_URING_SETUP, IO_URING_ENTER, IO_URING_REGISTER, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_personality,
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load,
    SYS_kexec_file_load, SYS_reboot, SYS_syslog, SYS_acct, SYS_sethostname, SYS_setdomainname, SYS_settimeofday,
    SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime,
#if defined(__x86_64__)
    SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
    /* memory that is neither in a file of the folder nor in the address space of a process */
    SYS_memfd_create, MEMFD_SECRET, SYS_shmget, SYS_msgget, SYS_semget, SYS_mq_open,
    /* every family: none is needed, and not all of them are in a network namespace */
    SYS_socket,
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define ERROR(number) (SECCOMP_RET_ERRNO | (number))
#define AT(field) ((unsigned)offsetof(struct seccomp_data, field))

static void fail(const char *what) {
  perror(what);
  exit(1);
}

/* Whoever started the server may have left it a folder, and from an open folder a path leads out of any view. */
static void close_files(void) {
  if (syscall(CLOSE_RANGE, 3, ~0U, 0) == 0) return;
  for (long file = 3; file < sysconf(_SC_OPEN_MAX); file++) close((int)file);
}

static void give_up_capabilities(void) {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) fail("the bounding set");
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) fail("the ambient set");
  struct __user_cap_header_struct self = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
  if (syscall(SYS_capset, &self, none) != 0) fail("the capabilities");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no new privileges");
}

static void filter_system_calls(void) {
  struct sock_filter code[COUNT(FORBIDDEN) * 2 + 32];
  unsigned short n = 0;
#define ADD(...) code[n++] = (struct sock_filter)__VA_ARGS__
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AT(arch)));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AT(nr)));
#if defined(__x86_64__)
  ADD(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1));
  ADD(BPF_STMT(BPF_RET | BPF_K, ERROR(ENOSYS)));
#endif
  for (unsigned i = 0; i < COUNT(FORBIDDEN); i++) {
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FORBIDDEN[i], 0, 1));
    ADD(BPF_STMT(BPF_RET | BPF_K, ERROR(EPERM)));
  }
  /* Its flags lie in memory, where a filter cannot look: without it, C libraries take clone. */
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CLONE3, 0, 1));
  ADD(BPF_STMT(BPF_RET | BPF_K, ERROR(ENOSYS)));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3));
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AT(args[0])));
  ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACES, 0, 1));
  ADD(BPF_STMT(BPF_RET | BPF_K, ERROR(EPERM)));
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
#undef ADD
  struct sock_fprog program = {n, code};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) fail("the filter of system calls");
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  close_files();
  const struct rlimit open_files = {MAX_OPEN_FILES, MAX_OPEN_FILES};
  if (setrlimit(RLIMIT_NOFILE, &open_files) != 0) fail("the number of open files");
  give_up_capabilities();
  filter_system_calls();
  execv(argv[2], argv + 2);
  fail(argv[2]);
}
