/** Every picture case, in the gallery's order. */
import { bitMatrixCases } from './bit-matrix-cases.ts';
import { bufferCases } from './buffer-cases.ts';
import { caseStripsCases } from './case-strips-cases.ts';
import { coalescingCases } from './coalescing-cases.ts';
import { distributionsCases } from './distributions-cases.ts';
import { divergenceCases } from './divergence-cases.ts';
import { layoutCases } from './layout-cases.ts';
import { memoryImageCases } from './memory-image-cases.ts';
import { outputCases } from './output-cases.ts';
import { performanceBarsCases } from './performance-bars-cases.ts';
import { permuteCases } from './permute-cases.ts';
import { permuteViewCases } from './permute-view-cases.ts';
import type { PictureCase } from './picture-case.ts';
import { pipelineCases } from './pipeline-cases.ts';
import { requestCases } from './request-cases.ts';
import { ringCases } from './ring-cases.ts';
import { runHistoryCases } from './run-history-cases.ts';
import { sampleStripCases } from './sample-strip-cases.ts';
import { sharedBudgetCases } from './shared-budget-cases.ts';
import { swizzleCases } from './swizzle-cases.ts';
import { tensorBoxCases } from './tensor-box-cases.ts';
import { threadValueCases } from './thread-value-cases.ts';
import { tileCases } from './tile-cases.ts';
import { unitBarsCases } from './unit-bars-cases.ts';
import { warpStepsCases } from './warp-steps-cases.ts';

export type { PictureCase } from './picture-case.ts';

export const pictureCases: readonly PictureCase[] = [
  ...tileCases,
  ...requestCases,
  ...swizzleCases,
  ...tensorBoxCases,
  ...coalescingCases,
  ...divergenceCases,
  ...warpStepsCases,
  ...ringCases,
  ...unitBarsCases,
  ...sharedBudgetCases,
  ...permuteCases,
  ...memoryImageCases,
  ...permuteViewCases,
  ...outputCases,
  ...bufferCases,
  ...distributionsCases,
  ...sampleStripCases,
  ...performanceBarsCases,
  ...caseStripsCases,
  ...runHistoryCases,
  ...layoutCases,
  ...threadValueCases,
  ...bitMatrixCases,
  ...pipelineCases,
];
