export type TopicHandler = (topic: string) => void;

/** Notifications from every server on the database. */
export type Listener = {
  /** Calls `hear` with each topic; returns the function that unsubscribes. */
  subscribe: (hear: TopicHandler) => () => void;
  close: () => Promise<void>;
};
