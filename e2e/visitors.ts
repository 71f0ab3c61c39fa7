import { randomInt } from 'node:crypto';
import type { Browser, BrowserContextOptions } from '@playwright/test';

/**
 * A browser of somebody outside, who never signs in. Each comes from a house of its own: forms of one address are
 * counted, and all of a run come from this machine.
 */
export async function visitorsPage(browser: Browser, options: BrowserContextOptions = {}) {
  const address = `198.51.${randomInt(256)}.${randomInt(256)}`;
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': address },
    ...options,
  });
  return context.newPage();
}
