// A copy by a kernel: one vector of 16 bytes a thread, and what is left behind them byte by byte.
extern "C" __global__ void __launch_bounds__(256)
copyBytes(unsigned char* __restrict__ out, const unsigned char* __restrict__ in, unsigned vectors, unsigned rest) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < vectors) reinterpret_cast<uint4*>(out)[i] = reinterpret_cast<const uint4*>(in)[i];
  if (i < rest) out[16ull * vectors + i] = in[16ull * vectors + i];
}
