/**
 * Groups concurrent calls into sets. A call that finds a free place starts at once, alone or with those that wait;
 * otherwise it waits for the next set. At most `atOnce` sets of at most `most` calls are in flight.
 * @param run outcome of each call of a set, in order.
 * @param splits whether one call may have caused a set's failure: its calls are then run again, each alone.
 */
export function coalesce<Call, Result>(
  run: (calls: readonly Call[]) => Promise<readonly Result[]>,
  { atOnce, most, splits }: { atOnce: number; most: number; splits: (error: unknown) => boolean },
): (call: Call) => Promise<Result> {
  type Waiting = { call: Call; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let inFlight = 0;

  async function carry(set: readonly Waiting[]) {
    try {
      const results = await run(set.map(({ call }) => call));
      for (const [index, { resolve }] of set.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (set.length === 1 || !splits(error)) for (const { reject } of set) reject(error);
      else for (const one of set) await carry([one]);
    }
  }

  async function start() {
    if (inFlight === atOnce) return;
    inFlight += 1;
    while (waiting.length > 0) await carry(waiting.splice(0, most));
    inFlight -= 1;
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      start();
    });
}
