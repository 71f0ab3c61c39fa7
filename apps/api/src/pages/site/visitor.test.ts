import { expect, test } from 'vitest';
import { isPersonView } from './visitor.request.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1';
const CHROME = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

// biome-ignore format: a table of cases reads best aligned
test.each<[boolean, Record<string, string>, string]>([
  [true,  { 'user-agent': IPHONE },                                                                  'a telephone'],
  [true,  { 'user-agent': 'Mozilla/5.0 (Linux; Android 9; CUBOT) Chrome/74.0 Mobile Safari/537.36' }, 'a Cubot is one too'],
  [true,  { 'user-agent': `${IPHONE} [FBAN/FBIOS;FBAV/520.0]` },                                     'the browser inside Facebook'],
  [true,  { 'user-agent': CHROME },                                                                  'a computer'],
  [false, { 'user-agent': CHROME, 'sec-purpose': 'prefetch;prerender' },                             'a guess of the browser'],
  [false, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, 'Google'],
  [false, { 'user-agent': 'facebookexternalhit/1.1' },                                               'the preview of a pasted link'],
  [false, { 'user-agent': 'WhatsApp/2.23.20.0' },                                                    'the same in WhatsApp'],
  [false, { 'user-agent': 'TelegramBot (like TwitterBot)' },                                         'and in Telegram'],
  [false, { 'user-agent': 'curl/8.5.0' },                                                            'a script'],
  [false, {},                                                                                        'who says nothing'],
])('%s: %j, %s', (somebody, headers) => {
  expect(isPersonView(headers)).toBe(somebody);
});
