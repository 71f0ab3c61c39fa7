/** The first match wins: several browsers include another's name in their user agent. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const named = (list: readonly [RegExp, string][], agent: string) => list.find(([sign]) => sign.test(agent))?.[1];

/** Browser and operating system of a session, so that users can tell their own sessions apart. */
export function deviceOf(agent = ''): string {
  const [browser, system] = [named(BROWSERS, agent), named(SYSTEMS, agent)];
  if (browser && system) return `${browser} no ${system}`;
  return browser ?? system ?? 'Outro programa';
}
