/** Writes a tensor copy as CUDA C++ with PTX: the code of the thread that starts it, and of the threads that wait for it. */
import { boxShape } from './box.ts';
import type { BoxCopy } from './box-copy.ts';
import { repeatBytes } from './swizzle-modes.ts';

/** The copy must break no rule. */
export const instructionText = (copy: BoxCopy): string =>
  `#include <cstdint>
#include <cuda.h>

${copy.direction === 'load' ? loadText(copy) : storeText(copy)}`;

const dimension = ({ start }: BoxCopy): string => `cp.async.bulk.tensor.${start.length}d`;

/** '%1, %2, %3': the instruction's coordinates as operands, numbered from `first`. */
const operands = ({ start }: BoxCopy, first: number): string => start.map((_, i) => `%${first + i}`).join(', ');
const values = ({ start }: BoxCopy): string => start.map(value => `"r"(${value})`).join(', ');

const tileText = ({ map }: BoxCopy): string =>
  `tile: a multiple of ${repeatBytes(map.swizzle)}, ${boxShape(map).sharedBytes} bytes`;

const loadText = (
  copy: BoxCopy,
): string => `// Run by one thread. ${tileText(copy)}. barrier: initialised for one arrival.
// The readers wait until its phase is over; what is outside of the tensor counts, too.
__device__ inline void loadBox(const CUtensorMap *tensorMap, void *tile, uint64_t *barrier) {
  const uint32_t tileAddress = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
  const uint32_t barrierAddress = static_cast<uint32_t>(__cvta_generic_to_shared(barrier));
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               ::"r"(barrierAddress), "r"(${boxShape(copy.map).transactionBytes}) : "memory");
  asm volatile("${dimension(copy)}.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1, {${operands(copy, 3)}}], [%2];"
               ::"r"(tileAddress), "l"(tensorMap), "r"(barrierAddress), ${values(copy)} : "memory");
}

__device__ inline void waitForBox(uint64_t *barrier, uint32_t parity) {
  const uint32_t barrierAddress = static_cast<uint32_t>(__cvta_generic_to_shared(barrier));
  uint32_t isOver = 0;
  while (isOver == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(isOver) : "r"(barrierAddress), "r"(parity) : "memory");
}
`;

const storeText = (
  copy: BoxCopy,
): string => `// Every thread that wrote to the tile runs this before the block's barrier: the copy engine then sees what it wrote.
__device__ inline void publishTile() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Run by one thread, after that barrier. ${tileText(copy)}. What is outside of the tensor is left out.
__device__ inline void storeBox(const CUtensorMap *tensorMap, const void *tile) {
  const uint32_t tileAddress = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
  asm volatile("${dimension(copy)}.global.shared::cta.bulk_group [%0, {${operands(copy, 2)}}], [%1];"
               ::"l"(tensorMap), "r"(tileAddress), ${values(copy)} : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  // Until the tile has been read; without .read, until the tensor has been written.
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
`;
