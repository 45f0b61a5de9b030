/** The parts of every verb: a name, its help, its options, and a function from arguments to an exit code. */

import { ok, type Result } from '../src/base/result.ts';
import { type Arguments, type Grammar, type OptionTable, optionHelp, parseArguments, usageOf } from './arguments.ts';
import { say } from './terminal.ts';

/**
 * 0 success, 1 a check failed, 3 the emulator refused something, 130 interrupted; `capture` passes on that of the program it
 * runs. For wrong usage or input the outcome is an error, and the command exits with 2.
 */
export type ExitCode = number;

/** One line for the user: what is wrong, where, and what was expected. */
export type VerbProblem = string | Ending;

/** The caller made no mistake: the time was over (1), or the emulator refuses something by name (3). */
export interface Ending {
  readonly message: string;
  readonly exitCode: 1 | 3;
}

export const problemText = (problem: VerbProblem): string => (typeof problem === 'string' ? problem : problem.message);

export type Outcome = Result<ExitCode, VerbProblem>;

/** Ctrl-C ended the run. */
export const INTERRUPTED: Outcome = ok(130);

export interface Verb<T extends OptionTable> extends Grammar<T> {
  readonly name: string;
  /** Paragraphs of the help that follow the usage line. */
  readonly about: string;
  run(given: Arguments<T>): Promise<Outcome>;
}

/** A verb without its option types: takes words, returns an outcome. */
export type Invocation = (words: readonly string[]) => Promise<Outcome>;

export const JSON_FLAG = { kind: 'flag', help: 'print JSON instead of text' } as const;

export function defineVerb<const T extends OptionTable>(verb: Verb<T>): Invocation {
  return async words => {
    const end = words.indexOf('--');
    if ((end < 0 ? words : words.slice(0, end)).includes('--help')) {
      say(helpOf(verb));
      return ok(0);
    }
    const given = parseArguments(verb, words);
    return given.ok ? verb.run(given.value) : given;
  };
}

const helpOf = (verb: Verb<OptionTable>): string =>
  `usage: lanescape ${verb.name} ${usageOf(verb)}\n\n${verb.about.trim()}\n\noptions\n${optionHelp(verb.options)}\n`;
