/** Runs work that has no visible effect after the next paint. */
export function afterPaint(work: () => unknown) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  // A message that is sent when a frame begins arrives once it was painted.
  requestAnimationFrame(() => port2.postMessage(undefined));
}
