// What is computed: a warp for each query, twice through all keys. First it finds the largest score; then it sums up the
// values, each weighed by the exponential of its score. A lane holds some columns of the rows.
#include "attention.cuh"

constexpr int COLUMNS = HEAD_DIM / 32, WARPS = 4;

struct alignas(2 * COLUMNS) Part {
  Element elements[COLUMNS];
};

inline __device__ float number(Element bits) {
#if ELEMENT_F16
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
#else
  return __uint_as_float(static_cast<uint32_t>(bits) << 16);
#endif
}

inline __device__ Part partOf(const Element *rows, int64_t row) {
  return reinterpret_cast<const Part *>(rows + row * HEAD_DIM)[threadIdx.x % 32];
}

// Of two rows; all lanes get it.
inline __device__ float product(const Part &a, const Part &b) {
  float sum = 0;
  for (int i = 0; i < COLUMNS; i++) sum += number(a.elements[i]) * number(b.elements[i]);
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(~0u, sum, lanes);
  return sum;
}

extern "C" __global__ void __launch_bounds__(WARPS * 32)
attention(Element *o, float *lse, const Element *q, const Element *k, const Element *v, int queries, int keys, int group,
          float scaleLog2, int causal) {
  const Problem problem{queries, keys, group, scaleLog2, causal != 0};
  const int query = blockIdx.x * WARPS + threadIdx.x / 32, head = blockIdx.y;
  if (query >= queries) return;
  const int64_t row = static_cast<int64_t>(head) * queries + query;
  const int64_t firstKey = static_cast<int64_t>(problem.kvHead(head)) * keys;
  const int visible = problem.keysOf(query);

  const Part own = partOf(q, row);
  float largest = MINUS_INFINITY;
#pragma unroll 1
  for (int key = 0; key < visible; key++) largest = fmaxf(largest, product(own, partOf(k, firstKey + key)));

  float sum = 0, output[COLUMNS] = {};
#pragma unroll 1
  for (int key = 0; key < visible; key++) {
    const float weight = exp2Approx(product(own, partOf(k, firstKey + key)) * scaleLog2 - largest * scaleLog2);
    const Part value = partOf(v, firstKey + key);
    for (int i = 0; i < COLUMNS; i++) output[i] += weight * number(value.elements[i]);
    sum += weight;
  }

  const float factor = sum == 0 ? 0 : __frcp_rn(sum);
  uint32_t *to = reinterpret_cast<uint32_t *>(o + row * HEAD_DIM) + threadIdx.x % 32 * COLUMNS / 2;
  for (int i = 0; i < COLUMNS / 2; i++) to[i] = pack(output[2 * i] * factor, output[2 * i + 1] * factor);
  if (threadIdx.x % 32 == 0) lse[row] = lseOf(largest, sum, scaleLog2);
}
