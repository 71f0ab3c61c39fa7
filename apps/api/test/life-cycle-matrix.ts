import { CONSEQUENCES } from '@morada/contract/base/consequences';
import type { Endpoint } from '@morada/contract/base/endpoint';
import { BULK_ACCESS, type BulkAction } from '@morada/contract/desk/bulk.access';
import type { LifeCycle } from '@morada/domain/base/life-cycle';
import { describe, expect, test } from 'vitest';
import type { Answer } from './calls/answers.ts';
import { LONG } from './long.ts';

/** Who comes through a door, and what it asks of them. */
type Asking =
  /** The contract's entry, whose permission and confirmation count. */
  | { by: 'call' | 'file' | 'bulk'; call: Endpoint }
  /** A bulk action, or its undo. */
  | { by: 'bulk'; action: BulkAction; undoes?: true }
  /** No member of the staff: the bank or the server itself, or a person who is known by other means. */
  | { by: 'notice' | 'job' | 'client area' };

/** A way by which an event reaches an object. */
export type Door<State extends string, Subject> = Asking & {
  /** Tells doors of the same kind apart. */
  name?: string;
  /** Sends the event. Only the answer of a call is looked at: a file, a notice or a job refuses by doing nothing. */
  act(subject: Subject): Promise<unknown>;
  /** States in which the event can't come by this door, each with the reason: those cells are not driven. */
  unreachable?: Partial<Record<State, string>>;
  /** The state as this door meets it, where `put` makes another kind of it. */
  put?: Partial<Record<State, () => Promise<Subject>>>;
  /** Codes that this door answers in place of the table's. */
  refuses?: Partial<Record<State, string>>;
  /** Why this door asks for less than the first one of its event, or for something else. */
  weaker?: string;
};

export type Matrix<State extends string, Event extends string, Effect extends string, Subject> = {
  life: LifeCycle<State, Event, Effect>;
  /** Puts a new object into each state, by its own calls. */
  put: Record<State, () => Promise<Subject>>;
  /** Every door of each event; the first is the one that asks for most. */
  doors: Record<Event, readonly [Door<State, Subject>, ...Door<State, Subject>[]]>;
  state(subject: Subject): Promise<State>;
  /** What each effect can be seen by: its value changes when the effect happens, and only then. */
  effects: Record<Effect, (subject: Subject) => Promise<unknown>>;
  /** Anything else that no refused event may change, such as the number of postings. */
  untouched?: (subject: Subject) => Promise<unknown>;
  /** The file removes what a cell wrote before the next one, so no object lasts. */
  fresh?: boolean;
};

const confirmOf = (call: string) => CONSEQUENCES[call]?.confirm;

/** Permission and confirmation that a door asks of the staff; undefined: no member of the staff comes through it. */
function askedBy(door: Asking) {
  if ('call' in door) {
    const { method, path, access } = door.call;
    return { access: [access].flat(), confirm: confirmOf(`${method} ${path}`) };
  }
  if (door.by !== 'bulk') return undefined;
  const { act, undo } = BULK_ACCESS[door.action];
  return {
    access: [(door.undoes ? undo : act) ?? []].flat(),
    confirm: confirmOf(door.undoes ? 'POST /bulk/:id/undo' : 'POST /bulk/:id/run'),
  };
}

const answerOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'statusCode' in value ? (value as Answer) : undefined;

/** Drives every cell of a life cycle against the real service and database, by every door of its event. */
export function lifeCycleMatrix<State extends string, Event extends string, Effect extends string, Subject>(
  matrix: Matrix<State, Event, Effect, Subject>,
) {
  const { life, put, doors, state, effects, untouched, fresh = false } = matrix;
  const observed = Object.entries(effects) as [Effect, (subject: Subject) => Promise<unknown>][];
  const observe = async (subject: Subject) => {
    const values = new Map<Effect, unknown>();
    for (const [effect, value] of observed) values.set(effect, await value(subject));
    return values;
  };

  // A refused event has left its object as it was: the next cell of the state takes it.
  const left = new Map<() => Promise<Subject>, Subject>();
  const take = async (making: () => Promise<Subject>, from: State) => {
    const kept = left.get(making);
    left.delete(making);
    return kept !== undefined && (await state(kept)) === from ? kept : making();
  };

  const refused = new Set<string>();
  /** Whether the cell is the first refusal of its state, or of its event. */
  const isFirstRefusal = (from: State, event: Event) => {
    const isFirst = !refused.has(`from ${from}`) || !refused.has(`by ${event}`);
    refused.add(`from ${from}`).add(`by ${event}`);
    return isFirst;
  };

  const stepped = new Set<Door<State, Subject> | State>();
  /** Whether the cell is the first step by its door, or from its state. */
  const isFirstStep = (from: State, door: Door<State, Subject>) => {
    const isFirst = !stepped.has(door) || !stepped.has(from);
    stepped.add(door).add(from);
    return isFirst;
  };

  describe.each(life.states)('%s', (from) => {
    for (const event of life.events) {
      const cell = life.cell(from, event);
      for (const door of doors[event]) {
        if (door.unreachable?.[from] !== undefined) continue;
        const outcome = 'to' in cell ? cell.to : `refused, ${door.refuses?.[from] ?? cell.refusal}`;
        // The short form drives every step by the first door of its event and one by each other door, and each refusal by
        // the first door; where each cell makes its object anew, the first step of each state and door, and the first
        // refusal of each state and event.
        const isFirstDoor = door === doors[event][0];
        const isShort =
          'to' in cell
            ? isFirstStep(from, door) || (isFirstDoor && !fresh)
            : isFirstDoor && (!fresh || isFirstRefusal(from, event));
        const form = isShort ? {} : LONG;
        test(`${event} by ${door.name ?? door.by}: ${outcome}`, form, async () => {
          const making = door.put?.[from] ?? put[from];
          const subject = await take(making, from);
          expect(await state(subject), 'the state that the object was put into').toBe(from);
          const before = { effects: await observe(subject), rest: await untouched?.(subject) };
          const answer = answerOf(await door.act(subject));
          const after = await observe(subject);
          if ('refusal' in cell) {
            if (answer) {
              expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
              expect(answer.json().code).toBe(door.refuses?.[from] ?? cell.refusal);
            }
            expect(await state(subject)).toBe(from);
            expect(after).toEqual(before.effects);
            expect(await untouched?.(subject)).toEqual(before.rest);
            if (!fresh) left.set(making, subject);
            return;
          }
          if (answer) expect(answer.statusCode, answer.body).toBeLessThan(300);
          expect(await state(subject)).toBe(cell.to);
          const happened = [...after].flatMap(([effect, value]) =>
            JSON.stringify(value) === JSON.stringify(before.effects.get(effect)) ? [] : effect,
          );
          expect(happened.toSorted()).toEqual(cell.effects.toSorted());
        });
      }
    }
  });

  test.each(life.events)('doors of %s ask for the same permission and confirmation', (event) => {
    // The first door that asks anything of the staff is the one that asks for most.
    const [first, ...others] = doors[event].flatMap((door) => {
      const asks = askedBy(door);
      return asks ? [{ ...door, asks }] : [];
    });
    for (const { asks, name, by, weaker } of others) {
      if (weaker === undefined) expect(asks, name ?? by).toEqual(first?.asks);
      else expect(asks, 'a reason for a difference that is gone').not.toEqual(first?.asks);
    }
  });
}
