/**
 * Builds the program that takes away the rights of a job with a view: `confine.c`, compiled by the host compiler that
 * nvcc needs anyway.
 */
import { join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import { type Exec, probeJob } from './exec.ts';

/** It lies beside the bundled server, too. */
const SOURCE = join(import.meta.dirname, 'confine.c');

/** The program's path, or the first thing that the compiler said. */
export async function buildConfine(exec: Exec, hostCompiler: string): Promise<Result<string, string>> {
  const program = join(exec.folder, 'confine');
  const argv = ['-x', 'c', '-O1', '-o', program, SOURCE];
  const { end, stderr } = await exec.inFolder(folder => exec.run(probeJob({ file: hostCompiler, argv }, folder)));
  if (end.kind === 'exited' && end.code === 0) return ok(program);
  return err(`the host compiler does not build ${SOURCE}: ${stderr.split('\n')[0] || end.kind}`);
}
