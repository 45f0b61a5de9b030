/**
 * Gets a checkout ready and goes on under the Node that package-lock.json pins. Plain JavaScript without dependencies: it
 * runs on any Node from 20.19, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const pinned = join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

const runningIsNewEnough = Number(process.versions.node.split('.')[0]) >= 24;

const readJson = path => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Checks npm's own record of its last whole install, so that it does not matter which program started it. */
function isInstalled() {
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(join(root, record))) return false;
  const direct = directOf(readJson('package.json'));
  const wanted = readJson('package-lock.json').packages;
  const installed = readJson(record).packages;
  const locked = directOf(wanted['']);
  return (
    Object.entries(wanted).every(([path, entry]) => path === '' || isSatisfied(entry, installed[path])) &&
    // A package.json that has moved on from the lockfile is for npm to judge.
    Object.entries(direct).every(([name, range]) => locked[name] === range && existsSync(join(modules, name))) &&
    (existsSync(pinned) || runningIsNewEnough)
  );
}

const directOf = ({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies });

/** npm leaves out optional packages that are for other platforms. */
const isSatisfied = (wanted, installed) =>
  installed === undefined
    ? wanted.optional || wanted.devOptional
    : installed.version === wanted.version && installed.integrity === wanted.integrity;

/** Installs what the lockfile says where that is not there already; ends the process with a reason where it cannot. */
export function ensureInstalled() {
  if (isInstalled()) return;
  process.stderr.write('lanescape: installing what package-lock.json says (once) ... ');
  const [command, ...args] = npm();
  const flags = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  // A registry that does not answer is asked again after one minute; npm alone waits five minutes each time.
  const patience = ['--fetch-timeout=60000', '--fetch-retries=4'];
  const result = spawnSync(command, [...args, ...flags, ...patience], {
    cwd: root,
    env: outerEnv(),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (result.error || result.status !== 0) {
    fail(`failed\n${result.error?.message ?? ''}${result.stdout ?? ''}${result.stderr ?? ''}`);
  }
  process.stderr.write('done\n');
  if (existsSync(pinned) || runningIsNewEnough) return;
  fail(
    `lanescape: npm did not put a Node 24 into ${pinned}.\n` +
      'Either the install script of the package `node` was refused: allow it with `npm rebuild node --ignore-scripts=false`;\n' +
      `or it has nothing for ${process.platform} ${process.arch}: install Node 24 or later and run the command with it.\n`,
  );
}

/** npm as an argument list: the npm that started this process, or else the one on the path. */
function npm() {
  const cli = process.env.npm_execpath;
  return cli && /npm-cli\.[cm]?js$/.test(cli) ? ['node', cli] : ['npm'];
}

/** Environment without the checkout's own programs: npm is about to replace the Node among them. */
function outerEnv() {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = (process.env.PATH ?? '').split(separator).filter(dir => !resolve(dir).startsWith(modules));
  return { ...process.env, PATH: path.join(separator) };
}

/** Runs a script of the checkout on the pinned Node, in this process where it is that Node already. */
export async function continueOnPinnedNode(script, args) {
  const file = join(root, script);
  const node = existsSync(pinned) ? realpathSync(pinned) : process.execPath;
  if (realpathSync(process.execPath) === node) {
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
  } else {
    runInForeground(node, [file, ...args]);
  }
}

/** Starts a program that takes this process's place: its terminal, the signals sent here, and its exit code. */
export function runInForeground(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: 'inherit' });
  // A terminal sends Ctrl-C to both processes; anyone else sends it to this one alone.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', error => fail(`lanescape: cannot run ${command}: ${error.message}\n`));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail(text) {
  process.stderr.write(text);
  process.exit(1);
}
