/** One damaged capture, from its files to the end of its run. */
import { readArchive } from '../../src/contract/capture-archive.ts';
import { captureDocument } from '../../src/contract/capture-document.ts';
import { readCapture } from '../../src/contract/capture-reading.ts';
import { compareMeasured } from '../../src/contract/measured-comparison.ts';
import { archiveOf, inMemory } from '../../src/contract/written-archive.ts';
import { capturedLaunch } from '../../src/inspect/capture/captured-launch.ts';
import { filesOfCapture, syntheticCapture } from '../../src/inspect/capture/synthetic-capture.ts';
import { outlineOf } from '../../src/ptx/outline/outline.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { CaptureContents } from '../../src/trace/capture.ts';
import type { Launch } from '../../src/trace/launch.ts';
import type { Choices } from '../random.ts';
import { mutateJson } from './mutate-json.ts';
import { type End, tryLaunch } from './ptx-trial.ts';

const PTX = `.version 9.0
.target sm_90a
.address_size 64
.const .align 4 .b8 factor[4];
.visible .entry k(.param .align 8 .b8 s[24], .param .u64 table, .param .f32 x) {
.reg .b64 %o, %t, %a; .reg .b32 %v, %n; .reg .f32 %f;
ld.param.u64 %o, [s+8]; ld.param.u64 %t, [table]; ld.global.u64 %a, [%t+8];
ld.global.f32 %f, [%a]; ld.const.u32 %n, [factor]; st.global.f32 [%o], %f; st.global.u32 [%o+4], %n; ret; }
`;

const LAUNCH: Launch = {
  grid: [2, 1, 1],
  block: [1, 1, 1],
  buffers: [
    { name: 'out', type: 'f32', length: 8, init: { kind: 'zeros' } },
    {
      ...{ name: 'table', type: 'u64', length: 4, init: { kind: 'zeros' } },
      fields: [{ offset: 8, kind: 'pointer', buffer: 'data', byteOffset: 4 }],
    },
    { name: 'data', type: 'f32', length: 48, init: { kind: 'iota' } },
  ],
  symbols: [{ name: 'factor', type: 'u32', init: { kind: 'values', values: [7] } }],
  params: [
    { kind: 'struct', sizeBytes: 24, fields: [{ offset: 8, kind: 'pointer', buffer: 'out' }] },
    { kind: 'pointer', buffer: 'table' },
    { kind: 'scalar', type: 'f32', value: 2 },
  ],
};

const BARE = syntheticCapture(PTX, LAUNCH);
const SOURCES = ['kernels/k.py', 'k.cuh'];
const CONTENTS: CaptureContents = {
  ...BARE,
  capture: { ...BARE.capture, version: 2, sources: SOURCES.map((name, i) => ({ name, file: `sources/${i}` })) },
  sources: SOURCES.map(name => ({ name, text: '# a source\n' })),
};
const MAP = {
  // The map lies where the launch's buffer has an address that is a multiple of 64.
  ...{
    at: { address: `0x${(BigInt(CONTENTS.capture.buffers[2].address) + 48n).toString(16)}` },
    kind: 'tiled',
    type: 'f32',
    rank: 1,
    dims: [8],
  },
  ...{ address: CONTENTS.capture.buffers[0].address, stridesBytes: [], box: [8], elementStrides: [1] },
  ...{ interleave: 'none', swizzle: 'none', l2Promotion: 'none', oobFill: 'zero' },
};
const FILES = filesOfCapture(CONTENTS);
const DESCRIPTION: unknown = { ...CONTENTS.capture, tensorMaps: [MAP] };

const PATHS = ['../x', '/etc/passwd', 'buffers/0.before', 'buffers/../../x', '..', '', 'module.ptx', 'nothing'];

type CaptureEnd = End | 'notRead';

/** A throw is a bug; a refusal without words, too. */
export async function tryCapture(choices: Choices): Promise<CaptureEnd> {
  const files = new Map(FILES);
  const description = JSON.stringify(choices.below(4) === 0 ? DESCRIPTION : mutateJson(DESCRIPTION, choices));
  files.set('capture.json', bytesOf(choices.below(8) === 0 ? withPath(description, choices) : description));
  if (choices.below(4) === 0) damageFile(files, choices);
  if (choices.below(3) > 0) return tryFiles(files);
  const archive = archiveOf(files);
  const unpacked = readArchive(choices.below(2) === 0 ? archive : damaged(archive, choices));
  if (unpacked.ok) return tryFiles(unpacked.value);
  if (unpacked.error === '') throw new Error('an archive is refused without words');
  return 'notRead';
}

const bytesOf = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0));

const withPath = (description: string, choices: Choices): string =>
  description.replace(/buffers\/\d\.(before|after)/, choices.of(PATHS));

function damageFile(files: Map<string, Uint8Array<ArrayBuffer>>, choices: Choices): void {
  const path = choices.of([...files.keys()]);
  const bytes = files.get(path)!;
  if (choices.below(3) === 0) files.delete(path);
  else
    files.set(path, choices.below(2) === 0 ? bytes.slice(0, choices.below(bytes.length + 1)) : damaged(bytes, choices));
}

function damaged(bytes: Uint8Array<ArrayBuffer>, choices: Choices): Uint8Array<ArrayBuffer> {
  if (choices.below(3) === 0) return bytes.slice(0, choices.below(bytes.length + 1));
  const copy = bytes.slice();
  for (let n = 1 + choices.below(4); n > 0; n--) copy[choices.below(copy.length)] = choices.below(256);
  return copy;
}

async function tryFiles(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<CaptureEnd> {
  const contents = await readCapture(inMemory(files));
  if (!contents.ok) return refused(contents.error, 'notRead');
  const { ptx } = contents.value;
  const module = parseModule(ptx ?? '');
  if (ptx === null || !module.ok) return 'noParse';
  const launched = capturedLaunch(contents.value, outlineOf(module.value));
  if (!launched.ok) return refused(launched.error, 'noLaunch');
  const document = captureDocument({ ...contents.value, ptx }, launched.value, 'k');
  const inits = document.launch.buffers.map(
    ({ name, init }) => [name, init.kind === 'bytes' ? init.bytes : null] as const,
  );
  const unchanged = new Map(inits.flatMap(([name, bytes]) => (bytes === null ? [] : [[name, bytes] as const])));
  const compared = compareMeasured(document, unchanged);
  if (!compared.ok && !/bytes/.test(compared.error.message)) throw new Error(compared.error.message);
  return tryLaunch(module.value, document.launch);
}

function refused<E extends CaptureEnd>({ message, field }: { message: string; field: string }, end: E): E {
  if (message === '' || typeof field !== 'string') throw new Error('a refusal without words');
  return end;
}
