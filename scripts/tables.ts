/** `npm run tables`: writes tables that follow from code, evidence and recordings into the documents that show them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineTables } from './tables/baselines.ts';
import { CORPUS_TABLE } from './tables/corpus.ts';
import { gemmElementsTable } from './tables/gemm-elements.ts';
import { GEMM_TIMES } from './tables/gemm-timings.ts';
import { INSTRUCTION_TABLES } from './tables/instructions.ts';
import { measuredTables } from './tables/measured.ts';
import { PERMUTE_COSTS } from './tables/permute-costs.ts';
import { modelsTable, sizesTable } from './tables/permute-sizes.ts';
import { ttcTable } from './tables/permute-ttc.ts';
import { PROBE_CLOCKS } from './tables/probe-clocks.ts';
import { SWIZZLE_COSTS } from './tables/swizzle-costs.ts';
import { elementsTable } from './tables/transpose-elements.ts';
import { type WrittenTable, withTable } from './tables/written-table.ts';
import { projectRoot } from './tree.ts';

export const writtenTables = (root: string): readonly WrittenTable[] => [
  ...INSTRUCTION_TABLES,
  PERMUTE_COSTS,
  SWIZZLE_COSTS,
  PROBE_CLOCKS,
  GEMM_TIMES,
  gemmElementsTable(root),
  CORPUS_TABLE,
  ...baselineTables(root),
  ttcTable(root),
  sizesTable(root),
  modelsTable(root),
  elementsTable(root),
  ...measuredTables(root),
];

if (import.meta.main)
  for (const { path, name, lines } of writtenTables(projectRoot)) {
    const file = join(projectRoot, path);
    const text = readFileSync(file, 'utf8');
    const written = withTable(text, name, lines());
    if (written === text) continue;
    writeFileSync(file, written);
    console.log(`${path}: ${name}`);
  }
