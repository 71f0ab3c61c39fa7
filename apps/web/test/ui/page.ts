import '../../public/layers.css';
import '#web/theme/index.ts';
// The shell's, over which floating parts lie: without it they would move the page.
import '#web/theme/mantine-pages.css';
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { queryClient } from '#web/lib/api/query-client.ts';

/** The directives of `apps/api/src/http/security.ts` that a page without a server can be held to. */
const POLICY = ["default-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:"];

const policy = document.createElement('meta');
policy.httpEquiv = 'Content-Security-Policy';
policy.content = POLICY.join('; ');
document.head.append(policy);

const violations: string[] = [];
/** Counts style elements that a script wrote: Vite's sheets name their file, and the test page brings its own. */
const writtenStyles = () => document.querySelectorAll('style:not([data-vite-dev-id])').length;
const stylesBefore = writtenStyles();

document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective}: ${blockedURI}`),
);

beforeEach(async () => {
  // Its own hook is registered for the first file alone, as the files share their modules.
  await cleanup();
  violations.length = 0;
  queryClient.clear();
});

afterEach(() => {
  notifications.clean();
  expect(violations).toEqual([]);
  expect(writtenStyles()).toBe(stylesBefore);
});
