/** Work that was done, each part with the way to undo it. */
export type Steps = {
  /** Does one part. Its `undo` runs when a later part fails or the operator interrupts. */
  step: <T>(work: () => Promise<T>, undo?: () => Promise<unknown>) => Promise<T>;
};

/**
 * Runs work part by part. When one fails, or the signal is aborted between two, those that were done are undone in
 * reverse order. @throws the error of the failed part, with what could not be undone.
 */
export async function undoable<T>(signal: AbortSignal, work: (steps: Steps) => Promise<T>): Promise<T> {
  const undos: (() => Promise<unknown>)[] = [];
  const step: Steps['step'] = async (part, undo) => {
    signal.throwIfAborted();
    const result = await part();
    if (undo) undos.push(undo);
    return result;
  };
  try {
    return await work({ step });
  } catch (error) {
    const left: string[] = [];
    for (const undo of undos.reverse()) await undo().catch((failed: Error) => left.push(failed.message));
    if (left.length === 0) throw error;
    throw new Error(`${(error as Error).message} Além disso, nem tudo pôde ser desfeito: ${left.join('; ')}.`, {
      cause: error,
    });
  }
}
