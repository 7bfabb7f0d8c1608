//! Returns memory that the allocator keeps to the system.
//!
//! The allocator of glibc keeps what a program frees for its next peak. A server that has had one needs
//! it back: the next may never come.

/// Returns the free memory of all arenas to the system. Returns `false` if there was none, or if the
/// allocator of the platform does this by itself.
///
/// Threads that allocate meanwhile may wait for some milliseconds, so call it after a peak and not on
/// a path that somebody waits for.
pub fn trim() -> bool {
    platform::trim()
}

/// Makes the allocator return each block of 128 KiB or more to the system as soon as it is freed.
/// Returns `false` if the allocator of the platform cannot be told.
///
/// By itself, glibc does so only until the first such block is freed. From then on it puts larger
/// and larger ones between the small ones, where the small ones that stay keep them from being
/// returned.
pub fn return_large_blocks() -> bool {
    platform::return_large_blocks()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod platform {
    /// The size of a large block, in bytes: what glibc begins with.
    const LARGE: libc::c_int = 128 * 1024;

    #[expect(unsafe_code, reason = "there is no safe way to `malloc_trim`")]
    pub(super) fn trim() -> bool {
        // SAFETY: `malloc_trim` takes no pointer, and may be called by every thread at any time.
        unsafe { libc::malloc_trim(0) != 0 }
    }

    #[expect(unsafe_code, reason = "there is no safe way to `mallopt`")]
    pub(super) fn return_large_blocks() -> bool {
        // SAFETY: `mallopt` takes no pointer, and locks the allocator while it changes a number.
        unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) != 0 }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod platform {
    pub(super) const fn trim() -> bool {
        false
    }

    pub(super) const fn return_large_blocks() -> bool {
        false
    }
}
