// A table of keys with open addressing: a slot belongs to who swaps its key in, and all with that key count there.
//! launch {"grid": [2, 1, 1], "buffers": [{"name": "keys", "type": "u32", "length": 32, "init": {"kind": "iota", "start": 4294967295, "step": 0}, "output": true}, {"name": "counts", "type": "s32", "length": 32, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "u32", "length": 128, "init": {"kind": "random", "seed": 1, "low": 0, "high": 19}}], "params": [{"kind": "pointer", "buffer": "keys"}, {"kind": "pointer", "buffer": "counts"}, {"kind": "pointer", "buffer": "in"}, {"kind": "scalar", "type": "u32", "value": 31}]}

constexpr unsigned NOBODY = ~0u;

__device__ unsigned mixed(unsigned key) { return (key ^ (key >> 3)) * 0x9e3779b1u >> 7; }

extern "C" __global__ void rightInsert(unsigned* keys, int* counts, const unsigned* in, unsigned mask) {
  const unsigned key = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned at = mixed(key) & mask;; at = (at + 1) & mask) {
    const unsigned found = atomicCAS(&keys[at], NOBODY, key);
    if (found != NOBODY && found != key) continue;
    atomicAdd(&counts[at], 1);
    return;
  }
}

extern "C" __global__ void wrongCount(unsigned* keys, int* counts, const unsigned* in, unsigned mask) {
  const unsigned key = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned at = mixed(key) & mask;; at = (at + 1) & mask) {
    const unsigned found = atomicCAS(&keys[at], NOBODY, key);
    if (found != NOBODY && found != key) continue;
    counts[at] += 1;  //! fault race
    return;
  }
}

// Two threads with other keys may both find the slot free.
extern "C" __global__ void wrongLookThenStore(unsigned* keys, int* counts, const unsigned* in, unsigned mask) {
  const unsigned key = in[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned at = mixed(key) & mask;
  for (int tries = 0; tries < 32; tries++) {
    if (keys[at] == NOBODY) keys[at] = key;  //! fault race
    if (keys[at] == key) break;
    at = (at + 1) & mask;
  }
  atomicAdd(&counts[at], 1);
}
