import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeCss } from './src/theme/theme-css.ts';

/**
 * `import 'virtual:theme.css'`: the theme's variables as a plain style sheet. Mantine would write them into the
 * page at run time, which the Content-Security-Policy forbids.
 */
function themeStyleSheet(): Plugin {
  const id = '\0virtual:theme.css';
  return {
    name: 'morada:theme',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : undefined),
    load: (source) => (source === id ? themeCss() : undefined),
  };
}

/** Below this a compressed file spares no packet. */
const WORTH_COMPRESSING = 1_000;

/** Beside each file what a browser may take in its place: nothing is compressed while somebody waits. */
function compressed(): Plugin {
  return {
    name: 'morada:compressed',
    apply: 'build',
    writeBundle: async ({ dir = '' }, bundle) => {
      const texts = Object.values(bundle)
        .filter(({ fileName }) => /\.(?:js|css)$/.test(fileName))
        .map((file) => ({
          name: join(dir, file.fileName),
          bytes: Buffer.from('code' in file ? file.code : file.source),
        }))
        .filter(({ bytes }) => bytes.length > WORTH_COMPRESSING);
      await Promise.all(
        texts.flatMap(({ name, bytes }) => [
          promisify(brotliCompress)(bytes).then((smaller) => writeFile(`${name}.br`, smaller)),
          promisify(gzip)(bytes, { level: 9 }).then((smaller) => writeFile(`${name}.gz`, smaller)),
        ]),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A page's loader comes with the page: the first load knows where pages are, not what they fetch.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']] },
      quoteStyle: 'single',
    }),
    react(),
    themeStyleSheet(),
    compressed(),
  ],
  server: { proxy: { '/api': process.env.API_URL ?? 'http://localhost:3000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Small files stay files: a data: address would need its own line in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Merged chunks may name each other in a circle: each module still runs before those that use it.
        strictExecutionOrder: true,
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
        // Few files: the entry names every file that a page may need, and a hash does not compress.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 24_000 },
          ],
        },
      },
    },
  },
});
