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

/// Makes the allocator return each block of 320 KiB or more to the system as soon as it is freed, and
/// keep up to 2 MiB at the end of an arena. Returns `false` if the allocator of the platform cannot be
/// told.
///
/// By itself, glibc begins with 128 KiB for both, so that a server may return and fetch the memory of
/// its buffers with each request. It raises them with the blocks that are freed, up to 32 MiB: then
/// large blocks lie between the small ones that keep them from being returned.
pub fn return_large_blocks() -> bool {
    platform::return_large_blocks()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod platform {
    /// The size from which on a block returns to the system as soon as it is freed, in bytes. Many
    /// results need a buffer of 256 KiB, which is kept for the next one.
    const LARGE: libc::c_int = 320 * 1024;
    /// The number of free bytes at the end of an arena above which they are returned. Eight calls with
    /// arguments of 64 KiB at once need less.
    const MAX_FREE_AT_END: libc::c_int = 2 * 1024 * 1024;

    #[expect(unsafe_code, reason = "there is no safe way to `malloc_trim`")]
    pub(super) fn trim() -> bool {
        // SAFETY: `malloc_trim` takes no pointer, and may be called by every thread at any time.
        unsafe { libc::malloc_trim(0) != 0 }
    }

    #[expect(unsafe_code, reason = "there is no safe way to `mallopt`")]
    pub(super) fn return_large_blocks() -> bool {
        let options = [
            (libc::M_MMAP_THRESHOLD, LARGE),
            (libc::M_TRIM_THRESHOLD, MAX_FREE_AT_END),
        ];
        let set = |(option, value)| {
            // SAFETY: `mallopt` takes no pointer, and locks the allocator while it changes a number.
            unsafe { libc::mallopt(option, value) != 0 }
        };
        options.into_iter().all(set)
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
