import { PassThrough } from 'node:stream';
import { common } from '@morada/contract/base/problem';
import { MISSED, OPENING_MS, topicAccess } from '@morada/contract/desk/live';
import { granted } from '@morada/domain/access/permissions';
import type { Actor, Context, Deps } from '#api/context.ts';
import { SESSIONS } from '#api/live/notify.ts';
import { recentTopics } from '#api/live/recent-topics.ts';
import { actorsOfTokens } from '#api/modules/access/session/session.service.ts';

const HEARTBEAT = 20_000;
/** Limit of open streams of a person, one for each browser window. */
const MAX_STREAMS = 12;
/** Unread bytes above which a stream's reader is considered gone. */
const MAX_UNREAD_BYTES = 16_384;

type Line = { stream: PassThrough; token: string; actor: Actor };
type Report = (error: unknown) => void;

/** Open streams of one server. Each gets the topics that its session may see, until the session ends. */
export function openStreams(deps: Deps, report: Report) {
  const lines = new Set<Line>();
  const recent = recentTopics();

  function say({ stream }: Line, words: string) {
    if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
    else stream.write(words);
  }

  function tell(topic: string) {
    if (topic === SESSIONS) return void review();
    const access = topicAccess(topic);
    if (!access) return;
    if (topic === MISSED) recent.miss(performance.now());
    else recent.move(topic, performance.now());
    for (const line of lines) if (granted(line.actor.permissions, access)) say(line, `data: ${topic}\n\n`);
  }

  /** Closes streams of ended sessions; the others continue with the current permissions. */
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
    // A comment keeps proxies from timing out, and detects closed connections.
    for (const line of lines) say(line, ':\n\n');
  }

  /**
   * First topics of a stream, by the age of the client's oldest data: those that changed since, or `missed` if that is
   * unknown.
   */
  function missedIn(age: number | undefined, { permissions }: Actor): string[] {
    const now = performance.now();
    const topics = age === undefined ? undefined : recent.since(now - OPENING_MS - age, now);
    if (!topics) return [MISSED];
    return topics.filter((topic) => {
      const access = topicAccess(topic);
      return access !== undefined && granted(permissions, access);
    });
  }

  const forget = deps.live?.subscribe(tell);
  const beating = setInterval(beat, HEARTBEAT).unref();

  return {
    /** @param age of the client's oldest data, in ms, at the time of its request. */
    open({ actor }: Context, token: string, age: number | undefined) {
      if (!deps.live) throw common.UNAVAILABLE();
      const mine = [...lines].filter((line) => line.actor.id === actor.id);
      if (mine.length >= MAX_STREAMS) throw common.TOO_MANY_REQUESTS();
      const line = { stream: new PassThrough(), token, actor };
      lines.add(line);
      line.stream.on('close', () => lines.delete(line));
      // Random delay, so that clients don't all reconnect at the same moment after a restart.
      const retry = 1_000 + Math.floor(Math.random() * 2_000);
      line.stream.write(`retry: ${retry}\n\n`);
      for (const topic of missedIn(age, actor)) say(line, `data: ${topic}\n\n`);
      return line.stream;
    },
    close() {
      forget?.();
      clearInterval(beating);
      for (const { stream } of lines) stream.end();
    },
  };
}
