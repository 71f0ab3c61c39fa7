/**
 * Preloaded (`node --import`): shifts the clock of this process and its children by TEST_CLOCK_OFFSET milliseconds. It
 * keeps running; the database keeps its own clock.
 */
const Machine = globalThis.Date;
const machine = Machine.now.bind(Machine);
const now = () => machine() + Number(process.env.TEST_CLOCK_OFFSET ?? 0);

globalThis.Date = new Proxy(Machine, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new Machine(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});
Machine.prototype.constructor = globalThis.Date;

const instant = () => Temporal.Instant.fromEpochMilliseconds(now());
const zoned = (zone?: Temporal.TimeZoneLike) => instant().toZonedDateTimeISO(zone ?? Temporal.Now.timeZoneId());
Object.assign(Temporal.Now, {
  instant,
  zonedDateTimeISO: zoned,
  plainDateTimeISO: (zone?: Temporal.TimeZoneLike) => zoned(zone).toPlainDateTime(),
  plainDateISO: (zone?: Temporal.TimeZoneLike) => zoned(zone).toPlainDate(),
  plainTimeISO: (zone?: Temporal.TimeZoneLike) => zoned(zone).toPlainTime(),
});
