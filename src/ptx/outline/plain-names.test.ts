import { expect, it } from 'vitest';
import { withPlainNames } from './plain-names.ts';

it.each([
  ['ld.param.u64 %rd1, [_Z5scaleIfEvPT_PKS0_S0_i_param_0];', 'ld.param.u64 %rd1, [scale<float>_param_0];'],
  ['ld.param.u32 %r1, [_Z10notCurrentPfPKfi_param_12+4];', 'ld.param.u32 %r1, [notCurrent_param_12+4];'],
  ['mov.u32 %r1, _ZZ7copyBoxPfiiE3box;', 'mov.u32 %r1, box;'],
  ['mov.u32 %r1, _ZZ7copyBoxPfiiE3box_0;', 'mov.u32 %r1, box;'],
  [
    'mov.u32 %r2, _ZN2at6native13reduce_kernelILi512ELi1ENS0_8ReduceOpIfEEEEvT1_;',
    'mov.u32 %r2, reduce_kernel<512, 1, ReduceOp<float>>;',
  ],
  ['st.global.f32 [%rd4], %f1;', 'st.global.f32 [%rd4], %f1;'],
  ['call.uni (retval0), plain_Z, (param0);', 'call.uni (retval0), plain_Z, (param0);'],
])('%s', (instruction, plain) => expect(withPlainNames(instruction)).toBe(plain));
