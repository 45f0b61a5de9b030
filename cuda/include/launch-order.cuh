// Launches of a stream that overlap, where the host asks for it ("programmatic stream serialization"): CTAs of a launch may
// start as those of the one before end, and its threads wait themselves for what that one does to memory. Where the host
// does not ask, neither instruction does anything. PTX ISA, "griddepcontrol".
#pragma once

// As far as this CTA goes, the next launch may start: it does when all CTAs have said so, or ended.
inline __device__ void letNextLaunchStart() { asm volatile("griddepcontrol.launch_dependents;"); }

// Until the launch before has ended and its writes are seen here. If threads of that one waited likewise, it has not ended
// before its own predecessor, so that all earlier launches have ended.
inline __device__ void waitForLaunchBefore() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
