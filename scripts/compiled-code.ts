import { fileURLToPath } from 'node:url';

/**
 * `NODE_COMPILE_CACHE` of servers and of tests: compiled code stays beside the packages for the next start, which then
 * takes half of the processor time. Node works without the cache where the folder can't be written to.
 */
export const COMPILED_CODE = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
