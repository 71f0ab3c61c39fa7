export type TopicHandler = (topic: string) => void;

/** Notifications from every server on the database. */
export type Listener = {
  /** Calls `hear` with each topic, and with MISSED when listening begins. Returns the function that unsubscribes. */
  subscribe: (hear: TopicHandler) => () => void;
  /** Destroys the connection; a new one is opened. */
  cut: () => void;
  close: () => Promise<void>;
};
