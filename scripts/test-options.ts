/** Reads what `npm test` was asked for: which checks, which kinds of test, and below which paths. */
import { err, ok, type Result } from '../src/base/result.ts';
import { parsedWords } from './command-line.ts';

export const TEST_USAGE = `usage: npm test [-- options] [paths]

  (nothing)        every check and the default tier of tests: what an ordinary change can break
  --all            every check and every test
  --rest           the tests that --all adds to the default tier
  --changed        types, lint and tests of what differs from the last commit (of that commit where nothing does)
  --minutes N      begins nothing new after N minutes, and names what was left out
  paths            types, lint, and the tests below them; with --all also the long ones
`;

/** Names of projects in `vitest.config.ts`. */
const DEFAULT_TIER = ['unit', 'alone', 'browser'];
const LONG_TIER = ['long', 'long browser'];

export type TestScope =
  | { readonly kind: 'whole' | 'changed' | 'none' }
  | { readonly kind: 'paths'; readonly paths: readonly string[] };

export interface TestOptions {
  /** Paths that the checks cover. */
  readonly scope: TestScope;
  readonly projects: readonly string[];
  readonly minutes: number | null;
}

export function parseTestOptions(words: readonly string[]): Result<TestOptions, string> {
  const given = read(words);
  if (!given.ok) return given;
  const { values, positionals: paths } = given.value;
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  if (minutes !== null && !(minutes > 0)) return err(`--minutes ${values.minutes}: expected a number above 0`);
  if (Number(values.all) + Number(values.rest) + Number(values.changed) > 1)
    return err('--all, --rest and --changed exclude one another');
  if (paths.length > 0 && (values.rest || values.changed)) return err('paths go with --all only');
  return ok({ scope: scopeOf(values, paths), projects: projectsOf(values), minutes });
}

const read = (words: readonly string[]) =>
  parsedWords({
    args: [...words],
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      rest: { type: 'boolean', default: false },
      changed: { type: 'boolean', default: false },
      minutes: { type: 'string' },
    },
  });

type Flags = Extract<ReturnType<typeof read>, { ok: true }>['value']['values'];

function scopeOf({ rest, changed }: Flags, paths: readonly string[]): TestScope {
  if (paths.length > 0) return { kind: 'paths', paths };
  if (rest) return { kind: 'none' };
  return { kind: changed ? 'changed' : 'whole' };
}

const projectsOf = ({ all, rest }: Flags): readonly string[] =>
  rest ? LONG_TIER : all ? [...DEFAULT_TIER, ...LONG_TIER] : DEFAULT_TIER;
