//! The filter of system calls of a sandbox.
//!
//! It is a list of what is refused: any program of the system runs in the sandbox, and a list of
//! what all of them need would be long and wrong on the next system.

use std::{collections::BTreeMap, io};

use libc::{
    AF_UNIX, BPF_ABS, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, CLONE_NEWCGROUP,
    CLONE_NEWIPC, CLONE_NEWNET, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWUSER, CLONE_NEWUTS, ENOSYS,
    EPERM, SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO,
};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter, sock_filter,
};

/// System calls that act on other processes, on the kernel, or on the whole machine.
const REFUSED: &[i64] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_adjtimex,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_kcmp,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_madvise,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
];

/// The flags of `clone` that create namespaces.
const NAMESPACES: [i32; 7] = [
    CLONE_NEWCGROUP,
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
];

/// Refuses system calls to this process and to what it becomes, for good.
///
/// # Errors
/// If the kernel has no such filters.
pub(super) fn restrict() -> io::Result<()> {
    let filters = filters().map_err(io::Error::other)?;
    for filter in filters {
        apply_filter(&filter).map_err(io::Error::other)?;
    }
    if cfg!(target_arch = "x86_64") {
        apply_filter(&without_x32()).map_err(io::Error::other)?;
    }
    Ok(())
}

/// The bit that marks the numbers of x32, by which each system call can be made a second time.
const X32: u32 = 0x4000_0000;

/// Returns a filter that refuses all system calls of x32. The other filters see the same
/// architecture, and other numbers.
fn without_x32() -> BpfProgram {
    let instruction = |code: u32, jt, jf, k| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    vec![
        // The number is the first field of the data of a filter.
        instruction(BPF_LD | BPF_W | BPF_ABS, 0, 0, 0),
        instruction(BPF_JMP | BPF_JSET | BPF_K, 0, 1, X32),
        instruction(
            BPF_RET | BPF_K,
            0,
            0,
            SECCOMP_RET_ERRNO | EPERM.cast_unsigned(),
        ),
        instruction(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW),
    ]
}

fn filters() -> Result<[BpfProgram; 2], BackendError> {
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    let other_socket = condition(SeccompCmpOp::Ne, AF_UNIX)?;
    refused.insert(
        libc::SYS_socket,
        vec![SeccompRule::new(vec![other_socket])?],
    );
    let namespaces = NAMESPACES.iter().map(|flag| {
        let mask = u64::from(flag.cast_unsigned());
        let condition = condition(SeccompCmpOp::MaskedEq(mask), *flag)?;
        SeccompRule::new(vec![condition])
    });
    refused.insert(libc::SYS_clone, namespaces.collect::<Result<_, _>>()?);
    // Its flags are in memory, where a filter cannot read them. Libraries fall back to `clone`.
    let unknown = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    Ok([program(refused, EPERM)?, program(unknown, ENOSYS)?])
}

/// Compares the first argument of a call, of which 32 bits count.
fn condition(operator: SeccompCmpOp, value: i32) -> Result<SeccompCondition, BackendError> {
    let value = u64::from(value.cast_unsigned());
    SeccompCondition::new(0, SeccompCmpArgLen::Dword, operator, value)
}

fn program(rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result<BpfProgram, BackendError> {
    let architecture: TargetArch = std::env::consts::ARCH.try_into()?;
    let refuse = SeccompAction::Errno(error.cast_unsigned());
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture)?.try_into()
}
