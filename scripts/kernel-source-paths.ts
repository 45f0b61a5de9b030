/** The manifest of the committed PTX, and the paths at which the page finds the sources that it names. */
export const PTX_FOLDER = 'public/ptx';
export const MANIFEST_PATH = `${PTX_FOLDER}/manifest.json`;

export interface KernelManifest {
  /** Release of nvcc that compiled the files: `13.0.88`. */
  readonly nvcc: string;
  /** Hash over sources, headers, flags and output names. */
  readonly sourceHash: string;
  /** Sources and headers with the page's paths, below `PTX_FOLDER`, to which the bundler copies them. */
  readonly sources: readonly string[];
  /** PTX files below `PTX_FOLDER`, with the sha256 of each. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Manifest {
  readonly kernels: Readonly<Record<string, KernelManifest>>;
}

/** The page's path of a source, below `PTX_FOLDER`: `transpose/padded.cu`, `include/mbarrier.cuh`. */
export const pagePath = (source: string): string => source.replace(/^cuda\/(kernels\/)?/, '');

export const sourceAt = (path: string): string =>
  path.startsWith('include/') ? `cuda/${path}` : `cuda/kernels/${path}`;
