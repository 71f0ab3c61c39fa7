import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig, type Plugin } from 'vite';
import { EVERYWHERE, reachable, sharedChunks } from './chunks/shared-chunks.ts';
import { componentPlugins } from './vite-plugins.ts';

/** Size in bytes below which compressing a file saves no packet. */
const WORTH_COMPRESSING = 1_000;

/** Precompresses assets at build time, so that requests never wait for compression. */
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

/** The modules behind `app/login-entry.tsx`, as its static imports name them. */
let entrance: Set<string> | undefined;

function entranceModules(): Plugin {
  return {
    name: 'morada:entrance',
    apply: 'build',
    buildEnd() {
      const entry = join(import.meta.dirname, 'src/app/login-entry.tsx');
      entrance = reachable(entry, (id) => this.getModuleInfo(id)?.importedIds ?? []);
    },
  };
}

const inEntrance = (id: string) =>
  !/src\/(?:app\/login-entry\.tsx|features\/)/.test(id) && (entrance?.has(id) ?? false);
const FORMS = /node_modules\/(?:react-hook-form|@hookform)\/|src\/ui\/(?:form|input)\//;
const APP =
  /node_modules\/(?:@tanstack|@tabler)\/|src\/(?:routes\/|routeTree|app\/(?:router|start-app)|ui\/)|packages\//;

/**
 * Shared widely, but not needed by the shell: mutations, which most pages make in windows only, and the rules and schemas of
 * `packages/`.
 */
const OUTSIDE_KIT = /\/(?:mutationObserver|mutationOptions|useMutation)\.js|\/lib\/api\/mutation\.ts|\/packages\//;

/**
 * Chunks of heavy libraries, with names by which e2e/look/budget.spec.ts finds what loads them. Their dependencies are left
 * out, since other modules use them, too.
 */
const HEAVY = Object.entries({
  editor: /(?:@tiptap|@mantine\/tiptap|prosemirror-\w+|linkifyjs)\//,
  chart: /(?:recharts|@mantine\/charts|victory-vendor|d3-\w+)\//,
  dates: /(?:@mantine\/dates|dayjs)\//,
  map: /leaflet\//,
  sort: /@dnd-kit\//,
}).map(([name, folder]) => ({
  name,
  test: new RegExp(`node_modules/${folder.source}`),
  includeDependenciesRecursively: false,
  priority: 5,
}));

/** Pages and windows that share a module before it belongs to the kit. */
const KIT = 100;
const isKit = (id: string) => !OUTSIDE_KIT.test(id);

const shared = sharedChunks({
  shell: /routes\/_app\.tsx\?tsr-split=component/,
  chunkOf: (id, { sharers, isFirst }) => {
    if (isFirst) return FORMS.test(id) ? 'forms' : EVERYWHERE;
    if (sharers >= KIT && isKit(id)) return EVERYWHERE;
    return HEAVY.find(({ test }) => test.test(id))?.name;
  },
});

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
    ...componentPlugins(),
    entranceModules(),
    shared.plugin,
    compressed(),
  ],
  server: { proxy: { '/api': process.env.API_URL ?? 'http://localhost:3000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Small files stay files: a data: address would need its own line in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'login.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        // Chunks may name each other in a circle: each module still runs before those that use it.
        strictExecutionOrder: true,
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            // Modules of the login entry are shared with the app; modules that only the app uses stay in other chunks.
            { name: 'ground', tags: ['$initial'], test: (id) => inEntrance(id) && !FORMS.test(id), priority: 40 },
            { name: 'forms', tags: ['$initial'], test: FORMS, priority: 30 },
            { name: 'first', tags: ['$initial'], test: APP, priority: 20 },
            // Modules used by most pages and windows form one chunk; the rest loads on demand.
            { name: 'kit', test: isKit, minShareCount: KIT, priority: 10 },
            ...HEAVY,
            { name: shared.name, debugName: 'shared', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
