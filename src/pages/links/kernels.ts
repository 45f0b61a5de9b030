/** The kernels that have a page, by name: for menus, which come before any kernel does. */

export const KERNEL_PAGES = [
  { kernel: 'transpose', name: 'Transpose', about: 'rows in, columns out' },
  { kernel: 'probe', name: 'Bank probe', about: 'a stride, or 32 addresses of your own' },
  { kernel: 'reduction', name: 'Parallel sum', about: 'many to one, step by step' },
  { kernel: 'scan', name: 'Prefix sum', about: 'every sum so far' },
  { kernel: 'histogram', name: 'Histogram', about: 'atomics onto few words' },
  { kernel: 'permute', name: 'Permutation', about: 'any order of any dimensions' },
  { kernel: 'swizzle', name: 'Swizzled tile', about: 'columns and ldmatrix' },
  { kernel: 'tensor-copy', name: 'Tensor copy', about: 'boxes of the copy engine' },
  { kernel: 'gemm', name: 'Matrix product', about: 'eight versions beside cuBLAS' },
  { kernel: 'attention', name: 'Attention', about: 'from naive to persistent' },
] as const;
