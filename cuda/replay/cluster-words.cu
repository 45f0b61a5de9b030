// What addresses of shared memory look like in a cluster, what accesses with each of them reach, what st.async and red.async leave:
// words per CTA. scripts/replay/evidence/cluster.json holds what came out.
//
//   nvcc -O2 -std=c++17 -arch=sm_90a -o cluster-words cluster-words.cu && ./cluster-words > cluster.txt
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

using u32 = uint32_t;
using u64 = unsigned long long;
constexpr int kSlots = 64;

extern __shared__ u32 dynamicPart[];

#define ASM(...) asm volatile(__VA_ARGS__)

__device__ void sync() { ASM("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory"); }
__device__ u32 rank() { u32 r; ASM("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }

__device__ u32 isspacep(int which, u64 a) {
  u32 r = 9;
  if (which == 0) ASM("{.reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(a));
  if (which == 1) ASM("{.reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(a));
  if (which == 2) ASM("{.reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(a));
  if (which == 3) ASM("{.reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(a));
  if (which == 4) ASM("{.reg .pred p; isspacep.local p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(a));
  return r;
}

// One thread per CTA. out: kSlots words per CTA.
extern "C" __global__ void addresses(u64 *out) {
  __shared__ u32 word;
  u64 *o = out + (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) * kSlots;
  int n = 0;
  u32 v, w;
  u64 g;
  word = 1000 + rank();
  dynamicPart[0] = 2000 + rank();
  u32 own = (u32)__cvta_generic_to_shared(&word);
  o[n++] = own;                                                            // 0
  o[n++] = (u64)(uintptr_t)&word;                                          // 1
  o[n++] = (u32)__cvta_generic_to_shared(dynamicPart);                     // 2
  u32 size; ASM("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  for (u32 r = 0; r < 4; r++) {                                            // 3..6
    ASM("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(v) : "r"(own), "r"(r));
    o[n++] = v;
  }
  for (u32 r = 0; r < 4; r++) {                                            // 7..10
    ASM("mapa.u64 %0, %1, %2;" : "=l"(g) : "l"(&word), "r"(r));
    o[n++] = g;
  }
  u32 next = (rank() + 1) % size;
  ASM("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(v) : "r"(own), "r"(next));
  u64 gv; ASM("mapa.u64 %0, %1, %2;" : "=l"(gv) : "l"(&word), "r"(next));
  ASM("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(w) : "r"(v), "r"(rank())); o[n++] = w;      // 11 back again
  ASM("getctarank.shared::cluster.u32 %0, %1;" : "=r"(w) : "r"(own)); o[n++] = w;               // 12
  ASM("getctarank.shared::cluster.u32 %0, %1;" : "=r"(w) : "r"(v)); o[n++] = w;                 // 13
  ASM("getctarank.u64 %0, %1;" : "=r"(w) : "l"(&word)); o[n++] = w;                             // 14
  ASM("getctarank.u64 %0, %1;" : "=r"(w) : "l"(gv)); o[n++] = w;                                // 15
  for (int k = 0; k < 5; k++) o[n++] = isspacep(k, (u64)(uintptr_t)&word);                      // 16..20
  for (int k = 0; k < 5; k++) o[n++] = isspacep(k, gv);                                         // 21..25
  for (int k = 0; k < 5; k++) o[n++] = isspacep(k, (u64)(uintptr_t)out);                        // 26..30
  ASM("cvta.shared::cluster.u64 %0, %1;" : "=l"(g) : "l"((u64)v)); o[n++] = g;                  // 31
  ASM("cvta.to.shared::cluster.u64 %0, %1;" : "=l"(g) : "l"(gv)); o[n++] = g;                   // 32
  ASM("cvta.to.shared.u64 %0, %1;" : "=l"(g) : "l"(gv)); o[n++] = g;                            // 33
  ASM("mov.u32 %0, %%clusterid.x;" : "=r"(w)); o[n++] = w;                                      // 34
  ASM("mov.u32 %0, %%clusterid.y;" : "=r"(w)); o[n++] = w;
  ASM("mov.u32 %0, %%clusterid.z;" : "=r"(w)); o[n++] = w;
  ASM("mov.u32 %0, %%nclusterid.x;" : "=r"(w)); o[n++] = w;                                     // 37
  ASM("mov.u32 %0, %%nclusterid.y;" : "=r"(w)); o[n++] = w;
  ASM("mov.u32 %0, %%nclusterid.z;" : "=r"(w)); o[n++] = w;
  ASM("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(w)); o[n++] = w;                                  // 40
  ASM("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(w)); o[n++] = w;
  ASM("mov.u32 %0, %%cluster_ctaid.z;" : "=r"(w)); o[n++] = w;
  ASM("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(w)); o[n++] = w;                                 // 43
  ASM("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(w)); o[n++] = w;
  ASM("mov.u32 %0, %%cluster_nctaid.z;" : "=r"(w)); o[n++] = w;
  o[n++] = rank();                                                                              // 46
  o[n++] = size;                                                                                // 47
  ASM("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}" : "=r"(w)); o[n++] = w; // 48
  sync();
  ASM("ld.shared::cluster.u32 %0, [%1];" : "=r"(w) : "r"(v) : "memory"); o[n++] = w;            // 49 next's word
  ASM("ld.u32 %0, [%1];" : "=r"(w) : "l"(gv) : "memory"); o[n++] = w;                           // 50
  ASM("ld.shared::cluster.u32 %0, [%1];" : "=r"(w) : "r"(own) : "memory"); o[n++] = w;          // 51 own word
  ASM("ld.shared::cluster.u32 %0, [%1];" : "=r"(w) : "r"(own & 0xffffffu) : "memory"); o[n++] = w; // 52 rank 0's or own?
  sync();
  ASM("atom.shared::cluster.add.u32 %0, [%1], 10;" : "=r"(w) : "r"(v) : "memory"); o[n++] = w;  // 53
  sync();
  o[n++] = *(volatile u32 *)&word;                                                              // 54
  sync();
}

// st.async and red.async: what they leave, and what the mbarrier counts.
extern "C" __global__ void __cluster_dims__(2, 1, 1) async(u64 *out) {
  __shared__ alignas(16) u32 data[8];
  __shared__ u64 bar;
  u64 *o = out + blockIdx.x * kSlots;
  u32 b = (u32)__cvta_generic_to_shared(&bar), d = (u32)__cvta_generic_to_shared(data), rb, rd, ok = 0;
  for (int i = 0; i < 8; i++) data[i] = 100 * rank() + i;
  ASM("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" ::"r"(b) : "memory");
  sync();
  u32 next = rank() ^ 1;
  ASM("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rb) : "r"(b), "r"(next));
  ASM("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rd) : "r"(d), "r"(next));
  ASM("mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%0], 32;" ::"r"(rb) : "memory");
  ASM("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%0], {%2, %3, %4, %5}, [%1];" ::"r"(rd), "r"(rb), "r"(7u), "r"(8u), "r"(9u), "r"(10u) : "memory");
  ASM("st.async.shared::cluster.mbarrier::complete_tx::bytes.u64 [%0], %2, [%1];" ::"r"(rd + 16), "r"(rb), "l"(0x1234567887654321ull) : "memory");
  ASM("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %2, [%1];" ::"r"(rd + 24), "r"(rb), "r"(5u) : "memory");
  ASM("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 [%0], %2, [%1];" ::"r"(rd + 28), "r"(rb), "r"(3u) : "memory");
  for (int i = 0; i < 1000000 && !ok; i++)
    ASM("{.reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}" : "=r"(ok) : "r"(b) : "memory");
  o[0] = ok;
  for (int i = 0; i < 8; i++) o[1 + i] = data[i];
  sync();
}

static void print(const char *name, u64 *out, int ctas, int slots) {
  for (int c = 0; c < ctas; c++) {
    printf("%s %d", name, c);
    for (int i = 0; i < slots; i++) printf(" %llx", out[c * kSlots + i]);
    printf("\n");
  }
}

int main() {
  u64 *out;
  cudaMallocManaged(&out, 64 * kSlots * sizeof(u64));
  for (int i = 0; i < 64 * kSlots; i++) out[i] = 0xabab;
  struct { dim3 grid, cluster; } shapes[] = {{{4, 1, 1}, {1, 1, 1}}, {{4, 1, 1}, {2, 1, 1}}, {{4, 4, 2}, {2, 2, 1}}, {{2, 4, 2}, {1, 2, 2}}, {{8, 1, 1}, {8, 1, 1}}};
  for (auto &s : shapes) {
    cudaLaunchConfig_t config = {};
    config.gridDim = s.grid, config.blockDim = dim3(1), config.dynamicSmemBytes = 64;
    cudaLaunchAttribute a;
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = s.cluster.x, a.val.clusterDim.y = s.cluster.y, a.val.clusterDim.z = s.cluster.z;
    config.attrs = &a, config.numAttrs = s.cluster.x * s.cluster.y * s.cluster.z > 1;
    cudaError_t e = cudaLaunchKernelEx(&config, addresses, out);
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    printf("shape %u %u %u cluster %u %u %u: %s\n", s.grid.x, s.grid.y, s.grid.z, s.cluster.x, s.cluster.y, s.cluster.z, cudaGetErrorName(e));
    print("addresses", out, s.grid.x * s.grid.y * s.grid.z, 55);
  }
  async<<<2, 1>>>(out);
  printf("async: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  print("async", out, 2, 9);
  return 0;
}
