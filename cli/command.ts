/** A command with several verbs: selects one, and turns its outcome into an exit code. Verbs load on demand. */
import { complain, say } from './terminal.ts';
import { type Invocation, type Outcome, problemText } from './verb.ts';

export interface VerbEntry {
  readonly summary: string;
  load(): Promise<Invocation>;
}

export interface Command {
  /** The verb where the first word is none, or an option. Without it, there must be a verb. */
  readonly unnamed?: string;
  /** One sentence about what the command does. */
  readonly about: string;
  readonly verbs: ReadonlyMap<string, VerbEntry>;
}

/** Returns the exit code. */
export async function runCommand(command: Command, words: readonly string[]): Promise<number> {
  const outcome = await outcomeOf(command, words);
  if (outcome.ok) return outcome.value;
  // Always one line, whatever a file name or a JSON message contains.
  complain(`lanescape: ${oneLine(problemText(outcome.error))}\n`);
  return typeof outcome.error === 'string' ? 2 : outcome.error.exitCode;
}

const oneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ');

async function outcomeOf(command: Command, words: readonly string[]): Promise<Outcome> {
  if (words[0] === '--help') {
    say(helpOf(command));
    return { ok: true, value: 0 };
  }
  const isNamed = command.unnamed === undefined || (words.length > 0 && !words[0].startsWith('-'));
  const [name, ...rest] = isNamed ? words : [command.unnamed, ...words];
  const verb = command.verbs.get(name ?? '');
  if (verb !== undefined) return (await verb.load())(rest);
  const given = name === undefined ? 'no verb given' : `unknown verb '${name}'`;
  return { ok: false, error: `${given}; expected one of ${[...command.verbs.keys()].join(', ')}, or --help` };
}

const helpOf = ({ about, verbs, unnamed }: Command): string => `usage: lanescape <verb> [options]

${about}

verbs
${[...verbs].map(([name, verb]) => `  ${name.padEnd(8)}  ${verb.summary}`).join('\n')}

lanescape <verb> --help explains a verb. ${unnamed === undefined ? '' : `Without a verb: ${unnamed}. `}Exit code: 0 success, 1 a check failed, 2 bad usage or input,
3 the emulator refuses something by name.
`;

/** For a process that runs the command: if its output cannot be written, it ends with a sentence. */
export function exitTidily(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnwritten);
}

/** If the reader closes the pipe (`| head -1`), that is no failure; the exit code is still the verb's. */
function endUnwritten(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  complain(`lanescape: cannot write: ${error.message}\n`);
  process.exit(2);
}
