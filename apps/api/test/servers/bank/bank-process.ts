import { createInterface } from 'node:readline';

type Bank = { close: () => Promise<void> };

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Restores the pattern of `on`, which arrives as text, to a regular expression. */
const revived = (argument: unknown) =>
  typeof argument === 'object' && argument !== null && 'on' in argument && typeof argument.on === 'string'
    ? { ...argument, on: argument.on.startsWith('/') ? new RegExp(argument.on.slice(1, -1)) : argument.on }
    : argument;

/**
 * Serves a bank of the tests as a process: it prints a line of JSON with `told`, and then one for each line of its input,
 * which names a method: `{"call":"pay","args":["txid…"]}` is answered by `{"answer":{…}}` or `{"error":"…"}`. A pattern
 * of `fail` is written as `{"on":"/POST/"}`.
 */
export function serveBank<B extends Bank, Name extends keyof B & string>(
  bank: B,
  methods: readonly Name[],
  told: object,
) {
  say(told);
  const carryOut = async (line: string) => {
    const { call, args = [] } = JSON.parse(line) as { call: string; args?: unknown[] };
    const method = methods.find((name) => name === call);
    if (!method) throw new RangeError(`unknown call ${call}`);
    return (bank[method] as (...args: unknown[]) => unknown)(...args.map(revived));
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    carryOut(line).then(
      (answer) => say({ answer: answer ?? null }),
      (error: Error) => say({ error: error.message }),
    );
  });
  process.once('SIGTERM', () => void bank.close().then(() => process.exit(0)));
}
