/**
 * Runs at most `atOnce` tasks at a time in this process, in order of arrival within a lane. `lanes`: names by priority,
 * with the number of tasks that may wait in each; beyond it the task is refused with `refuse`.
 */
export function workQueue<Lane extends string>(atOnce: number, lanes: Record<Lane, number>, refuse: () => Error) {
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
      // The slot is passed directly to the next task, so that a new arrival can't take it in between.
      if (next) next();
      else running -= 1;
    }
  };
}
