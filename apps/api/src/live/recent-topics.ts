/** Time for which topics are kept. A page is younger when it opens its stream. */
const KEPT_MS = 60_000;

/** Topics that moved of late, as one server heard them. Times are in ms of one clock. */
export function recentTopics() {
  /** When each topic moved last, the oldest first. */
  const moved = new Map<string, number>();
  /** Since then no notification was missed. */
  let heardSince = Number.POSITIVE_INFINITY;

  return {
    move(topic: string, now: number) {
      moved.delete(topic);
      moved.set(topic, now);
      for (const [old, at] of moved) {
        if (at >= now - KEPT_MS) break;
        moved.delete(old);
      }
    },
    /** Notifications before now may have been missed. */
    miss(now: number) {
      moved.clear();
      heardSince = now;
    },
    /** The topics that moved since a time; undefined when some may be unknown. */
    since(time: number, now: number): string[] | undefined {
      if (time < heardSince || time < now - KEPT_MS) return undefined;
      return [...moved].flatMap(([topic, at]) => (at >= time ? topic : []));
    },
  };
}
