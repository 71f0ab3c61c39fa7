import { daysText } from '@morada/domain/base/calendar';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Waiting time since an instant, both in milliseconds: `aguarda há 2 h`. */
export function waitingText(since: number, now: number): string {
  const waited = now - since;
  if (waited < MINUTE) return 'chegou agora';
  if (waited < HOUR) return `aguarda há ${Math.floor(waited / MINUTE)} min`;
  const hours = Math.floor(waited / HOUR);
  return hours < 24 ? `aguarda há ${hours} h` : `aguarda há ${daysText(Math.floor(hours / 24))}`;
}
