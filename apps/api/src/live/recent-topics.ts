/** Time for which topics are kept. A page is younger when it opens its stream. */
const KEPT_MS = 60_000;

/** Topics published recently, as received by one server. Times are in ms of one clock. */
export function recentTopics() {
  /** Time of each topic's latest notification, the oldest first. */
  const moved = new Map<string, number>();
  /** Time since which no notification was missed. */
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
    /** Topics published since a time; undefined when some may have been missed. */
    since(time: number, now: number): string[] | undefined {
      if (time < heardSince || time < now - KEPT_MS) return undefined;
      return [...moved].flatMap(([topic, at]) => (at >= time ? topic : []));
    },
  };
}
