/**
 * Which layer may import which: the arrows of the house, as data. A file belongs to the first layer whose pattern
 * matches.
 */

export interface ImportLayer {
  readonly name: string;
  readonly files: RegExp;
  /** Other layers that it may import; it may always import its own files. */
  readonly layers: readonly string[];
  /** Packages that it may import; a * at the end stands for any text. */
  readonly packages: readonly string[];
  /** Whether it runs on Node and may import `node:` modules. */
  readonly node: boolean;
}

const CORE = ['base', 'hardware', 'trace', 'layout', 'model', 'ptx', 'inspect', 'contract', 'kernel-list', 'kernels'];
const BELOW_PAGES = [...CORE, 'pictures', 'state', 'services', 'panels', 'gallery', 'lessons'];
const PAGE = [...BELOW_PAGES, 'exhibits', 'page-kit', 'pages', 'app'];
const PAGE_PACKAGES = [
  'react',
  'react-dom',
  '@tanstack/*',
  'lucide-react',
  'comlink',
  'zustand',
  'd3-*',
  '@codemirror/*',
  '@lezer/highlight',
];

export const LAYERS: readonly ImportLayer[] = [
  // Sizes of the hardware are a layer of their own, so that the layout algebra cannot import them.
  { name: 'hardware', files: /^src\/base\/hardware\.ts$/, layers: [], packages: [], node: false },
  { name: 'base', files: /^src\/base\//, layers: [], packages: [], node: false },
  { name: 'trace', files: /^src\/trace\//, layers: ['base', 'hardware'], packages: [], node: false },
  // Layout algebra knows no hardware, and imports nothing from the rest of the model.
  { name: 'layout', files: /^src\/model\/layout\//, layers: ['base', 'trace'], packages: [], node: false },
  { name: 'model', files: /^src\/model\//, layers: ['base', 'hardware', 'trace', 'layout'], packages: [], node: false },
  { name: 'ptx', files: /^src\/ptx\//, layers: ['base', 'hardware', 'trace'], packages: [], node: false },
  // The emulator's run, and the model that inspects it.
  {
    name: 'inspect',
    files: /^src\/inspect\//,
    layers: ['ptx', 'model', 'layout', 'trace', 'base', 'hardware'],
    packages: [],
    node: false,
  },
  {
    name: 'contract',
    files: /^src\/contract\//,
    layers: ['base', 'hardware', 'trace'],
    packages: ['zod'],
    node: false,
  },
  // The files directly in src/kernels: the interface and the catalog. The server may import only these.
  {
    name: 'kernel-list',
    files: /^src\/kernels\/[^/]+\.ts$/,
    layers: ['kernels', 'model', 'layout', 'trace', 'contract', 'base', 'hardware'],
    packages: [],
    node: false,
  },
  {
    name: 'exhibits',
    files: /^src\/kernels\/[^/]+\/exhibit(-[a-z]+)?\.tsx$/,
    layers: [
      'pictures',
      'panels',
      'state',
      'kernels',
      'kernel-list',
      'model',
      'layout',
      'trace',
      'contract',
      'base',
      'hardware',
    ],
    packages: ['react'],
    node: false,
  },
  {
    name: 'kernels',
    files: /^src\/kernels\//,
    layers: ['kernel-list', 'model', 'layout', 'trace', 'contract', 'base', 'hardware'],
    packages: [],
    node: false,
  },
  {
    name: 'pictures',
    files: /^src\/pictures\//,
    layers: ['base', 'hardware', 'trace', 'layout', 'model'],
    packages: ['react', 'react-dom', 'd3-*'],
    node: false,
  },
  {
    name: 'state',
    files: /^src\/state\//,
    layers: ['base', 'hardware', 'trace', 'contract'],
    packages: ['zustand'],
    node: false,
  },
  // Services without pictures of their own: the emulator's worker, the server, recordings, the theme.
  {
    name: 'services',
    files: /^src\/services\//,
    layers: [...CORE, 'pictures', 'state'],
    packages: ['react', 'comlink', 'zustand', '@tanstack/react-query'],
    node: false,
  },
  {
    name: 'panels',
    files: /^src\/panels\//,
    layers: ['pictures', 'services', 'contract', 'state', 'layout', 'model', 'trace', 'base', 'hardware'],
    packages: ['react', 'react-dom', 'lucide-react', 'd3-*', 'zustand', '@codemirror/*', '@lezer/highlight'],
    node: false,
  },
  {
    name: 'gallery',
    files: /^src\/gallery\//,
    layers: [...CORE, 'pictures', 'state'],
    packages: [],
    node: false,
  },
  {
    name: 'lessons',
    files: /^src\/lessons\//,
    layers: [...CORE, 'state'],
    packages: [],
    node: false,
  },
  // What several pages share: parts, and links from one page to another.
  {
    name: 'page-kit',
    files: /^src\/pages\/(kit|links)\//,
    layers: [...BELOW_PAGES, 'exhibits'],
    packages: PAGE_PACKAGES,
    node: false,
  },
  // A page imports no other page.
  {
    name: 'pages',
    files: /^src\/pages\/[^/]+\//,
    layers: [...BELOW_PAGES, 'page-kit', 'glossary'],
    packages: PAGE_PACKAGES,
    node: false,
  },
  {
    name: 'app',
    files: /^src\/app\//,
    layers: [...BELOW_PAGES, 'page-kit', 'pages'],
    packages: PAGE_PACKAGES,
    node: false,
  },
  {
    name: 'server',
    files: /^server\//,
    layers: ['contract', 'trace', 'base', 'hardware', 'kernel-list'],
    packages: ['fastify', '@fastify/*'],
    node: true,
  },
  // A document that a page shows.
  { name: 'glossary', files: /^GLOSSARY\.md$/, layers: [], packages: [], node: false },
  { name: 'launcher', files: /^cli\/lanescape\.mjs$/, layers: ['scripts'], packages: [], node: true },
  // The verbs that run on a GPU, through a server or through its parts. No other verb imports them.
  { name: 'gpu-verbs', files: /^cli\/gpu\//, layers: [...CORE, 'cli', 'server'], packages: [], node: true },
  // Selects the verb, and loads only that one.
  {
    name: 'command',
    files: /^cli\/(main|packaged|verbs)\.ts$/,
    layers: ['cli', 'gpu-verbs', 'server'],
    packages: [],
    node: true,
  },
  { name: 'cli', files: /^cli\//, layers: CORE, packages: [], node: true },
  {
    name: 'scripts',
    files: /^(scripts\/|[^/]+$)/,
    layers: [...PAGE, 'server', 'cli', 'gpu-verbs', 'launcher'],
    packages: ['*'],
    node: true,
  },
];

/** An import in the wrong direction that is allowed for some time: listed here with its date, and removed within 60 days. */
export interface ImportDebt {
  /** ISO date on which it was added. */
  readonly since: string;
  readonly from: string;
  /** The imported file or package. */
  readonly to: string;
  readonly reason: string;
}

export const DEBT_DAYS = 60;

export const IMPORT_DEBT: readonly ImportDebt[] = [];
