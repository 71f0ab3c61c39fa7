/** The event is not possible in the state the record is in. `refusal` is the code that the table gives. */
export class InvalidTransition extends Error {
  override readonly name = 'InvalidTransition';
  readonly from: string;
  readonly event: string;
  readonly refusal: string;

  constructor(from: string, event: string, refusal: string) {
    super(`Cannot ${event} from ${from}: ${refusal}`);
    this.from = from;
    this.event = event;
    this.refusal = refusal;
  }
}

/** The event leads to a state, and has these effects besides. */
export type Step<State extends string = string, Effect extends string = string> = {
  readonly to: State;
  readonly effects: readonly Effect[];
};
/** The event is refused with this code, a name of the contract's problems, and changes nothing. */
export type Refusal<Code extends string = string> = { readonly refusal: Code };
export type Cell<State extends string = string, Effect extends string = string, Code extends string = string> =
  | Step<State, Effect>
  | Refusal<Code>;

export const to = <const State extends string, const Effects extends readonly string[] = []>(
  state: State,
  ...effects: Effects
): Step<State, Effects[number]> => ({ to: state, effects });

export const refuse = <const Code extends string>(refusal: Code): Refusal<Code> => ({ refusal });

/** A state or event that the types don't know, as from an old row. */
const UNKNOWN = 'INVALID_TRANSITION' as never;

export type LifeCycle<
  State extends string,
  Event extends string,
  Effect extends string,
  Codes extends Readonly<Record<Event, string>> = Readonly<Record<Event, string>>,
> = {
  readonly states: readonly State[];
  readonly events: readonly Event[];
  cell<const E extends Event>(state: State, event: E): Cell<State, Effect, Codes[E]>;
  /** The state an event leads to. @throws InvalidTransition */
  next(state: State, event: Event): State;
  can(state: State, event: Event): boolean;
  /** Events possible in a state. */
  actions(state: State): Event[];
  /** Every state that some sequence of events leads to. */
  reachable(state: State): State[];
};

export type StateOf<Life> = Life extends { readonly states: readonly (infer State)[] } ? State : never;
export type EventOf<Life> = Life extends { readonly events: readonly (infer Event)[] } ? Event : never;
export type EffectOf<Life> = Life extends LifeCycle<string, string, infer Effect> ? Effect : never;

type States<T> = keyof T & string;
type Events<T> = { [State in keyof T]: keyof T[State] }[keyof T] & string;
type CellsOf<T> = { [State in keyof T]: T[State][keyof T[State]] }[keyof T];
type Effects<T> = CellsOf<T> extends infer Each ? (Each extends Step<string, infer Effect> ? Effect : never) : never;
/** Codes of the refusals of each event. */
type Codes<T> = {
  readonly [Event in Events<T>]: T[keyof T] extends infer Row
    ? Row extends Readonly<Record<Event, infer Each>>
      ? Each extends Refusal<infer Code>
        ? Code
        : never
      : never
    : never;
};
/** Total: each state has a cell for every event that any state names. */
type Total<T> = { readonly [State in keyof T]: { readonly [Event in Events<T>]: Cell<States<T>> } };

/**
 * A life cycle as a matrix: each state and each event, with the next state and the effects by name, or the refusal. `can`
 * hides the button, `next` guards the write, and `lifeCycleMatrix` of the API's tests drives every cell by every door.
 */
export function lifeCycle<const T extends Total<T>>(table: T): LifeCycle<States<T>, Events<T>, Effects<T>, Codes<T>> {
  type State = States<T>;
  type Event = Events<T>;
  type Known = Cell<State, Effects<T>, Codes<T>[Event]>;
  // Maps, because a plain object also answers to `constructor`.
  const rows = new Map<State, Map<Event, Known>>();
  for (const state of Object.keys(table) as State[]) {
    rows.set(state, new Map(Object.entries(table[state]) as [Event, Known][]));
  }
  const cell = <const E extends Event>(state: State, event: E) =>
    (rows.get(state)?.get(event) ?? refuse(UNKNOWN)) as Cell<State, Effects<T>, Codes<T>[E]>;
  const target = (state: State, event: Event) => {
    const found = cell(state, event);
    return 'to' in found ? found.to : undefined;
  };
  const actions = (state: State) => [...(rows.get(state)?.keys() ?? [])].filter((event) => target(state, event));

  return {
    states: [...rows.keys()],
    events: [...new Set([...rows.values()].flatMap((row) => [...row.keys()]))],
    cell,
    next(state, event) {
      const found = cell(state, event);
      if ('refusal' in found) throw new InvalidTransition(state, event, found.refusal);
      return found.to;
    },
    can: (state, event) => target(state, event) !== undefined,
    actions,
    reachable(state) {
      const found = new Set<State>();
      const open = [state];
      for (let from = open.pop(); from !== undefined; from = open.pop()) {
        for (const event of actions(from)) {
          const next = target(from, event);
          if (next === undefined) continue;
          if (!found.has(next)) open.push(next);
          found.add(next);
        }
      }
      return [...found];
    },
  };
}
