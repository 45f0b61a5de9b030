/** The `main` of a kernel's program: fills a tensor, permutes it, and compares every element with a plain loop. */
import { STATIC_SHARED_BYTES } from '../../../base/hardware.ts';
import type { Permutation } from '../permutation.ts';

export interface CheckedKernel {
  /** The permutation as asked, with every dimension; at least one. */
  readonly asked: Permutation;
  /** Has `Element`, `ELEMENT_BYTES`, `CTAS`, `THREADS`, `SHARED_BYTES` and the kernel `permute`. */
  readonly namespace: string;
  readonly sharedBytes: number;
}

export function checkProgram({ asked, namespace, sharedBytes }: CheckedKernel): string[] {
  const list = (values: readonly number[]) => `{${values.join(', ')}}`;
  const optIn = sharedBytes > STATIC_SHARED_BYTES ? OPT_IN : [];
  return [
    'namespace {',
    '',
    `using namespace ${namespace};`,
    '',
    '// As asked, with every dimension: nothing of the plan takes part in what is expected.',
    `constexpr int ASKED_RANK = ${asked.shape.length};`,
    `constexpr std::size_t ASKED_SHAPE[ASKED_RANK] = ${list(asked.shape)};`,
    `constexpr int ASKED_PERM[ASKED_RANK] = ${list(asked.perm)};`,
    '',
    ...DEFINITIONS,
    '',
    '}  // namespace',
    '',
    ...MAIN.flatMap(line => (line === OPT_IN_PLACE ? optIn : [line])),
  ];
}

const OPT_IN_PLACE = 'OPT_IN_PLACE';

const OPT_IN = [
  '  // More than 48 KiB of shared memory must be asked for.',
  '  must(cudaFuncSetAttribute(permute, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES), "shared memory");',
];

export const CHECK_INCLUDES: readonly string[] = ['cstddef', 'cstdio', 'cstdlib', 'cstring', 'vector'].map(
  name => `#include <${name}>`,
);

const DEFINITIONS = [
  'void must(cudaError_t error, const char* what) {',
  '  if (error == cudaSuccess) return;',
  '  std::fprintf(stderr, "%s: %s\\n", what, cudaGetErrorString(error));',
  '  std::exit(2);',
  '}',
  '',
  '// Differs from its neighbours and is never 0xFF in all bytes, which stands for "not written".',
  'Element element_of(std::size_t i) {',
  '  const std::size_t largest_prime = ELEMENT_BYTES == 1 ? 251 : ELEMENT_BYTES == 2 ? 65521 : 4294967291u;',
  '  unsigned words[4];',
  '  for (unsigned w = 0; w < 4; ++w) words[w] = static_cast<unsigned>(i % largest_prime) + w * 0x9E3779B9u;',
  '  Element element;',
  '  std::memcpy(&element, words, ELEMENT_BYTES);',
  '  return element;',
  '}',
  '',
  '// Walks the output in the order of its memory. True when every element is the right one.',
  'bool is_permuted(const std::vector<Element>& in, const std::vector<Element>& out) {',
  '  std::size_t stride[ASKED_RANK];  // of the input [elements]',
  '  stride[ASKED_RANK - 1] = 1;',
  '  for (int d = ASKED_RANK - 1; d > 0; --d) stride[d - 1] = stride[d] * ASKED_SHAPE[d];',
  '  std::size_t index[ASKED_RANK] = {};  // of the output',
  '  for (std::size_t o = 0; o < out.size(); ++o) {',
  '    std::size_t i = 0;',
  '    for (int d = 0; d < ASKED_RANK; ++d) i += index[d] * stride[ASKED_PERM[d]];',
  '    if (std::memcmp(&out[o], &in[i], ELEMENT_BYTES) != 0) {',
  '      std::printf("wrong: output element %zu, at (", o);',
  '      for (int d = 0; d < ASKED_RANK; ++d) std::printf(d == 0 ? "%zu" : ", %zu", index[d]);',
  '      std::printf("), is not input element %zu; its bytes, last first:", i);',
  '      for (int b = ELEMENT_BYTES; b-- > 0;) std::printf(" %02x", reinterpret_cast<const unsigned char*>(&out[o])[b]);',
  '      std::printf("\\n");',
  '      return false;',
  '    }',
  '    for (int d = ASKED_RANK - 1; d >= 0 && ++index[d] == ASKED_SHAPE[ASKED_PERM[d]]; --d) index[d] = 0;',
  '  }',
  '  return true;',
  '}',
];

const MAIN = [
  'int main() {',
  '  std::size_t count = 1;',
  '  for (std::size_t extent : ASKED_SHAPE) count *= extent;',
  '  std::vector<Element> in(count), out(count);',
  '  for (std::size_t i = 0; i < count; ++i) in[i] = element_of(i);',
  '',
  '  const std::size_t bytes = count * ELEMENT_BYTES;',
  '  Element *device_in = nullptr, *device_out = nullptr;',
  '  must(cudaMalloc(&device_in, bytes), "memory for the input");',
  '  must(cudaMalloc(&device_out, bytes), "memory for the output");',
  '  must(cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice), "copy of the input");',
  '  must(cudaMemset(device_out, 0xFF, bytes), "poison of the output");',
  OPT_IN_PLACE,
  '  permute<<<CTAS, THREADS, SHARED_BYTES>>>(device_out, device_in);',
  '  must(cudaGetLastError(), "launch");',
  '  must(cudaDeviceSynchronize(), "kernel");',
  '  must(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost), "copy of the output");',
  '  must(cudaFree(device_in), "free");',
  '  must(cudaFree(device_out), "free");',
  '',
  '  if (!is_permuted(in, out)) return 1;',
  '  std::printf("OK: %zu elements of %d bytes\\n", count, ELEMENT_BYTES);',
  '  return 0;',
  '}',
];
