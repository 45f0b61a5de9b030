// Variables that are read before anything is in them.

extern "C" __global__ void right(int* out) {
  int value = 0;
  if (threadIdx.x % 2 == 0) value = threadIdx.x;
  out[threadIdx.x] = value;
}

extern "C" __global__ void wrongAsm(int* out) {
  int value;
  asm volatile("{\n.reg .b32 t;\nadd.s32 %0, t, 1;\n}" : "=r"(value));  //! fault uninitialisedRegister
  out[threadIdx.x] = value;
}

extern "C" __global__ void wrongAsmOnePath(int* out) {
  int value;
  asm volatile(
      "{\n.reg .b32 t;\n.reg .pred p;\nsetp.lt.u32 p, %1, 8;\n@p mov.u32 t, 5;\nadd.s32 %0, t, 1;\n}"
      : "=r"(value)
      : "r"(threadIdx.x));  //! fault uninitialisedRegister
  out[threadIdx.x] = value;
}

extern "C" __global__ void rightAsmBothPaths(int* out) {
  int value;
  asm volatile(
      "{\n.reg .b32 t;\n.reg .pred p;\nsetp.lt.u32 p, %1, 8;\n@p mov.u32 t, 5;\n@!p mov.u32 t, 6;\nadd.s32 %0, t, 1;\n}"
      : "=r"(value)
      : "r"(threadIdx.x));
  out[threadIdx.x] = value;
}

extern "C" __global__ void rightAsmNotUsed(int* out) {
  int value;
  asm volatile("{\n.reg .b32 t;\nadd.s32 %0, t, 1;\n}" : "=r"(value));
  out[threadIdx.x] = threadIdx.x < 64 ? 3 : value;
}

extern "C" __global__ void wrongAsmLoop(int* out) {
  int sum;
  asm volatile(  //! fault uninitialisedRegister
      "{\n.reg .b32 s, i;\n.reg .pred p;\nmov.u32 i, 0;\nAGAIN:\nadd.s32 s, s, i;\nadd.s32 i, i, 1;\nsetp.lt.s32 p, i, 4;\n@p bra AGAIN;\nmov.u32 %0, s;\n}"
      : "=r"(sum));
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongAsmPredicate(int* out) {
  int value;
  asm volatile("{\n.reg .pred p;\nselp.b32 %0, 1, 2, p;\n}" : "=r"(value));  //! fault uninitialisedRegister
  out[threadIdx.x] = value;
}

extern "C" __global__ void wrongAsmAddress(int* out) {
  asm volatile("{\n.reg .b64 t;\n.reg .b32 u;\nmul.wide.u32 t, u, 4;\nadd.s64 t, t, %0;\nst.global.u32 [t], 1;\n}" ::"l"(out)  //! hazard race //! fault uninitialisedRegister
               : "memory");
}
