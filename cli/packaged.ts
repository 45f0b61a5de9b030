/** The `lanescape` command of an installed package: the same verbs, with the server in this process and nothing to build. */
import { runServer } from '../server/run-server.ts';
import { exitTidily, runCommand } from './command.ts';
import { openVerb } from './open.ts';
import { startVerb } from './start.ts';
import { LANESCAPE } from './verbs.ts';

const verbs = new Map(LANESCAPE.verbs);
verbs.set('start', { ...verbs.get('start')!, load: async () => startVerb(runServer) });
verbs.set('open', { ...verbs.get('open')!, load: async () => openVerb(runServer) });
// It writes the page's own recordings, which belong to the project.
verbs.delete('record');

exitTidily();
process.exitCode = await runCommand({ ...LANESCAPE, verbs }, process.argv.slice(2));
