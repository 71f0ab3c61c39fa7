import { daysText } from '@morada/domain/base/calendar';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function lasting(time: number): string {
  if (time < HOUR) return `${Math.max(1, Math.floor(time / MINUTE))} min`;
  const hours = Math.floor(time / HOUR);
  return hours < 24 ? `${hours} h` : daysText(Math.floor(hours / 24));
}

/** `Responder em 20 min`, `Atrasado há 2 h`; both moments in milliseconds. */
export const timeLeft = (due: number, now: number): string =>
  due > now ? `Responder em ${lasting(due - now)}` : `Atrasado há ${lasting(now - due)}`;
