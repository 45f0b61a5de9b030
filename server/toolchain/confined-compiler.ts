/**
 * nvcc for a user's text. A text can name files in more ways than a check could list: `#include` of any path, also one
 * made by a macro after the preprocessor's checks (`#define H #`, then `H include "/etc/passwd"`, which only nvcc's
 * second stage obeys), `__has_include`, and `#line`, whose file gcc opens to show the line of a warning. So the compiler
 * runs where those files do not exist. On a machine where that is not possible, no text is compiled.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import { buildConfine } from '../exec/confine.ts';
import { SOURCE_FILE, sourceCommand } from './command-line.ts';
import { type CompileOptions, compile } from './compile.ts';
import { findToolkit } from './toolkit.ts';

/** Checked with a trial compilation. The error is one sentence that says why this machine cannot do it. */
export async function confined(compiler: CompileOptions): Promise<Result<CompileOptions, string>> {
  const { exec, nvcc } = compiler;
  if (!exec.hasNamespaces) return err(`${NEEDED}: "unshare --user --pid" does not work here`);
  const toolkit = await findToolkit(exec, nvcc.path);
  if (!toolkit.ok) return toolkit;
  const confine = await buildConfine(exec, toolkit.value.hostCompiler);
  if (!confine.ok) return err(`${NEEDED}: ${confine.error}`);
  const sight = { shown: toolkit.value.paths, confine: confine.value };
  const inView = { ...compiler, nvcc: { ...nvcc, path: toolkit.value.nvcc }, sight };
  const said = await trial(inView);
  return said === null ? ok(inView) : err(`${NEEDED}: ${said}`);
}

const NEEDED =
  'the compiler must be kept from the files of this machine, with user and mount namespaces, which some systems and most containers forbid';

const CANARY = 'still sees the files of this machine';

/** Compiles a kernel that reports an error if it can see a file beside the job's folder. null: it cannot. */
async function trial(compiler: CompileOptions): Promise<string | null> {
  const [arch] = compiler.nvcc.archs;
  if (arch === undefined) return 'nvcc names no architecture';
  return compiler.exec.inFolder(async beside => {
    const canary = join(beside, 'canary.h');
    await writeFile(canary, '');
    const text = `#if __has_include("${canary}")\n#error ${CANARY}\n#endif\n__global__ void probe() {}\n`;
    const files = [{ path: SOURCE_FILE, bytes: Buffer.from(text) }];
    const compilation = { files, argv: sourceCommand(arch), arch };
    const result = await compile(compiler, compilation, new AbortController().signal);
    if (result.ok) return null;
    const { message, diagnostics } = result.error;
    return diagnostics.includes(CANARY)
      ? `nvcc ${CANARY}`
      : [message, ...diagnostics.split('\n').slice(0, 1)].join(': ');
  });
}
