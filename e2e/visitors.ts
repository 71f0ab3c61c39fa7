import { randomInt } from 'node:crypto';
import type { Browser, BrowserContextOptions } from '@playwright/test';

/** A random address for each visitor: forms are rate limited by address, and all of a run come from this machine. */
export const houseOf = () => ({ 'x-forwarded-for': `198.51.${randomInt(256)}.${randomInt(256)}` });

/** A visitor's browser, never signed in. */
export async function visitorsPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    extraHTTPHeaders: houseOf(),
    ...options,
  });
  return context.newPage();
}
