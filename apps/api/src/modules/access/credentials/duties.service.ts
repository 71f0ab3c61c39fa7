export { dutyOf, renewDuty } from './duties.queries.ts';
