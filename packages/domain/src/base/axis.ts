const ROUND = [1, 2, 2.5, 5, 10];
const PARTS = 5;

/** Round amounts for the axis, zero among them: few enough to be read, wide enough for every value. */
export function ticksOf(values: readonly number[]): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const least = Math.max(high - low, 1) / PARTS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (ROUND.find((round) => round * power >= least) ?? 10);
  const first = Math.floor(low / step);
  const count = Math.ceil(high / step) - first + 1;
  return Array.from({ length: count }, (_, place) => (first + place) * step);
}
