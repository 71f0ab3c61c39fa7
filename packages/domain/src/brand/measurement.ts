/** What an agency has its site measured with; null: nothing. */
export type Measurement = { analytics_id: string | null; ads_id: string | null; meta_pixel: string | null };

export const isMeasured = ({ analytics_id, ads_id, meta_pixel }: Measurement): boolean =>
  [analytics_id, ads_id, meta_pixel].some(Boolean);

/** Who measures, in words: `o Google e a Meta`. */
export function measurers({ analytics_id, ads_id, meta_pixel }: Measurement): string {
  return [(analytics_id || ads_id) && 'o Google', meta_pixel && 'a Meta'].filter(Boolean).join(' e ');
}

type Hosts = { script: string[]; connect: string[]; image: string[]; frame: string[] };

const TAG = 'https://www.googletagmanager.com';
const ANALYTICS: Hosts = {
  script: [TAG],
  connect: [TAG, 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
  image: [TAG, 'https://*.google-analytics.com'],
  frame: [],
};
const ADS: Hosts = {
  script: [TAG, 'https://www.googleadservices.com', 'https://googleads.g.doubleclick.net'],
  connect: [TAG, 'https://www.google.com', 'https://www.googleadservices.com', 'https://googleads.g.doubleclick.net'],
  image: ['https://www.google.com', 'https://www.google.com.br', 'https://googleads.g.doubleclick.net'],
  frame: ['https://td.doubleclick.net'],
};
const META: Hosts = {
  script: ['https://connect.facebook.net'],
  connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
  image: ['https://www.facebook.com'],
  frame: [],
};

const KINDS = { 'script-src': 'script', 'connect-src': 'connect', 'img-src': 'image', 'frame-src': 'frame' } as const;

/** A content security policy that also lets in the hosts of those who measure, and no others. */
export function measuredPolicy(policy: string, { analytics_id, ads_id, meta_pixel }: Measurement): string {
  const used = [analytics_id && ANALYTICS, ads_id && ADS, meta_pixel && META].filter(
    (hosts) => typeof hosts === 'object',
  );
  const directives = new Map(
    policy
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part): [string, string[]] => {
        const [name = '', ...values] = part.split(/\s+/);
        return [name, values];
      }),
  );
  for (const [name, kind] of Object.entries(KINDS)) {
    const hosts = [...new Set(used.flatMap((one) => one?.[kind] ?? []))];
    if (hosts.length > 0) directives.set(name, [...(directives.get(name) ?? ["'self'"]), ...hosts]);
  }
  return [...directives].map(([name, values]) => [name, ...values].join(' ')).join(';');
}
