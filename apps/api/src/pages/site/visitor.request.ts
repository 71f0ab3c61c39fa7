import type { IncomingHttpHeaders } from 'node:http';

/** User agents of search engines, link previews, monitors and scripts. Cubot is a phone. */
const MACHINE =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|headless|lighthouse|monitor|uptime|curl|wget|python|java\/|okhttp|axios|node|go-http|http-?client/i;

/** Whether a request is a person's view: neither a bot's nor a prefetch. */
export function isPersonView(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  const guess = `${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`;
  return agent !== '' && !MACHINE.test(agent) && !guess.includes('prefetch');
}
