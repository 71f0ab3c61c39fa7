import { createServer } from 'node:net';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { browserLaunch } from './browser.ts';

/** Lighthouse categories of a public page. Performance is measured by the benchmark. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export type Audit = {
  /** 0 to 100, for the requested categories. */
  scores: Partial<Record<Category, number>>;
  /** Audits that cost points: `seo: Document does not have a meta description`. */
  faults: string[];
};

/** The staff sign in to the app and work at a desktop; a client signs in to the client area on a phone. */
const ENTRANCES = {
  staff: { path: '/app/login', inside: '/app/', config: desktopConfig },
  client: { path: '/cliente/entrar', inside: '/cliente', config: undefined },
};
export type Person = { as: keyof typeof ENTRANCES; email: string; password: string };

/**
 * Runs Lighthouse on each page as it loads, on a phone with simulated throttling. `person` signs in first; pages of the
 * staff use the desktop profile.
 */
export async function auditPages(
  urls: readonly string[],
  categories: readonly Category[] = CATEGORIES,
  person?: Person,
): Promise<Audit[]> {
  const port = await freePort();
  const launch = await browserLaunch();
  // Lighthouse's pages share this temporary profile.
  const browser = await chromium.launchPersistentContext('', {
    ...launch,
    args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const audits: Audit[] = [];
    if (person) await signIn(browser, new URL(urls[0] ?? '').origin, person);
    for (const url of urls) audits.push(await audit(url, port, categories, person));
    return audits;
  } finally {
    await browser.close();
  }
}

/** The session is in the browser's storage or a cookie, both of which Lighthouse is configured to keep. */
async function signIn(browser: BrowserContext, origin: string, { as, email, password }: Person) {
  const { path, inside } = ENTRANCES[as];
  const page = await browser.newPage();
  await page.goto(`${origin}${path}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((at) => at.pathname === inside);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.close();
}

/** On an overloaded machine the browser occasionally loses the trace of a load. */
const LOST = /^(?:NO_NAVSTART|NO_FCP|NO_LCP|NO_TRACING_STARTED|TRACING_ALREADY_STARTED|PROTOCOL_TIMEOUT)$/;
const ATTEMPTS = 3;
/**
 * Longest wait for an idle processor and network. Beside other tests the processor may never be idle, and only
 * performance needs it; behind the sign-in the event stream keeps the network busy.
 */
const PATIENCE = 12_000;

async function audit(url: string, port: number, categories: readonly Category[], person?: Person): Promise<Audit> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    ...((person || !categories.includes('performance')) && { maxWaitForLoad: PATIENCE }),
  };
  const load = () =>
    person
      ? lighthouse(url, { ...flags, disableStorageReset: true }, ENTRANCES[person.as].config)
      : lighthouse(url, flags);
  let result = await load();
  for (let attempt = 1; attempt < ATTEMPTS && LOST.test(result?.lhr.runtimeError?.code ?? ''); attempt += 1)
    result = await load();
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no answer'}`);
  const found = Object.values(result.lhr.categories);
  return {
    scores: Object.fromEntries(found.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])),
    faults: found.flatMap(({ id, auditRefs }) =>
      auditRefs.flatMap((ref) => {
        const { score, title } = result.lhr.audits[ref.id] ?? {};
        return ref.weight > 0 && typeof score === 'number' && score < 0.9 ? [`${id}: ${title}`] : [];
      }),
    ),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
