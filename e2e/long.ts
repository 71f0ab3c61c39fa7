import { test } from '@playwright/test';

/**
 * Tag of the stories that `npm run test:long` runs and `npm test` leaves out, beside all of e2e/long: decision 58 says
 * for each kind of them which shorter test guards the same behaviour.
 */
export const LONG = { tag: '@long' };

/** The form of a story that runs once for each width: the one of a phone is a long one. */
export const formOf = (screen: string | number) => (screen === 'phone' || Number(screen) < 768 ? LONG : {});

/** Whether this run is the long form. */
export const inLongForm = () => test.info().project.name === 'long';
