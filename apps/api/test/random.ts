/** Seeded random numbers (mulberry32): a failure is reproduced by its seed. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  function next() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    integer,
    chance: (probability: number) => next() < probability,
    shuffle: <T>(list: readonly T[]): T[] =>
      list
        .map((value) => ({ value, at: next() }))
        .sort((one, other) => one.at - other.at)
        .map(({ value }) => value),
    pick: <T>(list: readonly T[]): T => list[integer(0, list.length - 1)] as T,
  };
}

export type Random = ReturnType<typeof randomFrom>;
