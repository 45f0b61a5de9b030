/** The PTX that comes with the project: as `npm run build-ptx` wrote it, or in the built page of an installed package. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['../public/ptx', '../dist/ptx'].map(folder => join(import.meta.dirname, folder));

/** @param path below the folder of PTX, as a kernel's `ptxPath` gives it. */
export const shippedPtx = (path: string): string => join(FOLDERS.find(existsSync) ?? FOLDERS[0], path);
