import { runScript, STAFF, withDemo } from './demo-server.ts';

const PORT = 4_410;

/** Opening a record from a row of its list, on a slow machine. */
export const measureOpenings = () => withDemo(PORT, (origin) => runScript('openings.ts', [origin, ...STAFF]));
