import { expect as base, type Locator } from '@playwright/test';

type Limits = { timeout?: number };
type Visible = Limits & { visible?: boolean };

/**
 * Waits for an element, and asserts only when that fails, for the message. An assertion that doesn't hold yet describes
 * the whole page for its message at each attempt, which takes a tenth of the browser's work.
 */
async function assertState(locator: Locator, state: 'visible' | 'hidden', timeout: number) {
  const isWanted = await locator.waitFor({ state, timeout }).then(
    () => true,
    () => false,
  );
  if (isWanted) return undefined;
  const assertion = base(locator);
  return (state === 'visible' ? assertion.toBeVisible({ timeout: 1 }) : assertion.toBeHidden({ timeout: 1 })).then(
    () => undefined,
    (error: Error) => error.message.replace(/(?<=Timeout:\s+)1ms/, `${timeout}ms`),
  );
}

/** Result of a matcher, which `isNot` inverts. */
const answer = (failure: string | undefined, isNot: boolean) => ({
  pass: (failure === undefined) !== isNot,
  message: () => failure ?? '',
});

export const expect = base.extend({
  async toBeVisible(locator: Locator, { timeout, visible = true }: Visible = {}) {
    const state = visible === this.isNot ? 'hidden' : 'visible';
    const failure = await assertState(locator, state, timeout ?? this.timeout);
    return answer(failure, this.isNot);
  },
  async toBeHidden(locator: Locator, limits?: Limits) {
    const failure = await assertState(locator, this.isNot ? 'visible' : 'hidden', limits?.timeout ?? this.timeout);
    return answer(failure, this.isNot);
  },
});
