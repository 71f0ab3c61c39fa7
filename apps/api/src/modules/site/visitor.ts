import type { IncomingHttpHeaders } from 'node:http';

/** Search engines, link previews, monitors and scripts, by the names they give themselves. A Cubot is a telephone. */
const MACHINE =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|headless|lighthouse|monitor|uptime|curl|wget|python|java\/|okhttp|axios|node|go-http|http-?client/i;

/** Whether a request is somebody's look at the page: neither a machine's nor a browser's guess of what comes next. */
export function isSomebody(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  const guess = `${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`;
  return agent !== '' && !MACHINE.test(agent) && !guess.includes('prefetch');
}
