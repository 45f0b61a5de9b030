/** `lanescape open`: the page at the workbench, with files of this machine. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { err, ok } from '../src/base/result.ts';
import { type Serve, START_OPTIONS, serveFromCheckout, wordsOf } from './start.ts';
import { defineVerb, type Invocation } from './verb.ts';

export const openVerb = (serve: Serve): Invocation =>
  defineVerb({
    name: 'open',
    about: `
Starts the server as \`lanescape start\` does, and opens the workbench with the files: a capture (its folder, or a .tar), PTX or CUDA, a launch
description with its PTX, or a document that the workbench saved. The page can ask the server for these files, and for no others.
Ctrl-C ends it.`,
    operand: 'path',
    options: START_OPTIONS,
    async run({ options, operands }) {
      if (operands.length === 0) return err('expected a path: what should be opened?');
      const missing = operands.find(path => !existsSync(path));
      if (missing !== undefined) return err(`${missing}: no such file or folder`);
      return ok(await serve([...wordsOf(options), ...operands.map(path => `--show=${resolve(path)}`)]));
    },
  });

export const open = openVerb(serveFromCheckout);
