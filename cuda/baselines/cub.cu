// CUB's algorithms for the whole GPU, as functions that Python can call. Each returns the bytes that it wants at `space`, and runs
// where that is not null.
#include <cub/cub.cuh>

extern "C" {

size_t reduceSum(void *space, size_t bytes, const unsigned *in, unsigned *out, int length, cudaStream_t stream) {
  cub::DeviceReduce::Sum(space, bytes, in, out, length, stream);
  return bytes;
}

size_t scanExclusive(void *space, size_t bytes, const unsigned *in, unsigned *out, int length, cudaStream_t stream) {
  cub::DeviceScan::ExclusiveSum(space, bytes, in, out, length, stream);
  return bytes;
}

size_t histogram(void *space, size_t bytes, const unsigned *in, unsigned *out, int length, int bins, cudaStream_t stream) {
  cub::DeviceHistogram::HistogramEven(space, bytes, in, out, bins + 1, 0u, static_cast<unsigned>(bins), length, stream);
  return bytes;
}
}
