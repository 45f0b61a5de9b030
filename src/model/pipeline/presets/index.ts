/** The presets, in the order in which the page shows them. */

import { fa3Forward, fa3ForwardFp8 } from './attention.ts';
import { v5SplitK, v6Small, v7EarlyHalf } from './gemm-few-threads.ts';
import { v0CpAsync, v1Tma } from './gemm-in-line.ts';
import { pingPongGemm } from './gemm-ping-pong.ts';
import { v2WarpSpecialized, v3Wgmma, v4Persistent } from './gemm-specialized.ts';
import { ladder } from './ladder.ts';
import type { PipelinePreset } from './preset.ts';

export const PRESETS: readonly PipelinePreset[] = [
  v0CpAsync,
  v1Tma,
  v2WarpSpecialized,
  v3Wgmma,
  pingPongGemm,
  v4Persistent,
  v5SplitK,
  v6Small,
  v7EarlyHalf,
  ...ladder,
  fa3Forward,
  fa3ForwardFp8,
];
