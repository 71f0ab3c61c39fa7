import { runScript, STAFF, withDemo } from './demo-server.ts';

const PORT = 4_410;

/** From a row of the lists to its record, as it is felt on a slow machine. */
export const measureOpenings = () => withDemo(PORT, (origin) => runScript('openings.ts', [origin, ...STAFF]));
