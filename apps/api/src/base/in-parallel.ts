/**
 * Runs work over items, at most `atOnce` at a time. After a failure no further item begins, and the first failure is
 * thrown when those in progress have ended.
 */
export async function inParallel<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>) {
  const left = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of left) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
