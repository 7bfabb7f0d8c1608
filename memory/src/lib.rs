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

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod platform {
    #[expect(unsafe_code, reason = "there is no safe way to `malloc_trim`")]
    pub(super) fn trim() -> bool {
        // SAFETY: `malloc_trim` takes no pointer, and may be called by every thread at any time.
        unsafe { libc::malloc_trim(0) != 0 }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod platform {
    pub(super) const fn trim() -> bool {
        false
    }
}
