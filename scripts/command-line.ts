/** Reads the command line of a script, whose usage it prints for `--help` and for what it does not know. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { err, ok, type Result } from '../src/base/result.ts';

type Parsed<C extends ParseArgsConfig> = ReturnType<typeof parseArgs<C>>;

/** The error is a sentence for a person. */
export function parsedWords<const C extends ParseArgsConfig>(config: C): Result<Parsed<C>, string> {
  try {
    return ok(parseArgs(config));
  } catch (error) {
    // Node goes on about words that begin with a dash.
    return err((error as Error).message.split(/\.?\n|\. /)[0]);
  }
}

/** Ends the script, with status 0, where it is asked for help, and as `misused` does where something is wrong. */
export function readCommandLine<const C extends ParseArgsConfig>(usage: string, config: C): Parsed<C> {
  if (process.argv.slice(2).includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  const parsed = parsedWords(config);
  return parsed.ok ? parsed.value : misused(usage, parsed.error);
}

/** Ends the script with status 2. */
export function misused(usage: string, problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}
