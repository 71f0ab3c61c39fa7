import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { browserLaunch } from './browser.ts';

/** What is asked of a public page. The fourth, performance, is measured by the benchmark. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export type Audit = {
  /** 0 to 100, of the categories that were asked for. */
  scores: Partial<Record<Category, number>>;
  /** What took points: `seo: Document does not have a meta description`. */
  faults: string[];
};

/** Lighthouse on a page as it comes: a telephone, with its throttling simulated. */
export async function auditPages(
  urls: readonly string[],
  categories: readonly Category[] = CATEGORIES,
): Promise<Audit[]> {
  const port = await freePort();
  const launch = await browserLaunch();
  const browser = await chromium.launch({
    ...launch,
    args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const audits: Audit[] = [];
    for (const url of urls) audits.push(await audit(url, port, categories));
    return audits;
  } finally {
    await browser.close();
  }
}

async function audit(url: string, port: number, onlyCategories: readonly Category[]): Promise<Audit> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...onlyCategories] });
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
