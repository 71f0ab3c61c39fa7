import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#web/lib/toast.ts';

type State =
  | { status: 'idle' }
  | { status: 'sending'; name: string; part: number }
  | { status: 'refused'; message: string; error?: unknown };

type Options<Sent> = {
  maxBytes: number;
  /** Message for a file over the size limit. */
  tooLarge: string;
  send: (file: File, options: { onProgress: (part: number) => void; signal: AbortSignal }) => Promise<Sent>;
  onSent: (file: File, sent: Sent) => void;
};

export type OneFile = {
  state: State;
  choose: (file: File) => void;
  refuse: (message: string) => void;
  cancel: () => void;
};

/** One file on its way to the server, which reads it; the next one takes its place. */
export function useOneFile<Sent>({ maxBytes, tooLarge, send, onSent }: Options<Sent>) {
  const [state, setState] = useState<State>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const refuse = (message: string, error?: unknown) => setState({ status: 'refused', message, error });

  async function choose(file: File, how = send) {
    if (file.size > maxBytes) return refuse(tooLarge);
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (part: number) => setState({ status: 'sending', name: file.name, part });
    onProgress(0);
    try {
      const sent = await how(file, { onProgress, signal: controller.signal });
      setState({ status: 'idle' });
      onSent(file, sent);
    } catch (error) {
      if (!controller.signal.aborted) refuse(messageOf(error), error);
    }
  }

  function cancel() {
    running.current?.abort();
    setState({ status: 'idle' });
  }

  return { state, choose, refuse: (message: string) => refuse(message), cancel };
}
