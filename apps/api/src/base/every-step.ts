/**
 * Carries out steps that don't depend on one another: one that fails doesn't keep the others from being done.
 * @param onFailure called with each step that failed.
 * @throws Error with the first failure as its cause, once all steps were tried.
 */
export async function everyStep(
  steps: Readonly<Record<string, () => Promise<unknown>>>,
  onFailure: (step: string, error: unknown) => unknown,
): Promise<void> {
  const failures: { step: string; error: unknown }[] = [];
  for (const [step, act] of Object.entries(steps)) {
    try {
      await act();
    } catch (error) {
      failures.push({ step, error });
      onFailure(step, error);
    }
  }
  if (failures.length > 0)
    throw new Error(`failed: ${failures.map(({ step }) => step).join(', ')}`, { cause: failures[0]?.error });
}

/**
 * Does each of some works of one kind, as those of the links to banks: one that fails doesn't keep the others from being done.
 * @throws the first failure, once all were tried.
 */
export async function eachTried<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
