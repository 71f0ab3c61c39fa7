/**
 * Runs at most `atOnce` pieces of work at a time in this process, in the order of arrival within a lane. `lanes` names them
 * by priority, each with how many may wait in it: one more is refused with what `refuse` makes.
 */
export function workLine<Lane extends string>(atOnce: number, lanes: Record<Lane, number>, refuse: () => Error) {
  const waiting = new Map(Object.keys(lanes).map((lane) => [lane, [] as (() => void)[]]));
  let running = 0;

  return async function inLine<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else {
      const queue = waiting.get(lane) ?? [];
      if (queue.length >= lanes[lane]) throw refuse();
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = [...waiting.values()].find((queue) => queue.length > 0)?.shift();
      // The place is handed to the next piece of work directly, so that a new arrival cannot take it in between.
      if (next) next();
      else running -= 1;
    }
  };
}
