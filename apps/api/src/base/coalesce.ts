/** While a set is in flight, the next one starts when this many times its calls are waiting. */
const COMPANY = 1.5;
/** Milliseconds after which the waiting calls start anyway, since the set in flight may be slow. */
const PATIENCE = 50;

/**
 * Batches concurrent calls into sets of at most `most` calls, with at most `atOnce` sets in flight. A call starts
 * immediately when no set is in flight. Otherwise it waits for others, since a set costs far more than one more call.
 *
 * Calls of a failed set are run again, each alone, and so is a call that asks for it. They have as many places of their
 * own, so that a call that is slow by itself holds no set back.
 * @param run outcome of each call of a set, in order.
 * @param splits whether one call may have caused a set's failure.
 */
export function coalesce<Call, Result>(
  run: (calls: readonly Call[]) => Promise<readonly Result[]>,
  { atOnce, most, splits }: { atOnce: number; most: number; splits: (error: unknown) => boolean },
): (call: Call, how?: { alone: boolean }) => Promise<Result> {
  type Waiting = {
    call: Call;
    since: number;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  };
  const waiting: Waiting[] = [];
  const lone: Waiting[] = [];
  let inFlight = 0;
  let loneInFlight = 0;
  /** Calls of the set that started last. */
  let size = 0;
  let isTimed = false;

  async function carry(set: readonly Waiting[]) {
    try {
      const results = await run(set.map(({ call }) => call));
      for (const [index, { resolve }] of set.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (set.length === 1 || !splits(error)) for (const { reject } of set) reject(error);
      else for (const one of set) startAlone(one);
    }
  }

  function startAlone(one: Waiting) {
    lone.push(one);
    if (loneInFlight < atOnce) void carryAlone();
  }

  async function carryAlone() {
    loneInFlight += 1;
    for (let one = lone.shift(); one; one = lone.shift()) await carry([one]);
    loneInFlight -= 1;
  }

  const isWorthASet = ([first]: readonly Waiting[]) =>
    waiting.length >= Math.min(most, Math.floor(size * COMPANY)) ||
    (first !== undefined && performance.now() - first.since >= PATIENCE);

  async function start() {
    if (inFlight === atOnce || waiting.length === 0) return;
    if (inFlight > 0 && !isWorthASet(waiting)) {
      if (!isTimed) setTimeout(wake, PATIENCE);
      isTimed = true;
      return;
    }
    const set = waiting.splice(0, most);
    size = set.length;
    inFlight += 1;
    await carry(set);
    inFlight -= 1;
    start();
  }

  function wake() {
    isTimed = false;
    start();
  }

  return (call, { alone } = { alone: false }) =>
    new Promise((resolve, reject) => {
      const one = { call, since: performance.now(), resolve, reject };
      if (alone) return startAlone(one);
      waiting.push(one);
      start();
    });
}
