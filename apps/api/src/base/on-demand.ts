import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A large library that few requests need, loaded by the first of them, so that a server at rest does without its memory
 * (docs/decisions/stack.md). `prepare` runs once, when it is loaded.
 */
export function onDemand<Library>(name: string, prepare?: (library: Library) => void): () => Library {
  let loaded: Library | undefined;
  return () => {
    if (loaded) return loaded;
    loaded = require(name) as Library;
    prepare?.(loaded);
    return loaded;
  };
}
