/** The action is not possible in the state the record is in. */
export class InvalidTransition extends Error {
  override readonly name = 'InvalidTransition';
  readonly from: string;
  readonly action: string;

  constructor(from: string, action: string) {
    super(`Cannot ${action} from ${from}`);
    this.from = from;
    this.action = action;
  }
}

export type StateMachine<State extends string, Action extends string> = {
  readonly states: readonly State[];
  /** The state an action leads to. @throws InvalidTransition */
  next(state: State, action: Action): State;
  can(state: State, action: Action): boolean;
  /** Actions allowed in a state. */
  actions(state: State): Action[];
  /** Every state that some sequence of actions leads to. */
  reachable(state: State): State[];
};

export type StateOf<Machine> = Machine extends { readonly states: readonly (infer State)[] } ? State : never;

/** Each state with its actions, each action with the state it leads to. */
type Table<T> = { readonly [State in keyof T]: { readonly [action: string]: keyof T } };
type States<T> = keyof T & string;
type Actions<T> = { [State in keyof T]: keyof T[State] }[keyof T] & string;

/** A life cycle as a table: `can` hides the button, `next` guards the write. */
export function stateMachine<const T extends Table<T>>(table: T): StateMachine<States<T>, Actions<T>> {
  type State = States<T>;
  type Action = Actions<T>;
  // Maps, because a plain object also answers to `constructor`.
  const rows = new Map<State, Map<Action, State>>();
  for (const state of Object.keys(table) as State[]) {
    rows.set(state, new Map(Object.entries(table[state]) as [Action, State][]));
  }
  const target = (state: State, action: Action) => rows.get(state)?.get(action);

  return {
    states: [...rows.keys()],
    next(state, action) {
      const next = target(state, action);
      if (next === undefined) throw new InvalidTransition(state, action);
      return next;
    },
    can: (state, action) => target(state, action) !== undefined,
    actions: (state) => [...(rows.get(state)?.keys() ?? [])],
    reachable(state) {
      const found = new Set<State>();
      const open = [state];
      for (let from = open.pop(); from !== undefined; from = open.pop()) {
        for (const next of rows.get(from)?.values() ?? []) {
          if (!found.has(next)) open.push(next);
          found.add(next);
        }
      }
      return [...found];
    },
  };
}
