export type Hear = (topic: string) => void;

/** What this server hears of every server on the database. */
export type Listener = {
  /** Calls `hear` with each topic, until what it answers is called. */
  subscribe: (hear: Hear) => () => void;
  close: () => Promise<void>;
};
