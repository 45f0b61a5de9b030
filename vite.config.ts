/** The page as static files: relative addresses, so that it opens under any base path and with no server of ours. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Fetched on demand: pages beside the exhibit with what they alone use, zooming, writing files. */
const ON_DEMAND = [
  /src[\\/](pages|state)[\\/]workbench|src[\\/]contract[\\/](workbench|launch|document|expectation|formula|field-error)/,
  /src[\\/](ptx|inspect|model[\\/](findings|warps|profile|values)|trace[\\/]launch-bytes|app[\\/]emulator[\\/]kept-modules)/,
  /node_modules[\\/](@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)[\\/]/,
  /src[\\/](gallery|pages[\\/](home|picture|runs)|pictures[\\/]cases)/,
  // All kernels but the first, which most links lead to: in the page's own file it needs no second request.
  /src[\\/]kernels[\\/](catalog|cta-trace|(?!transpose)[^\\/]+[\\/])/,
  /src[\\/]pictures[\\/](coalescing|divergence|histogram|hex|value-grid|warp-steps)[.-]/,
  /src[\\/]pictures[\\/](zoom-gestures|figure-svg|svg|png)|node_modules[\\/]d3-/,
  /src[\\/](pages[\\/]exhibit[\\/](export-files|evidence-records)|panels[\\/](download|step-)|trace[\\/]trace-text)/,
];
const KERNEL = /src[\\/]kernels[\\/](?!transpose)([^\\/]+)[\\/]/;
const isShared = (id: string): boolean => !ON_DEMAND.some(pattern => pattern.test(id));

export default defineConfig({
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React changes less often than the page: as a file of its own it stays in the browser's cache.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            // What several pages share stays one file: cut up by who uses what, it would compress worse.
            { name: 'page', test: isShared, priority: 1 },
            // A kernel comes as one file, whoever asks for which part of it.
            { name: id => KERNEL.exec(id)?.[1] ?? null, test: KERNEL, priority: 1 },
          ],
        },
      },
    },
  },
});
