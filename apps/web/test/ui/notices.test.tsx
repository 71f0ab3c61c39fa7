import { MantineProvider } from '@mantine/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { toast } from '#web/lib/toast.ts';
import { untilLoaded } from '#web/lib/version.ts';
import { lazyPart } from '#web/ui/base/lazy.tsx';

test('notices whose code could not be loaded come once the server is reached again', async () => {
  let connected = false;
  let failures = 0;
  const Stack = lazyPart(
    untilLoaded(async () => {
      if (connected) return import('#web/ui/feedback/notice-stack.tsx');
      failures += 1;
      throw new TypeError('Failed to fetch dynamically imported module');
    }, 20),
    ({ default: NoticeStack }) => NoticeStack,
  );
  Stack.preload();
  await expect.poll(() => failures).toBeGreaterThan(0);
  await render(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      <Stack />
    </MantineProvider>,
  );
  toast.warning('Faltam 3 faturas');
  const before = failures;
  await expect.poll(() => failures).toBeGreaterThan(before);

  connected = true;
  await expect.element(page.getByText('Faltam 3 faturas')).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveLength(1);
});
