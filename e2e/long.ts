import { test } from '@playwright/test';

/**
 * Tag of stories that run in `npm run test:long` only, beside all of e2e/long: docs/decisions/tests.md names the shorter test that
 * covers each kind of behaviour.
 */
export const LONG = { tag: '@long' };

/** Variant of a story that runs for each width: the phone's is long. */
export const formOf = (screen: string | number) => (screen === 'phone' || Number(screen) < 768 ? LONG : {});

/** Whether this run is the long form. */
export const inLongForm = () => test.info().project.name === 'long';
