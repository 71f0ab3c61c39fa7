import { PassThrough } from 'node:stream';
import { MISSED, topicAccess } from '@morada/contract/live';
import { common } from '@morada/contract/problem';
import { granted } from '@morada/domain/access/permissions';
import type { Actor, Context, Deps } from '../../context.ts';
import { SESSIONS } from '../../live/notify.ts';
import { actorsOfTokens } from '../session/session.service.ts';

const HEARTBEAT = 20_000;
/** A window each: beyond that somebody is counting on our patience. */
const LINES_EACH = 12;
/** Whoever reads nothing of what is said is no longer there. */
const UNREAD = 16_384;

type Line = { stream: PassThrough; token: string; actor: Actor };
type Report = (error: unknown) => void;

/** The open lines of one server: each is told what its person may see, for as long as the session lives. */
export function openLines(deps: Deps, report: Report) {
  const lines = new Set<Line>();

  function say({ stream }: Line, words: string) {
    if (stream.writableLength > UNREAD) stream.destroy();
    else stream.write(words);
  }

  function tell(topic: string) {
    if (topic === SESSIONS) return void review();
    const access = topicAccess(topic);
    if (!access) return;
    for (const line of lines) if (granted(line.actor.permissions, access)) say(line, `data: ${topic}\n\n`);
  }

  /** Ends the lines of sessions that are over; the others go on with what their group grants now. */
  async function review() {
    const reviewed = [...lines];
    if (reviewed.length === 0) return;
    try {
      const actors = await actorsOfTokens(
        deps,
        reviewed.map(({ token }) => token),
      );
      for (const line of reviewed) {
        const actor = actors.get(line.token);
        if (actor) line.actor = actor;
        else line.stream.end();
      }
    } catch (error) {
      report(error);
    }
  }

  async function beat() {
    await review();
    // A comment keeps proxies from hanging up, and finds out who is gone.
    for (const line of lines) say(line, ':\n\n');
  }

  const forget = deps.live?.subscribe(tell);
  const beating = setInterval(beat, HEARTBEAT).unref();

  return {
    open({ actor }: Context, token: string) {
      if (!deps.live) throw common.UNAVAILABLE();
      const mine = [...lines].filter((line) => line.actor.id === actor.id);
      if (mine.length >= LINES_EACH) throw common.TOO_MANY_REQUESTS();
      const line = { stream: new PassThrough(), token, actor };
      lines.add(line);
      line.stream.on('close', () => lines.delete(line));
      // After a restart not everybody comes back at the same moment.
      const retry = 1_000 + Math.floor(Math.random() * 2_000);
      line.stream.write(`retry: ${retry}\ndata: ${MISSED}\n\n`);
      return line.stream;
    },
    close() {
      forget?.();
      clearInterval(beating);
      for (const { stream } of lines) stream.end();
    },
  };
}
