//! Legitimate queries: what analysts and models write must pass the gate and run.
